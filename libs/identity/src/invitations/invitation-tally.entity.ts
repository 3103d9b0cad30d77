import type { OrganizationId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of invitations that an organization has sent on a day. */
@Entity('invitation_tally')
export class InvitationTallyEntity {
  @PrimaryColumn('bigint') organizationId: OrganizationId;
  @PrimaryColumn('date') day: string;
  @Column('integer') sent: number;
}
