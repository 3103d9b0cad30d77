import { type ExportPage, type ExportScope, ExportSections } from '@app/identity';
import type { MessageId } from '@app/kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExportedMessageAccess } from './exported-message-access.service';
import { ExportedMessageRepository } from './exported-message.repository';
import { MESSAGES } from './exported-messages.service';

const UPLOADS_AT_ONCE = 50;

/** The uploaded files of exports: those that an exported message links to. */
@Injectable()
export class ExportedUploads implements OnModuleInit {
  constructor(
    private readonly sections: ExportSections,
    private readonly rows: ExportedMessageRepository,
    private readonly access: ExportedMessageAccess,
  ) {}

  onModuleInit(): void {
    this.sections.add({ name: 'uploads', next: (scope, position) => this.next(scope, position) });
  }

  private async next(scope: ExportScope, position: number): Promise<ExportPage> {
    const looked = await this.rows.uploadsAfter(scope.organizationId, position, UPLOADS_AT_ONCE);
    const exported = await this.exportedAmong(
      scope,
      looked.flatMap(({ messageIds }) => messageIds),
    );
    const uploads = looked
      .map((upload) => ({ ...upload, messageIds: upload.messageIds.filter((id) => exported.has(id)).reverse() }))
      .filter(({ messageIds }) => messageIds.length > 0);
    return {
      rows: uploads.map(({ pathId, name, size, contentType, ownerId, messageIds }) => ({
        ...{ path: inArchive(pathId), path_id: pathId, name, size },
        ...{ content_type: contentType, owner_id: ownerId, message_ids: messageIds },
      })),
      uploads: uploads.map(({ pathId, fileKey, size }) => ({ name: inArchive(pathId), fileKey, size })),
      position: looked.length === UPLOADS_AT_ONCE ? looked.at(-1)!.id : null,
    };
  }

  private async exportedAmong(scope: ExportScope, ids: readonly MessageId[]): Promise<ReadonlySet<MessageId>> {
    const exported = new Set<MessageId>();
    for (let at = 0; at < ids.length; at += MESSAGES.atOnce) {
      const { messages } = await this.access.among(scope, ids.slice(at, at + MESSAGES.atOnce));
      for (const { id } of messages) exported.add(id);
    }
    return exported;
  }
}

const inArchive = (pathId: string): string => `uploads/${pathId}`;
