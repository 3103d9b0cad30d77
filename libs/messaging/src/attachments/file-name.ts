const MOST_BYTES = 255;
const FALLBACK = 'uploaded-file';
/** Longer ones are no extensions. */
const MOST_EXTENSION_BYTES = 32;

/**
 * A file's name as it may stand in an address and in any file system (docs/protocol/files.md): letters, digits, `_`, `.`
 * and `-` are kept, spaces become dashes, everything else goes.
 */
export function safeFileName(given: string): string {
  const name = given
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_.\s-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return ['', '.', '..'].includes(name) ? FALLBACK : shortened(name);
}

/** The name as its owner gave it, without what no database or terminal should get. */
export function shownFileName(given: string): string {
  const name = given.toWellFormed().replace(/\p{Cc}/gu, '');
  return [...name].slice(0, MOST_BYTES).join('') || FALLBACK;
}

/** The extension stays, since programs go by it. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const kept = Buffer.byteLength(extension) <= MOST_EXTENSION_BYTES ? extension : '';
  let stem = '';
  let bytes = Buffer.byteLength(kept);
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > MOST_BYTES) break;
    stem += character;
  }
  return stem + kept;
}
