import { Actor, CurrentActor, Heavy, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { scheduledMessageObject } from './scheduled-message.client-events';
import { ScheduledMessages } from './scheduled-messages.service';
import { TopicIsMissing } from '../errors';
import { isPersonalClient } from '../records/message';
import { ScheduledMessageIsUnknown } from './scheduled.errors';
import { wantedPlace } from './scheduled-message';
import {
  CreateScheduledMessageRequest,
  CreateScheduledMessageResponse,
  EditScheduledMessageRequest,
  kindOf,
  ListScheduledMessagesResponse,
} from './scheduled-messages.dto';

@Controller('api/v1')
export class ScheduledMessagesController {
  constructor(private readonly scheduledMessages: ScheduledMessages) {}

  @Heavy()
  @Operation('GET', 'scheduled_messages', {
    summary: 'The messages that the caller has scheduled, and that were not sent yet',
    section: 'docs/protocol/scheduled.md',
    tag: 'scheduled messages',
    response: ListScheduledMessagesResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListScheduledMessagesResponse> {
    return { scheduled_messages: (await this.scheduledMessages.list(actor)).map(scheduledMessageObject) };
  }

  @Operation('POST', 'scheduled_messages', {
    summary: 'Send a message later',
    section: 'docs/protocol/scheduled.md',
    tag: 'scheduled messages',
    request: CreateScheduledMessageRequest,
    response: CreateScheduledMessageResponse,
    errors: ['STREAM_DOES_NOT_EXIST', 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @Parameters() request: CreateScheduledMessageRequest,
  ): Promise<CreateScheduledMessageResponse> {
    const { type, to, content, topic, scheduled_delivery_timestamp: deliverAt } = request;
    const kind = kindOf(type);
    if (kind === 'channel' && topic === undefined) throw new TopicIsMissing();
    const id = await this.scheduledMessages.create(actor, {
      place: wantedPlace(kind, to, topic ?? ''),
      content,
      deliverAt,
      isReadBySender: request.read_by_sender ?? isPersonalClient(actor.client),
    });
    return { scheduled_message_id: id };
  }

  @Operation('PATCH', 'scheduled_messages/:scheduled_message_id', {
    summary: 'Change a message that is to be sent later',
    section: 'docs/protocol/scheduled.md',
    tag: 'scheduled messages',
    request: EditScheduledMessageRequest,
    errors: ['STREAM_DOES_NOT_EXIST', 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'],
  })
  async edit(
    @CurrentActor() actor: Actor,
    @Param('scheduled_message_id') id: string,
    @Parameters() request: EditScheduledMessageRequest,
  ): Promise<object> {
    const { type, to, content, topic, scheduled_delivery_timestamp: deliverAt } = request;
    const kind = type === undefined ? undefined : kindOf(type);
    await this.scheduledMessages.edit(actor, idIn(id), { kind, to, content, topic, deliverAt });
    return {};
  }

  @Operation('DELETE', 'scheduled_messages/:scheduled_message_id', {
    summary: 'Send a message not at all that was to be sent later',
    section: 'docs/protocol/scheduled.md',
    tag: 'scheduled messages',
  })
  async delete(@CurrentActor() actor: Actor, @Param('scheduled_message_id') id: string): Promise<object> {
    await this.scheduledMessages.delete(actor, idIn(id));
    return {};
  }
}

const idIn = (path: string): number => pathId(path, () => new ScheduledMessageIsUnknown());
