import type { OrganizationId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Unique } from 'typeorm';

/** A site that runs code of one language. */
@Entity('code_playground')
@Unique(['organizationId', 'language', 'name'])
export class CodePlaygroundEntity {
  @IdentityColumn() id: number;
  @Column('bigint') @ForeignKey('organization') organizationId: OrganizationId;
  @Column('text') name: string;
  @Column('text') language: string;
  @Column('text') urlTemplate: string;
}
