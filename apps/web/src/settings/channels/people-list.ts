/** What stands for a person in a list: a name or an address. */
export interface Entry {
  /** Of the list, from 1. */
  readonly line: number;
  readonly text: string;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const BYTE_ORDER_MARK = /^\uFEFF/;
const SEPARATORS = [',', ';', '\t'];
const HEADER = /^(delivery_)?e-?mail( address)?$/i;

/**
 * The people of a pasted list or a CSV file: those of the column of addresses where the first line names one; the
 * addresses of a line that has some, as exports without a header do; or else all names of a line.
 */
export function entriesIn(list: string): Entry[] {
  const records = recordsIn(list.replace(BYTE_ORDER_MARK, ''));
  const column = records[0]?.cells.findIndex((cell) => HEADER.test(cell)) ?? -1;
  if (column >= 0) return records.slice(1).map(({ line, cells }) => ({ line, text: addressOf(cells[column] ?? '') }));
  return records.flatMap(({ line, cells }) => {
    const addresses = cells.filter((cell) => cell.includes('@'));
    const named = addresses.length > 0 ? addresses : cells.filter((cell) => cell !== '');
    return named.map((text) => ({ line, text: addressOf(text) }));
  });
}

/** The address alone, as mail programs write it behind the name. */
const addressOf = (cell: string): string => /<([^<>]+@[^<>]+)>\s*$/.exec(cell)?.[1]?.trim() ?? cell;

/** Lines without anything are left out. A cell in quotes may contain separators and line ends. */
function recordsIn(text: string): Row[] {
  const records: Row[] = [];
  let [line, start, cell, isQuoted] = [1, 1, '', false];
  let cells: string[] = [];
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRecord = () => {
    endCell();
    if (cells.some((one) => one !== '')) records.push({ line: start, cells });
    cells = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '"' && isQuoted && text[at + 1] === '"') cell += text[++at];
    else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (!isQuoted && SEPARATORS.includes(sign)) endCell();
    else if (!isQuoted && sign === '\n') endRecord();
    else cell += sign;
    if (sign !== '\n') continue;
    line++;
    if (!isQuoted) start = line;
  }
  endRecord();
  return records;
}

/** A user who can be named. */
export interface Nameable {
  readonly id: number;
  readonly name: string;
  readonly address: string;
}

interface Line extends Entry {
  /** `null`: no user has the name or address, or several have the name. */
  readonly person: Nameable | null;
  readonly isAmbiguous: boolean;
}

/** Whom the entries of a list name; a user who is named again is left out. */
export function peopleNamed(entries: readonly Entry[], people: readonly Nameable[]): Line[] {
  const byAddress = new Map(people.map((one) => [folded(one.address), one]));
  const byName = new Map<string, Nameable[]>();
  for (const one of people) byName.set(folded(one.name), [...(byName.get(folded(one.name)) ?? []), one]);
  const seen = new Set<number>();
  return entries.flatMap((entry) => {
    const wanted = folded(entry.text);
    const named = byName.get(wanted) ?? [];
    const person = byAddress.get(wanted) ?? (named.length === 1 ? named[0]! : null);
    if (person && seen.has(person.id)) return [];
    if (person) seen.add(person.id);
    return [{ ...entry, person, isAmbiguous: person === null && named.length > 1 }];
  });
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();
