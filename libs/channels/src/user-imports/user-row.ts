import { ROLE, type Role } from '@app/identity';
import { type CsvRecord, type LineError, readCsv } from './csv-file';

/** A person as a line of the file describes the account. */
export interface UserRow {
  readonly line: number;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** `null`: the file does not say. */
  readonly isActive: boolean | null;
  /** Names of groups to join. */
  readonly groups: readonly string[];
  /** Names of channels to subscribe to. */
  readonly channels: readonly string[];
}

export interface UserRows {
  readonly rows: readonly UserRow[];
  readonly faults: readonly LineError[];
}

/** The columns, in the order of an export. */
export const USER_COLUMNS = ['email', 'full_name', 'role', 'active', 'groups', 'channels'] as const;
type Column = (typeof USER_COLUMNS)[number];
const REQUIRED: readonly Column[] = ['email', 'full_name', 'role'];

/** Between the names in a cell of groups or channels. */
export const NAMES_SEPARATOR = ';';

export const MAX_ROWS = 10_000;
/** Of a whole file: 10,000 people with some groups and channels each. */
export const MAX_BYTES = 4 * 1024 * 1024;
const MAX_CELL = 2_000;
const MAX_NAMES = 100;

const ROLES: ReadonlyMap<string, Role> = new Map(Object.entries(ROLE));
const ACTIVE: ReadonlyMap<string, boolean | null> = new Map([
  ['', null],
  ['true', true],
  ['false', false],
]);

/** Reads the people of a file. Each line that does not say what it should is a fault. */
export function readUserRows(bytes: Uint8Array): UserRows {
  if (bytes.length > MAX_BYTES) return refused(1, `The file is larger than ${MAX_BYTES / 1024 / 1024} MiB: divide it.`);
  const { records, faults } = readCsv(bytes);
  const [header, ...people] = records;
  if (!header) return faults.length > 0 ? { rows: [], faults } : refused(1, 'The file is empty.');
  const wrong = objectionToHeader(header.cells.map(columnName));
  if (wrong !== null) return refused(header.line, wrong);
  if (people.length > MAX_ROWS)
    return refused(people[MAX_ROWS]!.line, `The file has more than ${MAX_ROWS} people: divide it.`);
  const columns = header.cells.map(columnName) as Column[];
  const read = people.map((record) => rowOf(columns, record));
  const found = read.flatMap((one) => ('message' in one ? [one] : []));
  return { rows: read.flatMap((one) => ('message' in one ? [] : [one])), faults: [...faults, ...found].sort(byLine) };
}

export const byLine = (one: LineError, other: LineError): number => one.line - other.line;

const refused = (line: number, message: string): UserRows => ({ rows: [], faults: [{ line, message }] });

const columnName = (cell: string): string => cell.toLowerCase();

function objectionToHeader(names: readonly string[]): string | null {
  const known: readonly string[] = USER_COLUMNS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = names.length === 1 && unknown.includes(';') ? ' Columns are separated by commas.' : '';
    return `There is no column "${unknown}": the columns are ${USER_COLUMNS.join(', ')}.${hint}`;
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `The column "${twice}" is there twice.`;
  const missing = REQUIRED.find((name) => !names.includes(name));
  return missing === undefined ? null : `The column "${missing}" is missing.`;
}

function rowOf(columns: readonly Column[], { line, cells }: CsvRecord): UserRow | LineError {
  const fault = (message: string): LineError => ({ line, message });
  if (cells.length !== columns.length)
    return fault(`The line has ${cells.length} cells, and the first line has ${columns.length}.`);
  const long = columns.find((_, at) => cells[at]!.length > MAX_CELL);
  if (long !== undefined) return fault(`The cell of "${long}" is longer than ${MAX_CELL} characters.`);
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
  const role = ROLES.get(cell('role').toLowerCase());
  if (role === undefined) return fault(`"${cell('role')}" is no role: the roles are ${[...ROLES.keys()].join(', ')}.`);
  const isActive = ACTIVE.get(cell('active').toLowerCase());
  if (isActive === undefined) return fault(`"${cell('active')}" is neither true nor false.`);
  const [groups, channels] = [namesIn(cell('groups')), namesIn(cell('channels'))];
  if (groups.length > MAX_NAMES || channels.length > MAX_NAMES)
    return fault(`A cell names more than ${MAX_NAMES} groups or channels.`);
  return { line, email: cell('email'), fullName: cell('full_name'), role, isActive, groups, channels };
}

function namesIn(cell: string): string[] {
  const names = cell.split(NAMES_SEPARATOR).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
