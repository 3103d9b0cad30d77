const MAX_BYTES = 255;
const FALLBACK = 'uploaded-file';
/** A longer ending is not treated as an extension. */
const MAX_EXTENSION_BYTES = 32;

/**
 * A file name that is valid in addresses and in all file systems (docs/protocol/files.md). The letters, digits, `_`, `.`
 * and `-` are kept, spaces become dashes, and other characters are removed.
 */
export function safeFileName(given: string): string {
  const name = given
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return ['', '.', '..'].includes(name) ? FALLBACK : shortened(name);
}

/** The owner's name for the file, without characters that databases or terminals cannot handle. */
export function shownFileName(given: string): string {
  const name = given.toWellFormed().replace(/\p{Cc}/gu, '');
  return [...name].slice(0, MAX_BYTES).join('') || FALLBACK;
}

/** Keeps the extension, because programs depend on it. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const kept = Buffer.byteLength(extension) <= MAX_EXTENSION_BYTES ? extension : '';
  let stem = '';
  let bytes = Buffer.byteLength(kept);
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    stem += character;
  }
  return stem + kept;
}
