import type { MessageId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertFits, SubmessageIsNotPermitted } from './submessage-content';
import type { Submessage } from '../records/submessage';
import { SubmessageRepository } from './submessage.repository';
import { TargetMessages } from '../access/target-messages.service';
import { MessageAudiences } from '../audiences/message-audiences.service';
import { SubmessageClientEvents } from './submessage.client-events';
import { AutomaticTopicPolicies } from '../user-topics/automatic-topic-policies.service';
import { WIDGET, Widget, widgetText } from './widget';

/** Submessages that users add to widgets: votes, options, tasks (docs/protocol/reactions.md). */
@Injectable()
export class Submessages {
  constructor(
    private readonly targets: TargetMessages,
    private readonly rows: SubmessageRepository,
    private readonly audiences: MessageAudiences,
    private readonly automaticPolicies: AutomaticTopicPolicies,
    private readonly clients: SubmessageClientEvents,
  ) {}

  /** Called in the transaction that sends a message with a widget. */
  begin(messageId: MessageId, senderId: UserId, widget: Widget): Promise<Submessage> {
    return this.rows.insert(messageId, { senderId, type: WIDGET, content: widgetText(widget) });
  }

  /**
   * The first submessage must come from the author of the message.
   * @throws MessageIsInvalid, SubmessageIsNotPermitted, SubmessageIsNoJson, SubmessageIsInvalid
   */
  async add(actor: Actor, messageId: number, { type, content }: Pick<Submessage, 'type' | 'content'>): Promise<void> {
    await this.targets.hold(actor, messageId, async ({ message, channel }) => {
      const isAuthor = message.senderId === actor.userId;
      if (!isAuthor && !(await this.rows.hasOf(message.id, message.senderId))) throw new SubmessageIsNotPermitted();
      assertFits(content, widgetType(await this.rows.widgetOn(message.id)), isAuthor);
      const submessage = await this.rows.insert(message.id, { senderId: actor.userId, type, content });
      if (channel) await this.automaticPolicies.partake(actor, channel, message.topic);
      const { organizationId } = actor;
      const told = await this.audiences.ofOne(organizationId, message);
      this.clients.tell(organizationId, told, { messageId: message.id, submessage });
    });
  }
}

/** The type of a widget that the author may have added by hand. */
function widgetType(content: string | null): string | null {
  if (content === null) return null;
  const { widget_type: type } = (JSON.parse(content) ?? {}) as { widget_type?: unknown };
  return typeof type === 'string' ? type : null;
}
