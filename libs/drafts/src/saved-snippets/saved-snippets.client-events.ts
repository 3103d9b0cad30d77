import type { Actor } from '@app/platform';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { SavedSnippet } from './saved-snippet';
import { SavedSnippetRepository } from './saved-snippet.repository';

/** A snippet as clients receive it (docs/protocol/events.md). */
export interface SnippetObject {
  id: number;
  title: string;
  content: string;
  date_created: number;
}

export const snippetObject = ({ id, title, content, createdAt }: SavedSnippet): SnippetObject => ({
  id,
  title,
  content,
  date_created: createdAt,
});

const TYPE = 'saved_snippets';

const kept: EventKind<{ op: 'add' | 'update'; snippet: SnippetObject }> = {
  kind: 'saved_snippets.kept',
  type: TYPE,
  variant: () => '',
  shape: ({ op, snippet }) => ({ type: TYPE, op, saved_snippet: snippet }),
};

const removed: EventKind<{ id: number }> = {
  kind: 'saved_snippets.removed',
  type: TYPE,
  variant: () => '',
  shape: ({ id }) => ({ type: TYPE, op: 'remove', saved_snippet_id: id }),
};

type Author = Pick<Actor, 'organizationId' | 'userId'>;

/** Client events and snapshot of saved snippets. Only the author's own clients receive them. */
@Injectable()
export class SavedSnippetClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = [TYPE];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: SavedSnippetRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(kept, removed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { saved_snippets: (await this.rows.list(actor.userId)).map(snippetObject) };
  }

  readForSpectator(): Record<string, unknown> {
    return { saved_snippets: [] };
  }

  tellAdded(author: Author, snippet: SavedSnippet): void {
    this.tell(author, kept.kind, { op: 'add', snippet: snippetObject(snippet) });
  }

  tellChanged(author: Author, snippet: SavedSnippet): void {
    this.tell(author, kept.kind, { op: 'update', snippet: snippetObject(snippet) });
  }

  tellRemoved(author: Author, id: number): void {
    this.tell(author, removed.kind, { id });
  }

  private tell({ organizationId, userId }: Author, kind: string, payload: object): void {
    this.log.tell({ kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }
}
