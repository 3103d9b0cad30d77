import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { QueueDefault, QueueDefaults } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { BotRepository } from './bot.repository';

type Asking = Pick<Actor, 'isBot' | 'userId'>;

/** The default channels of bots, for requests that name none. */
@Injectable()
export class BotDefaults implements OnModuleInit {
  constructor(
    private readonly queues: QueueDefaults,
    private readonly bots: BotRepository,
  ) {}

  onModuleInit(): void {
    this.queues.implementedBy((actor) => this.ofQueues(actor));
  }

  /** The default channel for sending; `null`: none is set, or the actor is not a bot. */
  async sendingChannelOf(actor: Asking): Promise<ChannelId | null> {
    return (await this.settingsOf(actor))?.defaultSendingChannelId ?? null;
  }

  private async ofQueues(actor: Asking): Promise<QueueDefault | null> {
    const settings = await this.settingsOf(actor);
    if (!settings) return null;
    const { defaultEventsChannelId: channelId, defaultAllPublicChannels: allPublicChannels } = settings;
    return { narrow: channelId === null ? [] : [['channel', channelId]], allPublicChannels };
  }

  private async settingsOf({ isBot, userId }: Asking) {
    return isBot ? (await this.bots.settingsOf([userId]))[0] : undefined;
  }
}
