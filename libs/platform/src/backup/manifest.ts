/** Rises when an older Parley could not read the archive any more. */
export const FORMAT = 1;

/** The last part of an archive: what the others are, so that a missing or changed one is found before it is used. */
export interface Manifest {
  format: number;
  /** Names of the migrations that had made the schema, oldest first. */
  schema: string[];
  /** ISO 8601; when the snapshot was taken, by the database's clock. */
  createdAt: string;
  /** Of the PostgreSQL that the backup was taken from, such as `18.4`. */
  postgresVersion: string;
  tables: TablePart[];
  sequences: SequenceState[];
  uploads: UploadsPart;
  secret: { sha256: string };
}

export interface TablePart {
  name: string;
  /** In the order of the rows' fields. */
  columns: string[];
  rows: number;
  /** Length and SHA-256 of the rows in COPY's text format. */
  bytes: number;
  sha256: string;
}

export interface SequenceState {
  name: string;
  /** The last number given out, in decimal; null: none yet. */
  last: string | null;
}

export interface UploadsPart {
  files: number;
  bytes: number;
  /** Over path, NUL, length in decimal, NUL and content of each file, in the order of the paths. */
  sha256: string;
}

/** @returns null when the text is not a manifest */
export function parseManifest(text: string): Manifest | null {
  const value = parsed(text);
  return isManifest(value) ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // what is no JSON is no manifest either
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumeral: Check = (value) => typeof value === 'string' && /^-?\d{1,19}$/.test(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const shape =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const hasShapeOfManifest = shape({
  format: isCount,
  schema: listOf(isText),
  createdAt: isText,
  postgresVersion: isText,
  tables: listOf(shape({ name: isText, columns: listOf(isText), rows: isCount, bytes: isCount, sha256: isText })),
  sequences: listOf(shape({ name: isText, last: (value) => value === null || isNumeral(value) })),
  uploads: shape({ files: isCount, bytes: isCount, sha256: isText }),
  secret: shape({ sha256: isText }),
});

const isManifest = (value: unknown): value is Manifest => hasShapeOfManifest(value);
