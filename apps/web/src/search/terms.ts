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

/** Operators that users write, with their older names. */
const WRITTEN: Readonly<Record<string, Operator>> = {
  ...{ channel: 'channel', stream: 'channel', channels: 'channels', streams: 'channels', topic: 'topic' },
  ...{ dm: 'dm', 'pm-with': 'dm', 'dm-including': 'dm-including', sender: 'sender', from: 'sender' },
  ...{ is: 'is', has: 'has', in: 'in', id: 'id', near: 'near', with: 'with' },
};
/** An operator with its operand, words in quotes, or a word. */
const TOKENS = /(?<sign>-?)(?<name>[a-z-]+):(?<operand>"[^"]*"?|\S*)|"[^"]*"?|\S+/giu;

/** What the words of the search field ask for. Operators that are not known, and users who are not, count as words. */
export function narrowOfWords(store: Store, text: string): Narrow {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const { 0: token, groups } of withQuotes(store, text).matchAll(TOKENS)) {
    const operator = WRITTEN[groups?.name?.toLowerCase() ?? ''];
    const operand = operator && operandOfWords(store, operator, (groups?.operand ?? '').replaceAll('"', ''));
    if (operator === undefined || operand === undefined) words.push(token);
    else terms.push({ operator, operand, ...(groups?.sign === '-' ? { negated: true } : {}) });
  }
  return words.length === 0 ? terms : [...terms, { operator: 'search', operand: words.join(' ') }];
}

const NAMING = /(?<=^|\s)-?(?<name>[a-z-]+):(?!")/giu;

/** Names of channels and users that are written out need no quotes, whatever blanks are in them. */
function withQuotes(store: Store, text: string): string {
  let [quotedText, end] = ['', 0];
  for (const { 0: before, index, groups } of text.matchAll(NAMING)) {
    const at = index + before.length;
    const rest = text.slice(at).toLowerCase();
    const isWritten = (name: string): boolean =>
      name.includes(' ') && rest.startsWith(name.toLowerCase()) && /^(?:\s|$)/u.test(rest.slice(name.length));
    const [name] = namesFor(store, WRITTEN[groups!.name!.toLowerCase()])
      .filter(isWritten)
      .sort((one, other) => other.length - one.length);
    if (name === undefined || at < end) continue;
    quotedText += `${text.slice(end, at)}"${name}"`;
    end = at + name.length;
  }
  return quotedText + text.slice(end);
}

function namesFor(store: Store, operator: Operator | undefined): string[] {
  if (operator === 'channel') return store.channels.all.all().map(({ name }) => name);
  if (operator === undefined || !OF_USERS.has(operator)) return [];
  return store.people.users.all().map(({ full_name: name }) => name);
}

/** The words that ask for a narrow. */
export const wordsOfNarrow = (store: Store, narrow: Narrow): string =>
  narrow
    .map(({ operator, operand, negated }) =>
      operator === 'search'
        ? String(operand)
        : `${negated ? '-' : ''}${operator}:${quoted(wordsOfOperand(store, operator, operand))}`,
    )
    .join(' ');

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

export const quoted = (words: string): string => (/\s|^$/u.test(words) ? `"${words}"` : words);

function operandOfWords(store: Store, operator: Operator, words: string): Term['operand'] | undefined {
  if (operator === 'topic') return words;
  if (words === '') return undefined;
  if (OF_MESSAGES.has(operator)) return /^\d{1,15}$/.test(words) ? Number(words) : undefined;
  if (operator === 'channel') return channelId(store, words) ?? words;
  if (!OF_USERS.has(operator)) return words.toLowerCase();
  const ids = words.split(',').map((name) => userId(store, name.trim()));
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const channelId = (store: Store, name: string): number | undefined =>
  store.channels.all.all().find((channel) => isSame(channel.name, name))?.stream_id;

/** A user by the name, the address, or as in mentions by name and id. */
function userId(store: Store, words: string): number | undefined {
  if (isSame(words, 'me')) return store.me;
  const [, name, id] = /^(.*?)(?:\|(\d{1,15}))?$/su.exec(words) ?? [];
  const isMeant = ({ user_id, full_name, delivery_email }: (typeof people)[number]): boolean =>
    id === undefined ? isSame(full_name, name ?? '') || isSame(delivery_email ?? '', words) : user_id === Number(id);
  const people = store.people.users.all();
  return people.find(isMeant)?.user_id;
}

function wordsOfOperand(store: Store, operator: Operator, operand: Term['operand']): string {
  if (typeof operand === 'object') return operand.map((id) => wordsOfUser(store, id)).join(',');
  if (operator === 'channel' && typeof operand === 'number')
    return store.channels.all.peek(operand)?.name ?? String(operand);
  return String(operand);
}

/** The name, with the id where several have it. */
export function wordsOfUser(store: Store, id: number): string {
  const name = store.people.users.peek(id)?.full_name ?? '';
  const isAlone = !name.includes(',') && name !== '' && userId(store, name) === id;
  return isAlone ? name : `${name.replaceAll(',', ' ')}|${id}`;
}
