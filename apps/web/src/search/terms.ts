import {
  conversationOf,
  Narrow,
  narrowKey,
  OF_MESSAGES,
  OF_USERS,
  Operator,
  reactionsNarrow,
  Term,
} from '../links/narrow';
import type { Store } from '../store/store';
import { quoted, Token, tokensOf } from './tokens';

/** What is written in the search field, by its parts. */
export const partsOf = (store: Store, text: string): Token[] => tokensOf(text, (operator) => namesFor(store, operator));

/** What the words of the search field ask for. Operators that are not known, and users who are not, count as words. */
export function narrowOfWords(store: Store, text: string): Narrow {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const { raw, term } of partsOf(store, text)) {
    const operand = term && operandOfWords(store, term.operator, term.values);
    if (term === undefined || operand === undefined) words.push(raw);
    else terms.push({ operator: term.operator, operand, ...(term.isNegated ? { negated: true } : {}) });
  }
  return words.length === 0 ? terms : [...terms, { operator: 'search', operand: words.join(' ') }];
}

function namesFor(store: Store, operator: Operator): string[] {
  if (operator === 'channel') return store.channels.all.all().map(({ name }) => name);
  return OF_USERS.has(operator) ? store.people.users.all().map(({ full_name: name }) => name) : [];
}

/** The words that ask for a narrow. */
export const wordsOfNarrow = (store: Store, narrow: Narrow): string =>
  narrow
    .map(({ operator, operand, negated }) =>
      operator === 'search'
        ? String(operand)
        : `${negated ? '-' : ''}${operator}:${wordsOfOperand(store, operator, operand)}`,
    )
    .join(' ');

/** What can be taken away from a search: a term, or one of the words to look for. */
export interface Piece {
  readonly term: Term;
  /** The search without it. */
  readonly rest: Narrow;
}

export const piecesOf = (store: Store, narrow: Narrow): Piece[] =>
  narrow.flatMap((term, at) => {
    const instead = (...terms: Term[]): Narrow => [...narrow.slice(0, at), ...terms, ...narrow.slice(at + 1)];
    if (term.operator !== 'search') return [{ term, rest: instead() }];
    const words = partsOf(store, String(term.operand)).map(({ raw }) => raw);
    return words.map((word, of) => {
      const others = words.filter((_, other) => other !== of).join(' ');
      const rest = others === '' ? instead() : instead({ ...term, operand: others });
      return { term: { ...term, operand: word }, rest };
    });
  });

/** Operands of `is` that the sidebar has a view for. */
const OF_SIDEBAR = ['mentioned', 'starred'];

/** Whether a view is what the user searched for, and not a conversation or a view of the sidebar. */
export function isSearch(narrow: Narrow, me: number): boolean {
  if (narrow.length === 0 || conversationOf(narrow)) return false;
  if (narrowKey(narrow) === narrowKey(reactionsNarrow(me))) return false;
  const isPlain = ({ operator, operand }: Term): boolean =>
    ['channel', 'near', 'with'].includes(operator) || (operator === 'is' && OF_SIDEBAR.includes(String(operand)));
  return narrow.length > 1 || !narrow.every(isPlain);
}

function operandOfWords(store: Store, operator: Operator, values: readonly string[]): Term['operand'] | undefined {
  const [words = ''] = values;
  if (operator === 'topic') return words;
  if (words === '') return undefined;
  if (OF_MESSAGES.has(operator)) return /^\d{1,15}$/.test(words) ? Number(words) : undefined;
  if (operator === 'channel') return channelOfWords(store, words);
  if (!OF_USERS.has(operator)) return words.toLowerCase();
  // Several names may stand in the same quotes.
  const names = values.flatMap((one) => (userId(store, one) === undefined ? one.split(',') : [one]));
  const ids = names.map((name) => userId(store, name.trim()));
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** The same letters may be written in two ways, as by Macs. */
const isSame = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (name: string): string => name.normalize().toLowerCase();

/** By the name; a channel that is not known has its id, as long as no other one is called so. */
function channelOfWords(store: Store, words: string): number | string {
  const found = store.channels.all.all().find((channel) => isSame(channel.name, words));
  return found?.stream_id ?? (/^\d{1,15}$/.test(words) ? Number(words) : words);
}

/** A user by the name and id as in mentions, or by the name or the address alone. */
function userId(store: Store, words: string): number | undefined {
  if (words === '') return undefined;
  if (isSame(words, 'me')) return store.me;
  const [, name = '', digits] = /^(.*)\|(\d{1,15})$/su.exec(words) ?? [];
  const id = Number(digits);
  if (digits !== undefined && isSame(store.people.users.peek(id)?.full_name ?? '', name)) return id;
  return store.people.users.all().find((one) => isSame(one.full_name, words) || isSame(one.delivery_email ?? '', words))
    ?.user_id;
}

function wordsOfOperand(store: Store, operator: Operator, operand: Term['operand']): string {
  if (typeof operand === 'object') return operand.map((id) => quoted(wordsOfUser(store, id))).join(',');
  if (operator === 'channel' && typeof operand === 'number')
    return quoted(store.channels.all.peek(operand)?.name ?? String(operand));
  return quoted(String(operand));
}

/** The name, with the id where several have it. */
export function wordsOfUser(store: Store, id: number): string {
  const name = store.people.users.peek(id)?.full_name ?? '';
  return name !== '' && userId(store, name) === id ? name : `${name}|${id}`;
}
