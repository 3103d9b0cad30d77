import type { Upload, UploadedImage } from './media';

/** The organization, two parts of chance, and the name; for patterns with the flag `u`, one group. */
export const UPLOAD_PATH = String.raw`user_uploads/(?!thumbnail/|temporary/)(\d{1,15}/[\w\-]{1,20}/[\w\-]{1,100}/[\p{L}\p{N}\p{M}_.%\-]+)`;
const PATH = new RegExp(`^/?${UPLOAD_PATH}$`, 'u');
const LOADING = '/static/images/loading/loader-black.svg';
/** The one thumbnail that messages show; clients choose another of the server's formats by its name. */
const THUMBNAIL = '840x560';

/** The path id of an upload of this organization, by the address of a link (already without its own host). */
export function pathIdOf(href: string): string | null {
  const written = PATH.exec(href)?.[1];
  if (written === undefined) return null;
  try {
    return decodeURIComponent(written);
  } catch {
    return null; // a percent sign that encodes nothing: no name of ours
  }
}

/** The attributes of the `img` of an upload, without class and alternative text. null: it cannot be shown. */
export function pictureAttributes({
  pathId,
  contentType,
  image,
}: Upload): (Record<string, string> & { src: string }) | null {
  if (!image || image.state === 'failed') return null;
  return {
    ...(image.isAnimated ? { 'data-animated': 'true' } : {}),
    'data-original-content-type': contentType,
    'data-original-dimensions': `${image.width}x${image.height}`,
    ...(image.transcoded === null ? {} : { 'data-transcoded-image': image.transcoded }),
    src: pictureSource(pathId, image),
  };
}

export const PLACEHOLDER_CLASS = 'image-loading-placeholder';

function pictureSource(pathId: string, { state, isAnimated }: UploadedImage): string {
  if (state === 'pending') return LOADING;
  return `/user_uploads/thumbnail/${encodeURI(pathId)}/${THUMBNAIL}${isAnimated ? '-anim' : ''}.webp`;
}

export function uploadAddress(pathId: string): string {
  return `/user_uploads/${encodeURI(pathId)}`;
}
