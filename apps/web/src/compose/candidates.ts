import { channelName, topicName, userName } from '../app/names';
import { locale, t } from '../i18n';
import type { Conversation } from '../links/narrow';
import { LANGUAGES } from '../markdown/languages';
import type { EmojiNames } from '../server/emoji-names';
import type { Topics } from '../server/topics';
import { nowMs } from '../store/clock';
import { isPermitted, mayMentionAll, mayMentionTopic } from '../store/rights';
import type { Store } from '../store/store';
import { glyphOf } from '../ui/emoji';
import { best, Sought } from './completion';
import { suggestedTimes } from './suggested-times';

/** What can be put in place of what the user has typed. */
export interface Candidate {
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  /** An emoji before it. */
  readonly symbol?: string;
  readonly insert: string;
  /** The caret stands so many letters before the end of it. */
  readonly back?: number;
  /** Of a channel: what stands before the name of a topic. */
  readonly topicsFrom?: string;
}

export interface Knowledge {
  readonly store: Store;
  readonly topics: Topics;
  readonly emojiNames: EmojiNames;
  readonly conversation: Conversation | null;
}

/** So many are shown at once. */
export const MOST = 8;

export function candidatesFor(sought: Sought, knowledge: Knowledge): readonly Candidate[] {
  switch (sought.kind) {
    case 'mention':
      return mentions(sought.query, sought.isSilent, knowledge);
    case 'channel':
      return channels(sought.query, knowledge);
    case 'topic':
      return topicsOf(sought.channel, sought.query, knowledge);
    case 'emoji':
      return emojiFor(sought.query, knowledge);
    case 'language':
      return languages(sought.query, sought.fence);
    case 'time':
      return suggestedTimes(sought.query, new Date(nowMs()), locale).map(({ name, detail, iso }) => ({
        ...{ key: name, label: name, detail, insert: `<time:${iso}> ` },
      }));
    case 'command':
      return best(commands(), sought.query, ({ key }) => key, MOST);
  }
}

/** The user's own saved texts, by their titles. */
export const snippetsFor = (query: string, { store }: Pick<Knowledge, 'store'>): readonly Candidate[] =>
  best(store.lists.get('saved_snippets'), query, ({ title }) => title, MOST).map(({ id, title, content }) => ({
    ...{ key: `snippet ${id}`, label: title, detail: content.slice(0, 60), insert: content },
  }));

function mentions(query: string, isSilent: boolean, { store, conversation }: Knowledge): Candidate[] {
  const muted = new Set(store.lists.get('muted_users').map(({ id }) => id));
  const near = new Set(conversation?.kind === 'direct' ? conversation.userIds : []);
  const people = store.people.users
    .all()
    .filter(({ accountState, user_id }) => accountState === 'active' && !muted.has(user_id))
    .sort((one, other) => Number(near.has(other.user_id)) - Number(near.has(one.user_id)));
  const names = new Map<string, number>();
  for (const { full_name: name } of people) names.set(name, (names.get(name) ?? 0) + 1);
  const [open, groupOpen] = isSilent ? ['@_**', '@_*'] : ['@**', '@*'];
  const all: Candidate[] = people.map(({ user_id, full_name: name, is_guest, is_bot, delivery_email }) => ({
    key: `user ${user_id}`,
    label: name,
    detail: is_guest ? t.guest : is_bot ? t.bot : (delivery_email ?? undefined),
    insert: `${open}${name}${names.get(name)! > 1 ? `|${user_id}` : ''}** `,
  }));
  const wildcards = isSilent ? [] : wildcardsIn(store, conversation);
  const groups = store.people.groups
    .all()
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .filter(({ can_mention_group }) => isSilent || isPermitted(store, can_mention_group))
    .map(({ id, name, description }) => ({
      ...{ key: `group ${id}`, label: name, detail: description || t.group, insert: `${groupOpen}${name}* ` },
    }));
  return best([...all, ...groups, ...wildcards], query, ({ label }) => label, MOST);
}

