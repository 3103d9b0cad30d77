import { isUtf8 } from 'node:buffer';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const NO_DIGIT = 0xff;

/** Values of hexadecimal digits by their byte. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? NO_DIGIT : value;
});

/**
 * The fields of an urlencoded form by name; of a repeated name the last value counts. A name or value with invalid
 * escapes is taken literally. Bytes are unescaped in place: parsers that append characters to a string take 60 ms for a
 * megabyte of escapes, and 30 times its memory.
 */
export function fieldsOf(form: Buffer): Record<string, string> {
  const fields = Object.create(null) as Record<string, string>;
  for (let start = 0; start <= form.length;) {
    const end = indexOf(form, AMPERSAND, start, form.length);
    const equals = indexOf(form, EQUALS, start, end);
    if (end > start) fields[text(form.subarray(start, equals))] = text(form.subarray(equals + 1, end));
    start = end + 1;
  }
  return fields;
}

function indexOf(form: Buffer, byte: number, start: number, end: number): number {
  const at = form.subarray(start, end).indexOf(byte);
  return at < 0 ? end : start + at;
}

function text(bytes: Buffer): string {
  putSpaces(bytes);
  const unescaped = unescape(bytes);
  return (unescaped && isUtf8(unescaped) ? unescaped : bytes).toString('utf8');
}

function putSpaces(bytes: Buffer): void {
  for (let at = bytes.indexOf(PLUS); at >= 0 && at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE;
}

/** null where a percent sign is not followed by two hexadecimal digits. */
function unescape(bytes: Buffer): Buffer | null {
  if (!bytes.includes(PERCENT)) return bytes;
  const unescaped = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte !== PERCENT) {
      unescaped[length++] = byte;
      continue;
    }
    const [high, low] = [DIGITS[bytes[at + 1] ?? 0]!, DIGITS[bytes[at + 2] ?? 0]!];
    if (high === NO_DIGIT || low === NO_DIGIT) return null;
    unescaped[length++] = high * 16 + low;
    at += 2;
  }
  return unescaped.subarray(0, length);
}
