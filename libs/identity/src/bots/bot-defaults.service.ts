import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { QueueDefault, QueueDefaults } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { BotRepository } from './bot.repository';

type Asking = Pick<Actor, 'isBot' | 'userId'>;

/** What the managers of bots chose for them, where a bot does not say itself. */
@Injectable()
export class BotDefaults implements OnModuleInit {
  constructor(
    private readonly queues: QueueDefaults,
    private readonly bots: BotRepository,
  ) {}

  onModuleInit(): void {
    this.queues.answeredBy((actor) => this.ofQueues(actor));
  }

  /** Where it writes; null: nothing was chosen, or it is no bot. */
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
