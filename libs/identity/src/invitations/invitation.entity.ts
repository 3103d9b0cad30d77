import type { ChannelId, InvitationId, OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** An invitation by mail, or a reusable link (then `email` is `null`). */
@Entity('invitation')
@Index('invitation_email', { synchronize: false }) // on (organization_id, lower(email)) WHERE (email IS NOT NULL)
@Index('invitation_inviter', ['inviterId'])
@Index('invitation_organization', ['organizationId', 'id'])
export class InvitationEntity {
  @IdentityColumn() id: InvitationId;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') inviterId: UserId;
  @Column('text', { nullable: true }) email: string | null;
  @Column('bytea', { unique: true }) tokenHash: Buffer;
  @Column('bytea') sealedToken: Buffer;
  @Column('smallint') role: number;
  @Column('bigint', { array: true }) channelIds: ChannelId[];
  @Column('bigint', { array: true }) groupIds: UserGroupId[];
  @Column('boolean') includesDefaults: boolean;
  @Column('boolean') notifiesInviter: boolean;
  @Column('text', { nullable: true }) welcomeText: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { nullable: true }) expiresAt: Date | null;
}
