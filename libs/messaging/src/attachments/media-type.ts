import { isUtf8 } from 'node:buffer';

const UNKNOWN_TYPE = 'application/octet-stream';
const PLAIN_TEXT = 'text/plain';

/**
 * What a browser may show within our origin: it can run no script in any of these, whatever their bytes are. Neither
 * HTML nor SVG nor any other XML; and no PDF, whose viewers do not work in the sandbox that we put files into.
 */
const SHOWN = new Set([
  PLAIN_TEXT,
  ...['png', 'apng', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'tiff', 'heic', 'heif'].map((one) => `image/${one}`),
  ...['aac', 'flac', 'mp4', 'mpeg', 'ogg', 'opus', 'wav', 'webm', 'x-m4a'].map((one) => `audio/${one}`),
  ...['mp4', 'ogg', 'quicktime', 'webm'].map((one) => `video/${one}`),
]);

/** Types that are saved under their own name, since nothing comes of showing them. */
const SAVED = /^(application\/(pdf|zip|gzip|x-[\w.-]+|vnd\.[\w.-]+|msword|rtf)|image\/|audio\/|video\/|font\/)/;

const PLAIN_NAMES = /\.(txt|text|log|md|markdown)$/i;
const MARKUP = /^\s*(<|%!|#!)/;

/** Whether the file is shown where it is, rather than saved. */
export const isShown = (contentType: string): boolean => SHOWN.has(contentType);

/**
 * What a file is. Its bytes decide (`sniffed`: what their signature says); what the client claims and what the name ends
 * in are only believed where it makes a text of a text.
 */
export function mediaTypeOf(
  head: Buffer,
  sniffed: string | null,
  { name, claimedType }: { name: string; claimedType: string },
): string {
  if (sniffed) {
    const [type] = sniffed.split(';');
    return SHOWN.has(type) || (SAVED.test(type) && !type.includes('xml')) ? type : UNKNOWN_TYPE;
  }
  const claimsText = PLAIN_NAMES.test(name) || /^text\/plain\b/i.test(claimedType);
  return claimsText && isPlainText(head) ? PLAIN_TEXT : UNKNOWN_TYPE;
}

/** Text that nobody could take for something else. */
function isPlainText(head: Buffer): boolean {
  const text = head.subarray(0, endOfCharacters(head));
  if (!isUtf8(text) || text.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)))
    return false;
  return !MARKUP.test(text.toString('utf8', 0, 1024));
}

/** The head may end in the middle of a character. */
function endOfCharacters(head: Buffer): number {
  let end = head.length;
  while (end > 0 && head.length - end < 3 && (head[end - 1] & 0xc0) === 0x80) end--;
  return end > 0 && head[end - 1] >= 0xc0 ? end - 1 : head.length;
}
