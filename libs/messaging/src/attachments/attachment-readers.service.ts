import { Channels, Spectators } from '@app/channels';
import { Organizations } from '@app/identity';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Attachment } from './attachment';
import type { MessageStanding } from '../records/message';
import { AttachmentRepository } from './attachment.repository';
import { MessageRepository } from '../records/message.repository';
import { channelsOf, MessageAccess } from '../access/access';

/** The number of messages that are checked together, newest first. */
const AT_ONCE = 100;
const NEWEST = Number.MAX_SAFE_INTEGER;

type Shared = Pick<Attachment, 'id' | 'ownerId' | 'organizationId'>;

/** The readers of a file: its owner, and users who may read a message that contains it. Decided at every read. */
@Injectable()
export class AttachmentReaders {
  constructor(
    private readonly rows: AttachmentRepository,
    private readonly messages: MessageRepository,
    private readonly channels: Channels,
    private readonly spectators: Spectators,
    private readonly organizations: Organizations,
  ) {}

  async mayRead(actor: Actor, file: Shared): Promise<boolean> {
    if (file.organizationId !== actor.organizationId) return false;
    if (file.ownerId === actor.userId) return true;
    for (let below = NEWEST; ;) {
      const ids = await this.rows.messageIds(file.id, below, AT_ONCE);
      const last = ids.at(-1);
      if (last === undefined) return false;
      const messages = await this.messages.standings(actor, ids);
      const access = await this.accessTo(actor, messages);
      if (messages.some((message) => access.reads(message))) return true;
      if (ids.length < AT_ONCE) return false;
      below = last;
    }
  }

  /** Spectators may read files of web-public channels, if the organization admits spectators. */
  async maySpectate(host: string, file: Shared): Promise<boolean> {
    const { id } = await this.organizations.atHost(host);
    if (id !== file.organizationId) return false;
    for (const channelId of await this.rows.channelIds(file.id)) {
      if (await this.spectators.mayRead(host, channelId)) return true;
    }
    return false;
  }

  private async accessTo(actor: Actor, messages: readonly MessageStanding[]): Promise<MessageAccess> {
    return new MessageAccess(actor.userId, await this.channels.readableAmong(actor, channelsOf(messages)));
  }
}
