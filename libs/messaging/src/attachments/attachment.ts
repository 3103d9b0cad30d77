import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import type { Upload } from '@app/markdown';
import { THUMBNAIL_FORMATS, TRANSCODED_FORMAT } from '@app/platform';

/** Whether smaller pictures of a file are there. */
export const THUMBNAILS = { none: 0, pending: 1, ready: 2, failed: 3 } as const;
export type ThumbnailState = (typeof THUMBNAILS)[keyof typeof THUMBNAILS];

/** An uploaded file. */
export interface Attachment {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly ownerId: UserId;
  /** `organization/xx/random/name`: what links hold after `/user_uploads/`. */
  readonly pathId: string;
  /** Where its bytes are; see `Files`. */
  readonly fileKey: string;
  /** As its owner calls it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** MIME type, of which the bytes themselves have convinced us. */
  readonly contentType: string;
  /** Pixels, as it is to be shown; null: no picture, or none that we can decode. */
  readonly width: number | null;
  readonly height: number | null;
  readonly isAnimated: boolean;
  readonly thumbnails: ThumbnailState;
  /** UNIX milliseconds. */
  readonly createdAt: number;
}

/** A file as its owner is shown it. */
export interface ListedAttachment extends Pick<
  Attachment,
  'id' | 'ownerId' | 'name' | 'pathId' | 'size' | 'createdAt'
> {
  /** Messages that link it, the newest ones, ascending. */
  readonly messages: readonly { readonly id: MessageId; readonly sentAt: number }[];
}

/** A file that a text links to, with what is needed to say so in the database. */
export interface LinkedUpload extends Upload {
  readonly attachmentId: number;
  readonly ownerId: UserId;
}

const STATES = { [THUMBNAILS.pending]: 'pending', [THUMBNAILS.ready]: 'ready', [THUMBNAILS.failed]: 'failed' } as const;

/** As rendering shows it. */
export function linkedUpload(file: Attachment): LinkedUpload {
  const { id, ownerId, pathId, contentType, width, height, isAnimated, thumbnails } = file;
  const isPicture = width !== null && height !== null && thumbnails !== THUMBNAILS.none;
  const transcoded = isPicture && !BROWSERS_SHOW.has(contentType) ? TRANSCODED_FORMAT.name : null;
  const image = isPicture ? { width, height, isAnimated, transcoded, state: STATES[thumbnails] } : null;
  return { pathId, contentType, image, attachmentId: id, ownerId };
}

/** What every browser shows as it is. */
const BROWSERS_SHOW = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng']);

/** The pictures that are made of one. */
export const thumbnailFormatsOf = ({ isAnimated, contentType }: Pick<Attachment, 'isAnimated' | 'contentType'>) => [
  ...THUMBNAIL_FORMATS.filter((format) => isAnimated || !format.isAnimated),
  ...(BROWSERS_SHOW.has(contentType) ? [] : [TRANSCODED_FORMAT]),
];
