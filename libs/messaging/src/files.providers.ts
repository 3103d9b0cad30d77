import { AttachmentFiles } from './app/attachment-files.service';
import { AttachmentReaders } from './app/attachment-readers.service';
import { AttachmentClientEvents } from './app/attachment.client-events';
import { Attachments } from './app/attachments.service';
import { FileRemovals } from './app/file-removals.service';
import { Thumbnails } from './app/thumbnails.service';
import { Uploads } from './app/uploads.service';
import { AttachmentsController } from './http/attachments.controller';
import { FilesController } from './http/files.controller';
import { AttachmentRepository } from './store/attachment.repository';
import { FileRemovalRepository } from './store/file-removal.repository';
import { ThumbnailRepository } from './store/thumbnail.repository';
import { UploadSpaceRepository } from './store/upload-space.repository';

/** What goes with files: uploads, who may open them, thumbnails, their end. */
export const FILE_PROVIDERS = [
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
];

export const FILE_CONTROLLERS = [AttachmentsController, FilesController];
