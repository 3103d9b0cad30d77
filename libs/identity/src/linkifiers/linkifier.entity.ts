import type { OrganizationId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A pattern that becomes a link in messages. */
@Entity('linkifier')
@Index('linkifier_pattern', { synchronize: false }) // unique on (organization_id, md5(pattern))
export class LinkifierEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') pattern: string;
  @Column('text') urlTemplate: string;
  @Column('integer') position: number;
}
