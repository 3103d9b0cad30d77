import { pictureAttributes, PLACEHOLDER_CLASS, uploadAddress } from '../media/uploads';
import type { Upload } from '../media/media';
import { InlineToken, element, voidElement } from './inline-token';
import type { InlineContext } from './passes';

const SOUND = /^https?:\/\/[^?#]+\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)(?:[?#]|$)/i;

/** `![text](address)` of an uploaded image or of a sound; null: it becomes a link like any other. */
export function shownInText(label: string, address: string, { references }: InlineContext): InlineToken[] | null {
  const title = label.trim() || undefined;
  const upload = references.uploadAt(address);
  if (upload) return shownUpload(upload, label, title);
  const { organization } = references;
  if (!organization?.previewsImages || !SOUND.test(address)) return null;
  return sound(organization.externalImageProxy?.(address) ?? address, title, { 'data-original-url': address });
}

function shownUpload(upload: Upload, label: string, title: string | undefined): InlineToken[] | null {
  const address = uploadAddress(upload.pathId);
  const { pathId, contentType, image } = upload;
  if (contentType.startsWith('audio/')) return sound(address, title, {}, pathId);
  const picture = pictureAttributes(upload);
  if (!image || !picture) return null;
  const { src, 'data-transcoded-image': transcoded, ...described } = picture;
  const attributes = {
    alt: label,
    class: image.state === 'pending' ? `inline-image ${PLACEHOLDER_CLASS}` : 'inline-image',
    ...described,
    'data-original-src': address,
    ...(transcoded === undefined ? {} : { 'data-transcoded-image': transcoded }),
    src,
  };
  return voidElement('img', attributes, { kind: 'shown image', pathId });
}

function sound(
  src: string,
  title: string | undefined,
  data: Record<string, string> = {},
  pathId: string | null = null,
): InlineToken[] {
  return element(
    'audio',
    { controls: '', ...data, preload: 'metadata', src, ...(title === undefined ? {} : { title }) },
    [],
    pathId === null ? undefined : { kind: 'upload', pathId },
  );
}