/** Those that the server would accept. */
function wildcardsIn(store: Store, conversation: Conversation | null): Candidate[] {
  const all = conversation?.kind === 'direct' ? ['all', 'everyone'] : ['all', 'everyone', 'channel'];
  return [
    ...(mayMentionAll(store, conversation) ? all : []).map((name) => wildcard(name, t.mentionAll)),
    ...(mayMentionTopic(store, conversation) ? [wildcard('topic', t.mentionTopic)] : []),
  ];
}

const wildcard = (name: string, detail: string): Candidate => ({
  ...{ key: name, label: name, detail, insert: `@**${name}** ` },
});

function channels(query: string, { store }: Knowledge): Candidate[] {
  const open = store.channels.all
    .all()
    .filter(({ is_archived }) => !is_archived)
    .sort(
      (one, other) => Number(other.subscriptionState === 'subscribed') - Number(one.subscriptionState === 'subscribed'),
    );
  return best(open, query, ({ name }) => name, MOST).map(({ stream_id, name, description }) => ({
    ...{ key: `channel ${stream_id}`, label: `#${name}`, detail: description, insert: `#**${name}** ` },
    topicsFrom: `#**${name}>`,
  }));
}

function topicsOf(name: string, query: string, { store, topics }: Knowledge): Candidate[] {
  const channel = store.channels.all.all().find((one) => one.name === name);
  if (!channel) return [];
  return best(topics.of(channel.stream_id), query, (one) => one.name, MOST).map((one) => ({
    key: `topic ${one.name}`,
    label: topicName(one.name),
    detail: channelName(store, channel.stream_id),
    insert: `#**${name}>${one.name}** `,
  }));
}

function emojiFor(query: string, { store, emojiNames }: Knowledge): Candidate[] {
  const own = Object.values(store.lists.get('realm_emoji'))
    .filter(({ deactivated }) => !deactivated)
    .map(({ name }) => ({ name, code: '' }));
  const all = [...own, ...emojiNames.all];
  return best(all, query.toLowerCase(), ({ name }) => name, MOST).map(({ name, code }) => ({
    ...{ key: `${name} ${code}`, label: `:${name}:`, insert: `:${name}: ` },
    symbol: code === '' ? undefined : glyphOf(code, name),
  }));
}

/** The caret goes between the fences. Without letters, a block without a language comes first. */
function languages(query: string, fence: string): Candidate[] {
  const block = (language: string) => `${language}\n\n${fence}`;
  const none = { key: 'none', label: t.plainBlock, insert: block(''), back: fence.length + 1 };
  const found = best(LANGUAGES, query, (name) => name, MOST - 1).map((name) => ({
    ...{ key: name, label: name, insert: block(name), back: fence.length + 1 },
  }));
  return query === '' ? [none, ...found] : found;
}

const commands = (): Candidate[] => [
  { key: 'me', label: '/me', detail: t.commandMe, insert: '/me ' },
  { key: 'poll', label: '/poll', detail: t.commandPoll, insert: '/poll ' },
  { key: 'todo', label: '/todo', detail: t.commandTodo, insert: '/todo ' },
];

/** Asks for what candidates of that kind are made of. */
export function prepare(sought: Sought, { store, topics, emojiNames }: Knowledge): void {
  if (sought.kind === 'emoji') void emojiNames.load(store.organization.get('server_emoji_data_url'));
  const channel = sought.kind === 'topic' && store.channels.all.peekAll().find(({ name }) => name === sought.channel);
  if (channel) void topics.load(channel.stream_id).catch(() => undefined);
}

/** For the field that names people. */
export function peopleFor(query: string, chosen: readonly number[], { store }: Pick<Knowledge, 'store'>): Candidate[] {
  const people = store.people.users
    .all()
    .filter(({ accountState, user_id }) => accountState === 'active' && !chosen.includes(user_id));
  return best(people, query, ({ full_name }) => full_name, MOST).map(({ user_id }) => ({
    ...{ key: `user ${user_id}`, label: userName(store, user_id), insert: String(user_id) },
  }));
}
