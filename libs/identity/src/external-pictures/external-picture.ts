/** What is shown of another site. */
export interface ExternalPicture {
  /** As the bytes say, whatever the site says. */
  readonly contentType: string;
  readonly body: Buffer;
}

/** Bytes of a picture or sound; a larger one is not shown. */
export const LARGEST_PICTURE = 8 * 1024 * 1024;

const PICTURES = ['png', 'apng', 'jpeg', 'gif', 'webp', 'avif', 'bmp'].map((one) => `image/${one}`);
const SOUNDS = ['aac', 'flac', 'mp4', 'mpeg', 'ogg', 'opus', 'wav', 'webm', 'x-m4a'].map((one) => `audio/${one}`);
const SHOWN = new Set([...PICTURES, ...SOUNDS]);

/** What a site may call them. Everything else is not even read. */
export const ANSWERED_TYPES: readonly string[] = [
  ...SHOWN,
  ...['image/jpg', 'image/pjpeg', 'image/x-png', 'image/x-ms-bmp', 'image/vnd.microsoft.icon'],
  ...['audio/mp3', 'audio/x-wav', 'audio/wave', 'audio/x-flac', 'audio/aacp', 'application/ogg'],
  ...['application/octet-stream', 'binary/octet-stream'],
];

/** The type to serve what has this signature under; `null`: it is neither a picture nor a sound that runs no script. */
export function shownTypeOf(sniffed: string | undefined): string | null {
  const [type = ''] = (sniffed ?? '').split(';');
  return SHOWN.has(type) ? type : null;
}
