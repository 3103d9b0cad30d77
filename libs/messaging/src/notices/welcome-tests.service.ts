import { assertAdministrator, SystemBots } from '@app/identity';
import { type MessageId, single } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NoticeWriter } from './notice-writer.service';
import { NoticePreparation } from './notice-preparation.service';

/** Sends an administrator the welcome message that new users would receive. */
@Injectable()
export class WelcomeTests {
  constructor(
    private readonly preparation: NoticePreparation,
    private readonly writer: NoticeWriter,
    private readonly systemBots: SystemBots,
  ) {}

  /** Returns the id of the message. */
  async send(actor: Actor, content: string): Promise<MessageId> {
    assertAdministrator(actor);
    const { organizationId, userId } = actor;
    await this.systemBots.welcome(organizationId);
    const place = { channelId: null, topic: '', recipientIds: [userId], linkedChannelIds: [], readerId: null };
    const prepared = await this.preparation.prepare({ organizationId, isWelcome: true, content, ...place });
    return single(await this.writer.sendTo(prepared, [userId]));
  }
}
