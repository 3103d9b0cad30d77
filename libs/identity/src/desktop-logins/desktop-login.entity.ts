import type { OrganizationId, UserId } from '@app/kernel';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A login in a browser whose session a desktop app will open. Its token is good once. */
@Entity('desktop_login')
@Index('desktop_login_expiry', ['expiresAt'])
@Index('desktop_login_user', ['userId'])
export class DesktopLoginEntity {
  @PrimaryColumn('bytea') hash: Buffer;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('jsonb') login: unknown;
  @Column('timestamptz') expiresAt: Date;
}
