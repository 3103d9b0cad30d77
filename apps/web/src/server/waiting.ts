import type { Connection, ParametersOf } from '@parley/client';
import { Refusal, refusalOf } from './refusal';

type Draft = NonNullable<ParametersOf<'POST drafts'>['drafts']>[number];

/** Takes back what waits to be sent. */
export class Waiting {
  constructor(private readonly connection: Connection) {}

  removeDraft(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE drafts/{draft_id}', { draft_id: id }));
  }

  addDrafts(drafts: readonly Draft[]): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST drafts', { drafts: [...drafts] }));
  }

  forgetReminder(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE reminders/{reminder_id}', { reminder_id: id }));
  }

  cancel(id: number): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('DELETE scheduled_messages/{scheduled_message_id}', { scheduled_message_id: id }),
    );
  }
}
