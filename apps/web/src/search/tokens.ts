import { OF_USERS, Operator } from '../links/narrow';

/** A part of what is written in the search field. */
export interface Token {
  /** As it was written. */
  readonly raw: string;
  /** Where it begins. */
  readonly at: number;
  /** Absent: words to look for. */
  readonly term?: {
    readonly operator: Operator;
    readonly isNegated: boolean;
    /** One, or several users. */
    readonly values: readonly string[];
    /** Where the last of them begins. */
    readonly lastAt: number;
  };
}

/** Operators that users write, with their older names. */
const WRITTEN: Readonly<Record<string, Operator>> = {
  ...{ channel: 'channel', stream: 'channel', channels: 'channels', streams: 'channels', topic: 'topic' },
  ...{ dm: 'dm', 'pm-with': 'dm', 'dm-including': 'dm-including', 'group-pm-with': 'dm-including' },
  ...{ subject: 'topic', sender: 'sender', from: 'sender' },
  ...{ is: 'is', has: 'has', in: 'in', id: 'id', near: 'near', with: 'with' },
};

const HEAD = /(-?)([a-z-]+):/iy;
const PHRASE = /"[^"]*"?|\S+/y;
/** In quotes, `\"` and `\\` stand for one character; any other backslash is one. */
const QUOTED = /"((?:\\["\\]|[^"])*)(?:"|$)/y;

export const operatorOf = (name: string): Operator | undefined => WRITTEN[name.toLowerCase()];

/** @param namesFor names that may be written without quotes, whatever blanks are in them */
export function tokensOf(text: string, namesFor: (operator: Operator) => readonly string[]): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (isBlank(text[at])) at++;
    if (at >= text.length) return tokens;
    const [head, sign, name] = matchAt(HEAD, text, at) ?? [];
    const operator = name === undefined ? undefined : operatorOf(name);
    if (head === undefined || operator === undefined) {
      const [raw] = matchAt(PHRASE, text, at)!;
      tokens.push({ raw, at });
      at += raw.length;
    } else {
      const { end, ...values } = valuesAt(text, at + head.length, operator, namesFor(operator));
      tokens.push({ raw: text.slice(at, end), at, term: { operator, isNegated: sign === '-', ...values } });
      at = end;
    }
  }
}

/** An operand so that it is read as one again, whatever is in it. */
export const quoted = (words: string): string =>
  /[\s",]|^$/u.test(words) ? `"${words.replace(/["\\]/g, '\\$&')}"` : words;

/** What stands in quotes, with or without those at the end. */
export const unquoted = (written: string): string => written.replace(/\\(["\\])/g, '$1');

interface Values {
  readonly values: readonly string[];
  readonly lastAt: number;
  readonly end: number;
}

function valuesAt(text: string, start: number, operator: Operator, names: readonly string[]): Values {
  const values: string[] = [];
  const isList = OF_USERS.has(operator);
  for (let at = start; ; at++) {
    const lastAt = at;
    const inQuotes = matchAt(QUOTED, text, at);
    const bare = inQuotes ? '' : (nameAt(text, at, names) ?? matchAt(isList ? /[^\s,]*/y : /\S*/y, text, at)![0]);
    values.push(inQuotes ? unquoted(inQuotes[1]!) : bare);
    at += inQuotes ? inQuotes[0].length : bare.length;
    if (!isList || text[at] !== ',') return { values, lastAt, end: at };
  }
}

/** The longest of the names that is written out there. */
function nameAt(text: string, at: number, names: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const name of names) {
    const written = text.slice(at, at + name.length);
    const next = text[at + name.length];
    const isWhole = next === undefined || next === ',' || isBlank(next);
    if (isWhole && name.length > (found?.length ?? 0) && written.toLowerCase() === name.toLowerCase()) found = written;
  }
  return found;
}

const isBlank = (letter: string | undefined): boolean => letter !== undefined && /\s/u.test(letter);

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
