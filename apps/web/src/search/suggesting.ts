import { topicName } from '../app/names';
import { Candidate, MOST } from '../compose/candidates';
import { best } from '../compose/completion';
import { t } from '../i18n';
import { operandOf } from '../links/narrow';
import type { Topics } from '../server/topics';
import type { Store } from '../store/store';
import { narrowOfWords, quoted, wordsOfUser } from './terms';

/** What could stand in place of the last operator or operand of the search field; `insert` is the whole text. */
export function suggestionsFor(store: Store, topics: Topics, text: string): readonly Candidate[] {
  const [, before = '', sign = '', name, operand = ''] = LAST.exec(text) ?? [];
  if (name === undefined) return operatorsFor(/\S*$/u.exec(text)?.[0] ?? '', text);
  const sought = operand.replaceAll('"', '');
  const found = best(valuesOf(store, topics, name.toLowerCase(), text), sought, ({ label }) => label, MOST);
  // What is written out needs no suggestion.
  if (found.some(({ label }) => label.toLowerCase() === sought.toLowerCase())) return [];
  return found.map((one) => ({ ...one, insert: `${before}${sign}${name}:${one.insert} ` }));
}

const LAST = /^(.*?(?:^|\s))(-?)([a-z-]+):("[^"]*|[^\s"]*)$/isu;

/** Below the words themselves, so that Enter still searches for them. */
function operatorsFor(word: string, text: string): Candidate[] {
  const sign = word.startsWith('-') ? '-' : '';
  const part = word.slice(sign.length).toLowerCase();
  const found = part === '' ? [] : operators().filter(([name]) => name.startsWith(part));
  if (found.length === 0) return [];
  const start = text.slice(0, text.length - word.length);
  return [
    { key: 'words', label: t.searchFor(text.trim()), insert: text },
    ...found.map(([name, detail]) => ({
      ...{ key: name, label: `${sign}${name}:`, detail, insert: `${start}${sign}${name}:` },
    })),
  ];
}

const operators = (): readonly (readonly [string, string])[] => [
  ['channel', t.channel],
  ['topic', t.topic],
  ['sender', t.searchSender],
  ['dm', t.directMessages],
  ['is', 'starred, mentioned, unread, dm, followed, resolved'],
  ['has', 'link, image, attachment, reaction'],
];

const WORDS: Readonly<Record<string, readonly string[]>> = {
  is: ['starred', 'mentioned', 'unread', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
  has: ['link', 'image', 'attachment', 'reaction'],
};

const candidate = (label: string, insert = label, detail?: string): Candidate => ({
  ...{ key: insert, label, insert: quoted(insert), detail },
});

function valuesOf(store: Store, topics: Topics, operator: string, text: string): readonly Candidate[] {
  if (operator in WORDS) return WORDS[operator]!.map((word) => candidate(word));
  if (operator === 'channel')
    return store.channels.all
      .all()
      .filter(({ is_archived: isArchived }) => !isArchived)
      .sort((one, other) => Number(other.standing === 'subscribed') - Number(one.standing === 'subscribed'))
      .map(({ name }) => candidate(name));
  if (operator === 'topic') {
    const channelId = operandOf(narrowOfWords(store, text), 'channel');
    const known = typeof channelId === 'number' ? topics.of(channelId) : [];
    return known.map(({ name }) => candidate(topicName(name), name));
  }
  if (!['sender', 'from', 'dm', 'dm-including'].includes(operator)) return [];
  return store.people.users
    .all()
    .filter(({ standing }) => standing === 'active')
    .map(({ user_id: id, full_name: name, delivery_email: email }) =>
      id === store.me
        ? candidate(name, 'me', t.yourself(name))
        : candidate(name, wordsOfUser(store, id), email ?? undefined),
    );
}
