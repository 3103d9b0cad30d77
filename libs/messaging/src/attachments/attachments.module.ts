import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { RerenderingsModule } from '../rerenderings/rerenderings.module';
import { AttachmentFiles } from './attachment-files.service';
import { AttachmentReaders } from './attachment-readers.service';
import { AttachmentClientEvents } from './attachment.client-events';
import { AttachmentRepository } from './attachment.repository';
import { AttachmentsController } from './attachments.controller';
import { Attachments } from './attachments.service';
import { FileRemovalRepository } from './file-removal.repository';
import { FileRemovals } from './file-removals.service';
import { FilesController } from './files.controller';
import { ThumbnailRepository } from './thumbnail.repository';
import { Thumbnails } from './thumbnails.service';
import { UploadSpaceRepository } from './upload-space.repository';
import { Uploads } from './uploads.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule, RealtimeModule, RecordsModule, RerenderingsModule],
  controllers: [AttachmentsController, FilesController],
  providers: [
    AttachmentClientEvents,
    AttachmentFiles,
    AttachmentReaders,
    AttachmentRepository,
    Attachments,
    FileRemovalRepository,
    FileRemovals,
    ThumbnailRepository,
    Thumbnails,
    UploadSpaceRepository,
    Uploads,
  ],
  exports: [Attachments],
})
export class AttachmentsModule {}
