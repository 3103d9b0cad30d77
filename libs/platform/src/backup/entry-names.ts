/**
 * The entries of an archive, in this order: its format, each table in numbered pieces, the uploads as plain files in
 * the order of their paths, the secret, the manifest, and the manifest's checksum.
 */
export type Entry =
  | { kind: 'format' }
  | { kind: 'table'; table: string; piece: number }
  | { kind: 'upload'; path: string }
  | { kind: 'secret' }
  | { kind: 'manifest' }
  | { kind: 'checksum' };

const FIXED = {
  'parley-backup': { kind: 'format' },
  'secret-key': { kind: 'secret' },
  'manifest.json': { kind: 'manifest' },
  'manifest.sha256': { kind: 'checksum' },
} as const;

const PIECE = /^tables\/([a-z_][a-z0-9_]*)\/(\d{6,12})$/;
const UPLOADS = 'uploads/';

export function entryName(entry: Entry): string {
  if (entry.kind === 'table') return `tables/${entry.table}/${String(entry.piece).padStart(6, '0')}`;
  if (entry.kind === 'upload') return UPLOADS + entry.path;
  return Object.entries(FIXED).find(([, { kind }]) => kind === entry.kind)![0];
}

/** Null for a name that no archive of this format has. */
export function parseEntryName(name: string): Entry | null {
  if (Object.hasOwn(FIXED, name)) return FIXED[name as keyof typeof FIXED];
  const [, table, piece] = PIECE.exec(name) ?? [];
  if (table) return { kind: 'table', table, piece: Number(piece) };
  const path = name.startsWith(UPLOADS) ? name.slice(UPLOADS.length) : '';
  return isPathInside(path) ? { kind: 'upload', path } : null;
}

/**
 * Whether a path with slashes, joined to a directory, stays inside it. The replacement character is refused: it comes
 * from bytes that are not text, and such a name could not be restored.
 */
export const isPathInside = (path: string): boolean =>
  path
    .split('/')
    .every((segment) => segment !== '' && segment !== '.' && segment !== '..' && !/[\0\\\uFFFD]/.test(segment));
