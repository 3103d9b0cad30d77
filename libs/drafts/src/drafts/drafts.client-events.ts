import type { Actor } from '@app/platform';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Address, Draft } from './draft';
import { DraftRepository } from './draft.repository';

/** The draft object of docs/protocol/drafts.md. */
export interface DraftObject {
  id: number;
  type: '' | 'private' | 'stream';
  to: readonly number[];
  topic: string;
  content: string;
  timestamp: number;
}

const addressed = (address: Address): Pick<DraftObject, 'type' | 'to' | 'topic'> => {
  if (address.to === 'channel') return { type: 'stream', to: [address.channelId], topic: address.topic };
  return address.to === 'people'
    ? { type: 'private', to: address.userIds, topic: '' }
    : { type: '', to: [], topic: '' };
};

export const draftObject = ({ id, address, content, editedAt }: Draft): DraftObject => ({
  id,
  ...addressed(address),
  content,
  timestamp: editedAt,
});

const TYPE = 'drafts';

const added: EventKind<{ drafts: readonly DraftObject[] }> = {
  kind: 'drafts.added',
  type: TYPE,
  variant: () => '',
  shape: ({ drafts }) => ({ type: TYPE, op: 'add', drafts }),
};

const changed: EventKind<{ draft: DraftObject }> = {
  kind: 'drafts.changed',
  type: TYPE,
  variant: () => '',
  shape: ({ draft }) => ({ type: TYPE, op: 'update', draft }),
};

const removed: EventKind<{ id: number }> = {
  kind: 'drafts.removed',
  type: TYPE,
  variant: () => '',
  shape: ({ id }) => ({ type: TYPE, op: 'remove', draft_id: id }),
};

/** The snapshot contains the latest drafts, at most this many. */
const MAX_AT_START = 1_000;

type Author = Pick<Actor, 'organizationId' | 'userId'>;

/** Client events and snapshot of drafts. Only the author's own clients receive them. */
@Injectable()
export class DraftClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = [TYPE];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: DraftRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(added, changed, removed);
    this.registry.addPart(this);
  }

  /** The server holds no drafts of a user who does not synchronise them. */
  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { drafts: (await this.rows.newest(actor.userId, MAX_AT_START)).map(draftObject) };
  }

  readForSpectator(): Record<string, unknown> {
    return { drafts: [] };
  }

  tellAdded(author: Author, drafts: readonly Draft[]): void {
    this.tell(author, added.kind, { drafts: drafts.map(draftObject) });
  }

  tellChanged(author: Author, draft: Draft): void {
    this.tell(author, changed.kind, { draft: draftObject(draft) });
  }

  tellRemoved(author: Author, id: number): void {
    this.tell(author, removed.kind, { id });
  }

  private tell({ organizationId, userId }: Author, kind: string, payload: object): void {
    this.log.tell({ kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }
}
