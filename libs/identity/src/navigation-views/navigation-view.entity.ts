import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A view in the sidebar of a user. */
@Entity('navigation_view')
@Index('navigation_view_fragment', { synchronize: false }) // unique on (user_id, md5(fragment))
export class NavigationViewEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('text') fragment: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('boolean') isPinned: boolean;
}
