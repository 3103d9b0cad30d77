import { topicName } from '../app/names';
import { Candidate, MOST } from '../compose/candidates';
import { best, plain } from '../compose/completion';
import { t } from '../i18n';
import { OF_USERS, Operator, operandOf } from '../links/narrow';
import type { Topics } from '../server/topics';
import type { Store } from '../store/store';
import { narrowOfWords, partsOf, wordsOfUser } from './terms';
import { quoted, Token, unquoted } from './tokens';

/** So many channels, and so many people, are offered for words without an operator. */
const FEW = 3;

interface Knowledge {
  readonly store: Store;
  readonly topics: Topics;
}

/** What could stand in place of what is being written at the end of the search field; `insert` is the whole text. */
export function suggestionsFor(store: Store, topics: Topics, text: string): readonly Candidate[] {
  const parts = partsOf(store, text);
  const last = parts.findLastIndex(({ term }) => term !== undefined);
  const ofOperand = last < 0 ? null : operandsFor({ store, topics }, text, parts[last]!);
  return ofOperand ?? wordsFor(store, text, parts.slice(last + 1));
}

/** Operands of the last operator. `null`: it has its operand, and words follow. */
function operandsFor(knowledge: Knowledge, text: string, { raw, at, term }: Token): readonly Candidate[] | null {
  const { operator, lastAt } = term!;
  const written = text.slice(lastAt);
  const isInQuotes = written.startsWith('"');
  const isEnded = at + raw.length < text.length;
  if (isInQuotes && isEnded) return null;
  const sought = isInQuotes ? unquoted(written.slice(1)).replace(/"$/, '') : written;
  const all = valuesOf(knowledge, operator, text);
  const isWhole = (label: string): boolean => plain(label) === plain(sought.trimEnd());
  // A name may go on behind the blank, unless it is written out.
  const found = isEnded
    ? all.filter(({ label }) => plain(label).startsWith(plain(sought)) && !all.some((one) => isWhole(one.label)))
    : best(all, sought, ({ label }) => label, MOST);
  if (isEnded && found.length === 0) return null;
  const before = text.slice(0, lastAt);
  // What is written out needs no suggestion, but may be the beginning of another name.
  const others = found.filter(({ label }) => !isWhole(label)).slice(0, MOST);
  const longer = others.map(candidateOf).map((one) => ({ ...one, insert: `${before}${one.insert} ` }));
  return others.length < found.length ? searchFirst(text, longer) : longer;
}

/** The words themselves stand above what else they could become, so that Enter still searches for them. */
const searchFirst = (text: string, others: readonly Candidate[]): readonly Candidate[] =>
  others.length === 0 ? [] : [{ key: 'words', label: t.searchFor(text.trim()), insert: text }, ...others];

/** Operators, channels and people for words. */
function wordsFor(store: Store, text: string, words: readonly Token[]): readonly Candidate[] {
  const last = words.at(-1);
  if (!last || last.at + last.raw.length < text.length) return [];
  const start = text.slice(0, last.at);
  const sign = last.raw.startsWith('-') ? '-' : '';
  const part = last.raw.slice(sign.length).toLowerCase();
  const ofOperators = operators()
    .filter(([name]) => part !== '' && name.startsWith(part))
    .map(([name, detail]) => ({
      ...{ key: name, label: `${sign}${name}:`, detail, insert: `${start}${sign}${name}:` },
    }));
  return searchFirst(text, [...ofOperators, ...namesFor(store, text, words)]);
}

/** By all the words that stand last, else by the last of them. */
function namesFor(store: Store, text: string, words: readonly Token[]): Candidate[] {
  for (const { at } of [words[0]!, words.at(-1)!]) {
    const [start, sought] = [text.slice(0, at), text.slice(at)];
    if (sought.length < 2) continue;
    const of = (operator: Operator): Candidate[] =>
      best(namesOf(store, operator), sought, ({ label }) => label, FEW)
        .map(candidateOf)
        .map(({ label, insert }) => ({
          ...{ key: `${operator}:${insert}`, label: `${operator}:${label}`, insert: `${start}${operator}:${insert} ` },
        }));
    const found = [...of('channel'), ...of('sender'), ...of('dm')];
    if (found.length > 0) return found;
  }
  return [];
}

const operators = (): readonly (readonly [string, string])[] => [
  ['channel', t.channel],
  ['topic', t.topic],
  ['sender', t.searchSender],
  ['dm', t.directMessages],
  ['dm-including', t.directMessages],
  ['is', WORDS.is!.join(', ')],
  ['has', WORDS.has!.join(', ')],
  ['in', WORDS.in!.join(', ')],
  ['near', t.messageId],
  ['id', t.messageId],
];

const WORDS: Readonly<Record<string, readonly string[]>> = {
  is: ['starred', 'mentioned', 'unread', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
  in: ['home', 'all'],
  channels: ['public'],
};

interface Value {
  readonly label: string;
  readonly detail?: string;
  /** What stands for it in the field. For a user all others are compared, so only that of a shown one is asked for. */
  words(): string;
}

const value = (label: string, words = label): Value => ({ label, words: () => words });

function candidateOf({ label, detail, words }: Value): Candidate {
  const key = words();
  return { key, label, insert: quoted(key), detail };
}

function valuesOf({ store, topics }: Knowledge, operator: Operator, text: string): readonly Value[] {
  if (operator in WORDS) return WORDS[operator]!.map((word) => value(word));
  if (operator !== 'topic') return namesOf(store, operator);
  const channelId = operandOf(narrowOfWords(store, text), 'channel');
  const known = typeof channelId === 'number' ? topics.of(channelId) : [];
  return known.map(({ name }) => value(topicName(name), name));
}

/** Of channels, those of the user first, and of people. */
function namesOf(store: Store, operator: Operator): readonly Value[] {
  if (operator === 'channel')
    return store.channels.all
      .all()
      .filter(({ is_archived: isArchived }) => !isArchived)
      .sort(
        (one, other) =>
          Number(other.subscriptionState === 'subscribed') - Number(one.subscriptionState === 'subscribed'),
      )
      .map(({ name }) => value(name));
  if (!OF_USERS.has(operator)) return [];
  return store.people.users
    .all()
    .filter(({ accountState }) => accountState === 'active')
    .map(({ user_id: id, full_name: name, delivery_email: email }) => ({
      label: name,
      detail: id === store.me ? t.yourself(name) : (email ?? undefined),
      words: () => (id === store.me ? 'me' : wordsOfUser(store, id)),
    }));
}
