import type { Random } from '../support/fuzz/random';
import { ascending, expectAbsent, Probe, same } from './channel-paths';
import type { Channel, Message } from './facts';
import type { Model } from './model';
import { shownVersions } from './model-changes';
import { ABSENT_ID, Actor, Disagreement, Scene } from './scene';

interface MessageObject {
  id: number;
  stream_id?: number;
  subject: string;
  sender_id: number;
  sender_full_name: string;
  flags: string[];
  reactions: { user_id: number }[];
}

interface MessageVersion {
  topic: string;
  content: string;
}

const COMPARED_FLAGS = ['historical', 'read', 'starred'];
const NEWEST = { anchor: 'newest', num_before: 1_000, allow_empty_topic_name: true };

const shown = ({ id, stream_id, subject, sender_id, flags, reactions }: MessageObject): unknown[] => [
  id,
  stream_id ?? null,
  subject,
  sender_id,
  flags.filter((flag) => COMPARED_FLAGS.includes(flag)).sort(),
  ascending(reactions.map(({ user_id }) => user_id)),
];

/** A reader without a row sees a message that was never received as read. */
const expected = (user: number, { id, channelId, topic, senderId, ...message }: Message): unknown[] => [
  id,
  channelId,
  topic,
  senderId,
  [
    ...(!message.rows.has(user) || message.historical.has(user) ? ['historical'] : []),
    ...(message.unread.has(user) ? [] : ['read']),
    ...(message.starred.has(user) ? ['starred'] : []),
  ],
  ascending(message.reactions),
];

/** The word by which a search finds it. */
const wordsOf = ({ ofTopic, ofText }: Message): string[] => [...ofTopic, ...ofText];

export type Term = { operator: string; operand: unknown; negated?: boolean };

export async function checkNarrow(scene: Scene, who: Actor, narrow: Term[], wanted: readonly Message[]): Promise<void> {
  const { messages } = await scene.get(who, 'messages', { ...NEWEST, narrow });
  const place = `GET messages ${JSON.stringify(narrow)}`;
  same(
    place,
    who,
    (messages as MessageObject[]).map(shown),
    wanted.map((one) => expected(who.id, one)),
  );
}

/** Lists, once for each user. */
export function messageListProbes(scene: Scene, who: Actor, random: Random): Probe[] {
  const narrows: [Term[], (model: Model) => Message[]][] = [
    [[], (model) => model.feed(who.id)],
    [
      [{ operator: 'is', operand: 'starred' }],
      (model) => model.feed(who.id).filter(({ starred }) => starred.has(who.id)),
    ],
    [[{ operator: 'is', operand: 'unread' }], (model) => model.feed(who.id).filter(({ unread }) => unread.has(who.id))],
    [[{ operator: 'is', operand: 'dm' }], (model) => model.feed(who.id).filter(({ channelId }) => channelId === null)],
    [
      [{ operator: 'has', operand: 'reaction' }],
      (model) => model.feed(who.id).filter(({ reactions }) => reactions.size > 0),
    ],
    [[{ operator: 'channels', operand: 'public' }], (model) => ofKind(model, who, ({ isPrivate }) => !isPrivate)],
    [
      [{ operator: 'channels', operand: 'web-public' }],
      (model) =>
        model.inChannels(
          who.id,
          [...model.channels.values()].filter(({ isWebPublic }) => isWebPublic),
        ),
    ],
  ];
  const other = random.pick(scene.people);
  narrows.push([
    [{ operator: 'sender', operand: other.id }],
    (model) => model.feed(who.id).filter(({ senderId }) => senderId === other.id),
  ]);
  const said = [...scene.model.messages.values()].flatMap((one) =>
    wordsOf(one).filter((one) => /^t(ext|opic)/.test(one)),
  );
  if (said.length > 0) {
    const word = random.pick(said);
    narrows.push([
      [{ operator: 'search', operand: word }],
      (model) => model.feed(who.id).filter((one) => wordsOf(one).includes(word)),
    ]);
  }
  narrows.push([[{ operator: 'dm', operand: [other.id] }], (model) => conversation(model, who, [who.id, other.id])]);
  const probes = narrows.map(([narrow, wanted]): Probe => ({
    who,
    place: `GET messages ${narrow.map(({ operator, operand }) => `${operator}:${operand}`).join()}`,
    check: () => checkNarrow(scene, who, narrow, wanted(scene.model)),
  }));
  return [...probes, { who, place: 'GET messages?message_ids', check: () => checkIds(scene, who, random) }];
}

/**
 * A narrow by kind of channel searches whole channels; for guests the personal history, except for web-public channels.
 */
function ofKind(model: Model, who: Actor, isMeant: (channel: Channel) => boolean): Message[] {
  const found = model.inChannels(who.id, [...model.channels.values()].filter(isMeant));
  return model.isGuest(who.id) ? found.filter(({ rows }) => rows.has(who.id)) : found;
}

