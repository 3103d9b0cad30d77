import type { OrganizationId, UserId } from '@app/kernel';
import { Audience, EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { CustomEmojiPicture, emojiUrl, stillEmojiUrl } from './custom-emoji';
import { CustomEmojiRepository } from './custom-emoji.repository';

/** An emoji as clients receive it (docs/protocol/events.md). */
export interface EmojiObject {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: UserId;
}

/** All emoji of an organization, by id. */
export const emojiMap = (pictures: readonly CustomEmojiPicture[]): Record<string, EmojiObject> =>
  Object.fromEntries(pictures.map((emoji) => [String(emoji.id), emojiObject(emoji)]));

const emojiObject = (emoji: CustomEmojiPicture): EmojiObject => ({
  id: String(emoji.id),
  name: emoji.name,
  source_url: emojiUrl(emoji),
  still_url: stillEmojiUrl(emoji),
  deactivated: emoji.isDeactivated,
  author_id: emoji.authorId,
});

const TYPE = 'realm_emoji';

const updated: EventKind<{ emoji: Record<string, EmojiObject> }> = {
  kind: TYPE,
  type: TYPE,
  variant: () => '',
  shape: ({ emoji }) => ({ type: TYPE, op: 'update', realm_emoji: emoji }),
};

const EVERYBODY: Audience = { to: 'organization', except: [] };

@Injectable()
export class CustomEmojiClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = [TYPE];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: CustomEmojiRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(updated);
    this.registry.addPart(this);
  }

  read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return this.all(actor.organizationId);
  }

  /** Spectators receive the same list, because messages contain these emoji. */
  readForSpectator({ organizationId }: SpectatorViewer): Promise<Record<string, unknown>> {
    return this.all(organizationId);
  }

  private async all(organizationId: OrganizationId): Promise<Record<string, unknown>> {
    return { realm_emoji: emojiMap((await this.rows.get(organizationId)).pictures) };
  }

  /** The event contains all emoji: clients of this feature level know no smaller event. */
  tell(organizationId: OrganizationId, pictures: readonly CustomEmojiPicture[]): void {
    const payload = { emoji: emojiMap(pictures) };
    this.log.tell({ kind: updated.kind, organizationId, audience: EVERYBODY, payload });
  }
}
