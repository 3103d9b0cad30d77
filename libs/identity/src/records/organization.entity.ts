import type { OrganizationId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, Generated, Index } from 'typeorm';

/** An organization and its settings. */
@Entity('organization')
@Index('organization_uuid', ['uuid'], { unique: true })
export class OrganizationEntity {
  @IdentityColumn() id: OrganizationId;
  @Column('text') name: string;
  @Column('text', { unique: true }) host: string;
  @Column('text', { default: '' }) description: string;
  @Column('jsonb', { default: {} }) settings: unknown;
  @Column('bigint', { default: 1 }) permissionVersion: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
  @Column('timestamptz', { default: () => 'now()' }) fullMembersAsOf: Date;
  @Column('bigint', { default: 1 }) renderingVersion: number;
  @Column('jsonb', { default: {} }) pictures: unknown;
  @Column('jsonb', { default: {} }) userDefaults: unknown;
  @Column('timestamptz', { nullable: true }) deactivatedAt: Date | null;
  @Column('bigint', { default: 1 }) peopleVersion: number;
  @Column('uuid') @Generated('uuid') uuid: string;
  @Column('jsonb', { nullable: true }) pushStatus: unknown;
  @Column('bigint', { default: 1 }) linkifierVersion: number;
  @Column('bigint', { default: 1 }) emojiVersion: number;
}