function conversation(model: Model, who: Actor, ids: number[]): Message[] {
  const wanted = new Set(ids);
  return model
    .feed(who.id)
    .filter(
      ({ channelId, people }) => channelId === null && people.size === wanted.size && ids.every((id) => people.has(id)),
    );
}

async function checkIds(scene: Scene, who: Actor, random: Random): Promise<void> {
  const all = scene.model.allMessages();
  const message_ids = [...random.shuffled(all.map(({ id }) => id)).slice(0, 40), ABSENT_ID];
  const { messages } = await scene.get(who, 'messages', { message_ids, allow_empty_topic_name: true });
  const wanted = scene.model.feed(who.id).filter(({ id }) => message_ids.includes(id));
  same(
    'GET messages?message_ids',
    who,
    (messages as MessageObject[]).map(shown),
    wanted.map((one) => expected(who.id, one)),
  );
}

/** The messages of one channel. */
export function channelMessageProbes(scene: Scene, who: Actor, { id }: Channel, random: Random): Probe[] {
  const byNarrow = async (extra: Term[], fits: (message: Message) => boolean) => {
    const { model } = scene;
    const channel = model.channels.get(id)!;
    const operand = random.chance(0.5) ? id : channel.name;
    const narrow = (value: unknown): Term[] => [{ operator: 'channel', operand: value }, ...extra];
    if (model.readsContent(who.id, channel))
      return checkNarrow(scene, who, narrow(operand), model.inChannels(who.id, [channel]).filter(fits));
    const ask = (one: string): Parameters<Scene['ask']> => {
      const written = typeof operand === 'number' ? Number(one) : one;
      return [who, 'GET', 'messages', { ...NEWEST, narrow: narrow(written) }];
    };
    return expectAbsent(scene, who, ask, operand);
  };
  return [
    { who, place: 'GET messages channel', check: () => byNarrow([], () => true) },
    {
      who,
      place: 'GET messages channel+topic',
      check: () => {
        const topics = scene.model.messagesOf(id).map(({ topic }) => topic);
        const topic = topics.length > 0 ? random.pick(topics) : 'none';
        return byNarrow([{ operator: 'topic', operand: topic }], (message) => message.topic === topic);
      },
    },
    {
      who,
      place: 'GET messages channel+is:unread',
      check: () => byNarrow([{ operator: 'is', operand: 'unread' }], ({ unread }) => unread.has(who.id)),
    },
  ];
}

/** One message each. */
export function messageProbes(scene: Scene, who: Actor, { id }: Message, random: Random): Probe[] {
  const isRead = () => scene.model.readsMessage(who.id, scene.model.messages.get(id)!);
  const flag = random.pick(['starred', 'collapsed', 'read']);
  return [
    {
      who,
      place: 'GET messages/{id}',
      check: async () => {
        if (!isRead()) return expectAbsent(scene, who, (one) => [who, 'GET', `messages/${one}`], id);
        const { message } = await scene.get(who, `messages/${id}`, { allow_empty_topic_name: true });
        same(
          `GET messages/${id}`,
          who,
          shown(message as MessageObject),
          expected(who.id, scene.model.messages.get(id)!),
        );
        const sender = scene.model.users.get((message as MessageObject).sender_id);
        const isKnown = sender !== undefined && scene.model.knows(who.id, sender.id);
        const names = scene.secrets.in((message as MessageObject).sender_full_name);
        same(`GET messages/${id}, its sender`, who, names, isKnown ? [sender.name] : []);
      },
    },
    {
      who,
      place: 'GET messages/{id}/history',
      check: async () => {
        const path = (one: number | string) => `messages/${one}/history`;
        if (!isRead()) return expectAbsent(scene, who, (one) => [who, 'GET', path(one)], id);
        const { message_history } = await scene.get(who, path(id), { allow_empty_topic_name: true });
        const versions = shownVersions(scene.model, who.id, scene.model.messages.get(id)!);
        same(
          `GET ${path(id)}`,
          who,
          (message_history as MessageVersion[]).map(({ topic, content }) => [topic, scene.secrets.in(content)]),
          versions.map(({ topic, ofText }) => [topic, ofText]),
        );
      },
    },
    {
      who,
      place: 'POST messages/flags',
      check: async () => {
        if (isRead()) return;
        await expectAbsent(
          scene,
          who,
          (one) => [who, 'POST', 'messages/flags', { messages: [Number(one)], op: 'add', flag }],
          id,
        );
      },
    },
    {
      who,
      place: 'GET messages with:',
      check: async () => {
        const ask = (one: string): Parameters<Scene['ask']> => [
          who,
          'GET',
          'messages',
          { ...NEWEST, narrow: [{ operator: 'with', operand: Number(one) }] },
        ];
        if (!isRead()) return expectAbsent(scene, who, ask, id);
        const { status, text, body } = await scene.ask(...ask(String(id)));
        const found = status === 200 && (body.messages as MessageObject[]).some((one) => one.id === id);
        if (!found) throw new Disagreement(`GET messages with:${id}`, who.name, text, 'the message among them');
      },
    },
  ];
}
