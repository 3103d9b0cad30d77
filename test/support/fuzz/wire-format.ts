/** A name and its text, as in a form. */
export type Pair = [name: string, text: string];
export type Headers = Record<string, string>;

const BOUNDARY = 'fuzz-boundary-7d1b';

/** Bytes of a text; half a surrogate pair becomes the three bytes that every UTF-8 decoder should reject. */
function bytesOf(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = [...text].map((point) => {
    const code = point.codePointAt(0)!;
    const isHalf = code >= 0xd800 && code < 0xe000;
    return isHalf ? Buffer.from([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]) : Buffer.from(point);
  });
  return Buffer.concat(parts);
}

export function percentEncoded(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  return Array.from(bytesOf(text), (byte) => {
    const isPlain = (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
    return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

export const form = (pairs: readonly Pair[]): string =>
  pairs.map(([name, text]) => `${percentEncoded(name)}=${percentEncoded(text)}`).join('&');

/** Represents a small picture, which is no text. */
export const PICTURE_WORD = 'a picture';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The texts are sent as they are; characters that would end a header are removed from names. */
export function multipart(
  pairs: readonly Pair[],
  files: ReadonlySet<string> = new Set(),
): { type: string; body: Buffer } {
  const parts = pairs.flatMap(([name, text], index) => {
    const isFile = files.size > 0 ? files.has(name) : index % 7 === 6;
    const disposition = `form-data; name="${name.replace(/[\r\n"]/g, '')}"${isFile ? '; filename="../../x"' : ''}`;
    if (files.has(name) && text === PICTURE_WORD)
      return [
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
        PICTURE,
        Buffer.from('\r\n'),
      ];
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
      bytesOf(text),
      Buffer.from('\r\n'),
    ];
  });
  const body = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}
