import { UserIsUnknown, Users } from '@app/identity';
import type { ChannelId } from '@app/kernel';
import { Actor, Config, Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelIdIsInvalid } from '../errors';
import { Channels } from './channels.service';

/**
 * The e-mail addresses of channels. They are not stored. Each contains channel and sender, protected by the server's
 * secret.
 */
@Injectable()
export class ChannelAddresses {
  constructor(
    private readonly channels: Channels,
    private readonly users: Users,
    private readonly secrets: Secrets,
    private readonly config: Config,
  ) {}

  /**
   * The address to which mail for a channel is sent in the name of a user. It is always the same.
   * @throws ChannelIdIsInvalid unless it is in use and the actor reads it; UserIsUnknown for other users than the actor, own
   * bots and the notification bot
   */
  async of(actor: Actor, channelId: ChannelId, senderId: number): Promise<string> {
    const { organizationId } = actor;
    const channel = await this.channels.find(actor, channelId);
    if (!channel || channel.isArchived) throw new ChannelIdIsInvalid();
    if (senderId !== actor.userId) await this.assertMayWriteAs(actor, senderId);
    const token = this.secrets.token('channel address', `${organizationId}:${channelId}:${senderId}`);
    return `channel.${token}@${this.config.emailDomain}`;
  }

  private async assertMayWriteAs({ organizationId, userId }: Actor, senderId: number): Promise<void> {
    const sender = (await this.users.byIds(organizationId, [senderId])).get(senderId as typeof userId);
    const isOwnBot = sender?.isBot === true && sender.isActive && sender.botOwnerId === userId;
    if (!isOwnBot && !sender?.isSystemBot) throw new UserIsUnknown();
  }
}
