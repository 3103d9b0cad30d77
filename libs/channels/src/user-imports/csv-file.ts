import { CsvError, parse } from 'csv-parse/sync';

/** What is wrong with a line of a file; the first line is 1. */
export interface LineError {
  readonly line: number;
  readonly message: string;
}

/** The cells of one record, with the line on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly records: readonly CsvRecord[];
  readonly faults: readonly LineError[];
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** What the parser says of quotes, in words for people. */
const SAID: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened here and never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'Text follows a closing quote; a quote inside quotes is written twice.',
  INVALID_OPENING_QUOTE: 'There is a quote inside a cell that does not begin with one.',
};

/** Spreadsheets would take such a cell for a formula; exports put an apostrophe before it (`csvText`). */
const DISARMED = /^'(?=[=+\-@\t\r])/;

/** After so many records with broken quotes the rest is left unread. */
const MAX_BROKEN = 20;

/**
 * Reads a file of comma-separated values: UTF-8 with or without a byte order mark, lines that end with LF or CRLF.
 * Blank lines are left out. A record with a broken quote is a fault, and reading goes on with the line after it.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const text = textIn(bytes);
  if (text === null) return { records: [], faults: [notUnicode(bytes)] };
  const records: CsvRecord[] = [];
  const faults: LineError[] = [];
  for (let from = 1; faults.length < MAX_BROKEN;) {
    const { records: read, broken } = readFrom(text, from);
    records.push(...read);
    if (!broken) break;
    faults.push(broken);
    from = broken.line + 1;
  }
  return { records, faults };
}

/** The records from a line on, up to the first that is broken. */
function readFrom(text: string, from: number): { records: readonly CsvRecord[]; broken: LineError | null } {
  const records: CsvRecord[] = [];
  let end = from - 1;
  const take = (parsed: unknown) => {
    const { record, info } = parsed as Parsed;
    end = from - 1 + info.lines;
    const breaks = record.join('').split('\n').length - 1;
    if (record.length > 1 || record[0]?.trim()) records.push({ line: end - breaks, cells: record.map(cellOf) });
    return null;
  };
  try {
    const rest = text
      .split('\n')
      .slice(from - 1)
      .join('\n');
    parse(rest, { bom: true, info: true, relax_column_count: true, record_delimiter: ['\r\n', '\n'], on_record: take });
    return { records, broken: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records, broken: { line: end + 1, message: SAID[error.code] ?? 'The line cannot be read.' } };
  }
}

const cellOf = (written: string): string => written.trim().replace(DISARMED, '');

function textIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The first line that is not UTF-8: what older spreadsheets write of a name with an accent. */
function notUnicode(bytes: Uint8Array): LineError {
  let line = 1;
  let from = 0;
  for (
    let at = bytes.indexOf(10);
    at !== -1 && textIn(bytes.subarray(from, at)) !== null;
    at = bytes.indexOf(10, from)
  ) {
    line++;
    from = at + 1;
  }
  return { line, message: 'The file is not UTF-8: save it as "CSV UTF-8".' };
}
