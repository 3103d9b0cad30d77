import type { UserId } from '@app/kernel';
import { Entity, PrimaryColumn } from 'typeorm';

/** A user who has been away for so long that this user's unread messages are no longer looked for one by one. */
@Entity('absent_subscriber')
export class AbsentSubscriberEntity {
  @PrimaryColumn('bigint') userId: UserId;
}
