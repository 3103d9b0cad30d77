import type { MessageId, OrganizationId } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message that waits for the preview of a page. */
@Entity('link_preview_wait')
export class LinkPreviewWaitEntity {
  @PrimaryColumn('bytea') urlHash: Buffer;
  @PrimaryColumn('bigint') messageId: MessageId;
  @Column('bigint') organizationId: OrganizationId;
}
