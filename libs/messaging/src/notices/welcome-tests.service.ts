import { assertAdministrator, Users } from '@app/identity';
import type { MessageId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NoticeWriter } from './notice-writer.service';
import { NoticeSender } from './notice-sender.service';

/** Shows an administrator the welcome bot's message with the words that users who join would read. */
@Injectable()
export class WelcomeTests {
  constructor(
    private readonly sender: NoticeSender,
    private readonly writer: NoticeWriter,
    private readonly users: Users,
  ) {}

  /** The id of the message. @throws MustBeAdministrator, MessageIsEmpty, RenderingFailed */
  async send(actor: Actor, content: string): Promise<MessageId> {
    assertAdministrator(actor);
    const { organizationId, userId } = actor;
    await this.users.welcomeBot(organizationId);
    const place = { channelId: null, topic: '', recipientIds: [userId], linkedChannelIds: [], readerId: null };
    const prepared = await this.sender.prepare({ organizationId, isWelcome: true, content, ...place });
    const [messageId] = await this.writer.sendTo(prepared, [userId]);
    return messageId;
  }
}
