import { Actor, CurrentActor, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { reminderObject } from './reminder.client-events';
import { Reminders } from './reminders.service';
import { ReminderIsUnknown } from '../scheduling/scheduled.errors';
import { CreateReminderRequest, CreateReminderResponse, ListRemindersResponse } from './reminders.dto';

@Controller('api/v1')
export class RemindersController {
  constructor(private readonly reminders: Reminders) {}

  @Operation('GET', 'reminders', {
    summary: 'What the caller is going to be reminded of',
    section: 'docs/protocol/scheduled.md',
    tag: 'scheduled messages',
    response: ListRemindersResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListRemindersResponse> {
    return { reminders: (await this.reminders.list(actor)).map(reminderObject) };
  }

  @Operation('POST', 'reminders', {
    summary: 'Be reminded of a message later',
    section: 'docs/protocol/scheduled.md',
    tag: 'scheduled messages',
    request: CreateReminderRequest,
    response: CreateReminderResponse,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Parameters() request: CreateReminderRequest,
  ): Promise<CreateReminderResponse> {
    const { message_id: messageId, scheduled_delivery_timestamp: deliverAt, note } = request;
    return { reminder_id: await this.reminders.create(actor, { messageId, deliverAt, note }) };
  }

  @Operation('DELETE', 'reminders/:reminder_id', {
    summary: 'Be not reminded after all',
    section: 'docs/protocol/scheduled.md',
    tag: 'scheduled messages',
  })
  async delete(@CurrentActor() actor: Actor, @Param('reminder_id') id: string): Promise<object> {
    await this.reminders.delete(
      actor,
      pathId(id, () => new ReminderIsUnknown()),
    );
    return {};
  }
}
