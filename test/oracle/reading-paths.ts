import type { Random } from '../support/fuzz/random';
import { ascending, expectAbsent, Probe, same } from './channel-paths';
import type { Message } from './facts';
import { checkNarrow, Term } from './message-paths';
import type { Model } from './model';
import { ABSENT_ID, Actor, Scene } from './scene';

const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3];

/** The policies of a user for topics and channels, as the user's clients receive them. */
interface Wishes {
  policyOf(message: Message): number;
  isMuted(message: Message): boolean;
}

async function wishesOf(scene: Scene, who: Actor): Promise<Wishes> {
  // Names of topics that the user once followed stay in the list, even if they are unreadable now.
  const { body } = await scene.oracleServer.send(who, 'POST', 'register', {
    fetch_event_types: ['user_topic', 'subscription'],
    event_types: ['user_topic'],
    client_capabilities: { notification_settings_null: true, empty_topic_name: true, archived_channels: true },
  });
  await scene.ask(who, 'DELETE', 'events', { queue_id: body.queue_id });
  const key = (channelId: number, topic: string) => `${channelId} ${topic.toLowerCase()}`;
  const said = body.user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
  const policies = new Map(said.map((one) => [key(one.stream_id, one.topic_name), one.visibility_policy]));
  const own = body.subscriptions as { stream_id: number; is_muted: boolean }[];
  const muted = new Set(own.filter(({ is_muted }) => is_muted).map(({ stream_id }) => stream_id));
  const policyOf = ({ channelId, topic }: Message) =>
    channelId === null ? 0 : (policies.get(key(channelId, topic)) ?? 0);
  return {
    policyOf,
    isMuted: (message) => {
      const policy = policyOf(message);
      return policy === MUTED || (muted.has(message.channelId!) && policy !== UNMUTED && policy !== FOLLOWED);
    },
  };
}

/** Policies decide what the narrow finds; messages that are requested one by one are found as in lists. */
export function readingProbes(scene: Scene, who: Actor, random: Random): Probe[] {
  const byWish = (narrow: Term, fits: (wishes: Wishes, message: Message) => boolean): Probe => ({
    who,
    place: `GET messages ${narrow.operator}:${String(narrow.operand)}`,
    check: async () => {
      const wishes = await wishesOf(scene, who);
      await checkNarrow(
        scene,
        who,
        [narrow],
        scene.model.feed(who.id).filter((message) => fits(wishes, message)),
      );
    },
  });
  const other = random.pick(scene.people);
  return [
    random.pick([
      byWish({ operator: 'is', operand: 'followed' }, (wishes, message) => wishes.policyOf(message) === FOLLOWED),
      byWish({ operator: 'is', operand: 'muted' }, (wishes, message) => wishes.isMuted(message)),
      byWish({ operator: 'in', operand: 'home' }, (wishes, message) => !wishes.isMuted(message)),
    ]),
    {
      who,
      place: 'GET messages dm-including',
      check: () => {
        const isWith = ({ channelId, people }: Message) => channelId === null && people.has(other.id);
        const narrow = [{ operator: 'dm-including', operand: other.id }];
        return checkNarrow(scene, who, narrow, scene.model.feed(who.id).filter(isWith));
      },
    },
    { who, place: 'GET messages/matches_narrow', check: () => checkMatches(scene, who, random) },
  ];
}

async function checkMatches(scene: Scene, who: Actor, random: Random): Promise<void> {
  const { model } = scene;
  const channel = random.pick([...model.channels.values()]);
  const kinds: [Term[], (message: Message) => boolean][] = [
    [[], () => true],
    [[{ operator: 'is', operand: 'starred' }], ({ starred }) => starred.has(who.id)],
    [[{ operator: 'is', operand: 'unread', negated: true }], ({ unread }) => !unread.has(who.id)],
    [[{ operator: 'is', operand: 'dm' }], ({ channelId }) => channelId === null],
  ];
  if (model.readsContent(who.id, channel)) {
    kinds.push([[{ operator: 'channel', operand: channel.id }], ({ channelId }) => channelId === channel.id]);
  }
  const [narrow, fits] = random.pick(kinds);
  const msg_ids = [...random.shuffled(model.allMessages().map(({ id }) => id)).slice(0, 40), ABSENT_ID];
  const { messages } = await scene.get(who, 'messages/matches_narrow', { msg_ids, narrow });
  const wanted = model.feed(who.id).filter((message) => msg_ids.includes(message.id) && fits(message));
  same(
    `GET messages/matches_narrow ${JSON.stringify(narrow)}`,
    who,
    ascending(Object.keys(messages as object).map(Number)),
    wanted.map(({ id }) => id),
  );
}

/** The read receipts of a message are shown to its readers. */
export function receiptProbes(scene: Scene, who: Actor, { id }: Message): Probe[] {
  const path = (one: number | string) => `messages/${one}/read_receipts`;
  return [
    {
      who,
      place: 'GET messages/{id}/read_receipts',
      check: async () => {
        const { model } = scene;
        const message = model.messages.get(id)!;
        if (!model.readsMessage(who.id, message)) return expectAbsent(scene, who, (one) => [who, 'GET', path(one)], id);
        const { user_ids } = await scene.get(who, path(id));
        same(`GET ${path(id)}`, who, user_ids, readersOf(model, who.id, message));
      },
    },
  ];
}

/** The users who have read a message, except its sender, and muted users in both directions. */
const readersOf = (model: Model, asker: number, { rows, unread, senderId }: Message): number[] =>
  ascending(rows).filter((id) => {
    const user = model.users.get(id);
    if (!user?.isActive || unread.has(id) || id === senderId) return false;
    return !user.muted.has(asker) && !model.users.get(asker)!.muted.has(id);
  });
