import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';

/** A word that alerts a user when a message contains it. */
@Entity('alert_word')
@Unique(['userId', 'folded'])
@Index('alert_word_organization', ['organizationId'])
@Index('alert_word_start', { synchronize: false }) // on (organization_id, left(folded, 8))
export class AlertWordEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('text') word: string;
  @Column('text') folded: string;
}
