import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import type { Upload } from '@app/markdown';
import { THUMBNAIL_FORMATS, TRANSCODED_FORMAT } from '@app/platform';

/** The state of a file's thumbnails. */
export const THUMBNAILS = { none: 0, pending: 1, ready: 2, failed: 3 } as const;
export type ThumbnailState = (typeof THUMBNAILS)[keyof typeof THUMBNAILS];

/** An uploaded file. */
export interface Attachment {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly ownerId: UserId;
  /** `organization/xx/random/name`: the part of links after `/user_uploads/`. */
  readonly pathId: string;
  /** Where the bytes are stored; see `Files`. */
  readonly fileKey: string;
  /** The name that the owner chose. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The MIME type, verified against the content. */
  readonly contentType: string;
  /** The displayed size in pixels; `null`: not a picture, or one that cannot be decoded. */
  readonly width: number | null;
  readonly height: number | null;
  readonly isAnimated: boolean;
  readonly thumbnails: ThumbnailState;
  /** UNIX milliseconds. */
  readonly createdAt: number;
}

/** A file as its owner sees it. */
export interface ListedAttachment extends Pick<
  Attachment,
  'id' | 'ownerId' | 'name' | 'pathId' | 'size' | 'createdAt'
> {
  /** The newest messages that link to it, ascending. */
  readonly messages: readonly { readonly id: MessageId; readonly sentAt: number }[];
}

/** A file to which a text links, with the fields that storing the link needs. */
export interface LinkedUpload extends Upload {
  readonly attachmentId: number;
  readonly ownerId: UserId;
}

const STATES = { [THUMBNAILS.pending]: 'pending', [THUMBNAILS.ready]: 'ready', [THUMBNAILS.failed]: 'failed' } as const;

/** The fields that rendering needs. */
export function linkedUpload(file: Attachment): LinkedUpload {
  const { id, ownerId, pathId, contentType, width, height, isAnimated, thumbnails } = file;
  const isPicture = width !== null && height !== null && thumbnails !== THUMBNAILS.none;
  const transcoded = isPicture && !BROWSERS_SHOW.has(contentType) ? TRANSCODED_FORMAT.name : null;
  const image = isPicture ? { width, height, isAnimated, transcoded, state: STATES[thumbnails] } : null;
  return { pathId, contentType, image, attachmentId: id, ownerId };
}

/** Image types that all browsers can show. */
const BROWSERS_SHOW = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng']);

/** The thumbnails of a picture. */
export const thumbnailFormatsOf = ({ isAnimated, contentType }: Pick<Attachment, 'isAnimated' | 'contentType'>) => [
  ...THUMBNAIL_FORMATS.filter((format) => isAnimated || !format.isAnimated),
  ...(BROWSERS_SHOW.has(contentType) ? [] : [TRANSCODED_FORMAT]),
];
