import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Reminder } from './reminder';
import { ReminderRepository } from './reminder.repository';

/** A reminder as clients receive it (docs/protocol/scheduled.md). */
export interface ReminderObject {
  reminder_id: number;
  type: 'private';
  to: number[];
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
  reminder_target_message_id: number;
}

type Payload =
  | { readonly op: 'add'; readonly reminders: readonly ReminderObject[] }
  | { readonly op: 'remove'; readonly reminder_id: number };

const changed: EventKind<Payload> = {
  kind: 'reminders',
  type: 'reminders',
  variant: () => '',
  shape: (payload) => ({ type: 'reminders', ...payload }),
};

export const reminderObject = (reminder: Reminder): ReminderObject => ({
  reminder_id: reminder.id,
  type: 'private',
  to: [reminder.userId],
  content: reminder.content,
  rendered_content: reminder.html,
  scheduled_delivery_timestamp: reminder.deliverAt,
  failed: reminder.hasFailed,
  reminder_target_message_id: reminder.messageId,
});

/** Client events and snapshot of reminders. Only the user's own clients receive them. */
@Injectable()
export class ReminderClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['reminders'];

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: ReminderRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { reminders: (await this.rows.listOwn(actor.userId)).map(reminderObject) };
  }

  readForSpectator(): Record<string, unknown> {
    return { reminders: [] };
  }

  tellAdded(reminder: Reminder): void {
    const { organizationId, userId } = reminder;
    this.tell(organizationId, userId, { op: 'add', reminders: [reminderObject(reminder)] });
  }

  /** The reminder was sent or removed. */
  tellRemoved({ organizationId, userId, id }: Pick<Reminder, 'organizationId' | 'userId' | 'id'>): void {
    this.tell(organizationId, userId, { op: 'remove', reminder_id: id });
  }

  private tell(organizationId: OrganizationId, userId: UserId, payload: Payload): void {
    this.log.tell({ kind: changed.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }
}
