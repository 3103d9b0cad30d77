import type { OrganizationId, UserId } from '@app/kernel';
import { IdentityColumn } from '@app/platform';
import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** A text that a user stores in order to send it again. */
@Entity('saved_snippet')
@Index('saved_snippet_user', ['userId', 'id'])
export class SavedSnippetEntity {
  @IdentityColumn() id: number;
  @Column('bigint') organizationId: OrganizationId;
  @Column('bigint') @ForeignKey('user_account') userId: UserId;
  @Column('text') title: string;
  @Column('text') content: string;
  @Column('timestamptz') createdAt: Date;
}
