import { isUtf8 } from 'node:buffer';

const UNKNOWN_TYPE = 'application/octet-stream';
const PLAIN_TEXT = 'text/plain';

/**
 * Types that a browser may show within our origin, because they cannot run scripts. Neither HTML nor SVG nor other XML.
 * No PDF either, because PDF viewers do not work in the sandbox that applies to files.
 */
const SHOWN = new Set([
  PLAIN_TEXT,
  ...['png', 'apng', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'tiff', 'heic', 'heif'].map((one) => `image/${one}`),
  ...['aac', 'flac', 'mp4', 'mpeg', 'ogg', 'opus', 'wav', 'webm', 'x-m4a'].map((one) => `audio/${one}`),
  ...['mp4', 'ogg', 'quicktime', 'webm'].map((one) => `video/${one}`),
]);

/** Types that are saved under their own type, because a browser does not run them. */
const SAVED = /^(application\/(pdf|zip|gzip|x-[\w.-]+|vnd\.[\w.-]+|msword|rtf)|image\/|audio\/|video\/|font\/)/;

const PLAIN_NAMES = /\.(txt|text|log|md|markdown)$/i;
const MARKUP = /^\s*(<|%!|#!)/;

/** Whether the file is shown in the browser rather than saved. */
export const isShown = (contentType: string): boolean => SHOWN.has(contentType);

/**
 * The type of a file. The bytes decide (`sniffed`: the result of their signature). The client's type and the file
 * extension only refine plain text.
 */
export function mediaTypeOf(
  head: Buffer,
  sniffed: string | null,
  { name, claimedType }: { name: string; claimedType: string },
): string {
  if (sniffed) {
    const [type = sniffed] = sniffed.split(';');
    return SHOWN.has(type) || (SAVED.test(type) && !type.includes('xml')) ? type : UNKNOWN_TYPE;
  }
  const claimsText = PLAIN_NAMES.test(name) || /^text\/plain\b/i.test(claimedType);
  return claimsText && isPlainText(head) ? PLAIN_TEXT : UNKNOWN_TYPE;
}

/** Text without any control characters that other formats use. */
function isPlainText(head: Buffer): boolean {
  const text = head.subarray(0, endOfCharacters(head));
  if (!isUtf8(text) || text.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)))
    return false;
  return !MARKUP.test(text.toString('utf8', 0, 1024));
}

/** The head may end within a character. */
function endOfCharacters(head: Buffer): number {
  let end = head.length;
  while (end > 0 && head.length - end < 3 && (head[end - 1]! & 0xc0) === 0x80) end--;
  return end > 0 && head[end - 1]! >= 0xc0 ? end - 1 : head.length;
}
