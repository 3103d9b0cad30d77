import type { UserId } from '@app/kernel';
import { Entity, PrimaryColumn } from 'typeorm';

/** A deactivated user, whom all lists and counts of subscribers leave out. */
@Entity('absent_subscriber')
export class AbsentSubscriberEntity {
  @PrimaryColumn('bigint') userId: UserId;
}
