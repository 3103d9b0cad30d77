import { Channels } from '@app/channels';
import { Organizations } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EditHistoryIsOff } from '../changes/edit.errors';
import { HistoryVisibility, placesOf, shownEdits, Version, versionsOf } from '../records/edit-history';
import { MessageIsInvalid } from '../errors';
import { MessageEditRepository } from './message-edit.repository';
import { MessageAccess } from '../access/access';

/** The edit history of a message. */
export interface MessageHistory {
  readonly isDirect: boolean;
  readonly visibility: Exclude<HistoryVisibility, 'none'>;
  /** Oldest first. */
  readonly versions: readonly Version[];
}

/** Edit histories of messages (docs/protocol/edits.md). */
@Injectable()
export class MessageHistories {
  constructor(
    private readonly rows: MessageEditRepository,
    private readonly organizations: Organizations,
    private readonly channels: Channels,
  ) {}

  /** @throws MessageIsInvalid, EditHistoryIsOff */
  async of(actor: Actor, messageId: number): Promise<MessageHistory> {
    const message = await this.rows.find(actor, messageId);
    const channel = message?.channelId ? await this.channels.find(actor, message.channelId) : null;
    const access = new MessageAccess(actor.userId, channel ? [channel] : []);
    if (!message || !access.reads(message)) throw new MessageIsInvalid();
    const { messageEditHistoryVisibility: visibility } = (await this.organizations.cached(actor)).settings;
    if (visibility === 'none') throw new EditHistoryIsOff();
    const edits = message.edits ?? [];
    const placeIds = placesOf([message]);
    const known = placeIds.length > 0 ? await this.channels.visibleNames(actor, placeIds) : null;
    const knows = (channelId: ChannelId): boolean => known === null || known.has(channelId);
    const shown = shownEdits(edits, { visibility, channelId: message.channelId, knows });
    return { isDirect: message.channelId === null, visibility, versions: versionsOf(message, shown) };
  }
}
