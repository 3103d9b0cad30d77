import type { MessageId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity } from 'typeorm';

/** An edit that mentions users who were not mentioned before. */
@Entity('missed_edit')
export class MissedEditEntity {
  @IdentityColumn() id: number;
  @Column('bigint') messageId: MessageId;
  @Column('bigint', { array: true }) namedIds: UserId[];
  @Column('bigint', { array: true }) topicIds: number[];
  @Column('boolean') ofChannel: boolean;
  @Column('bigint', { default: 0 }) doneUserId: number;
}
