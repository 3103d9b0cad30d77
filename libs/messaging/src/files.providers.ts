import { AttachmentFiles } from './attachments/attachment-files.service';
import { AttachmentReaders } from './attachments/attachment-readers.service';
import { AttachmentClientEvents } from './attachments/attachment.client-events';
import { Attachments } from './attachments/attachments.service';
import { FileRemovals } from './attachments/file-removals.service';
import { Thumbnails } from './attachments/thumbnails.service';
import { Uploads } from './attachments/uploads.service';
import { AttachmentsController } from './attachments/attachments.controller';
import { FilesController } from './attachments/files.controller';
import { AttachmentRepository } from './attachments/attachment.repository';
import { FileRemovalRepository } from './attachments/file-removal.repository';
import { ThumbnailRepository } from './attachments/thumbnail.repository';
import { UploadSpaceRepository } from './attachments/upload-space.repository';

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
