import type { Random } from '../support/fuzz/random';
import type { Channel } from './facts';
import { ABSENT_ID, Actor, Disagreement, Scene } from './scene';

/** One request to the server, whose answer the model knows. */
export interface Probe {
  who: Actor;
  place: string;
  check(): Promise<void>;
}

export function same(place: string, who: Actor, got: unknown, wanted: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(wanted)) throw new Disagreement(place, who.name, got, wanted);
}

export const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

/** An invisible object gets byte for byte the answer for an unknown one. */
export async function expectAbsent(
  scene: Scene,
  who: Actor,
  ask: (name: string) => Parameters<Scene['ask']>,
  hidden: number | string,
): Promise<void> {
  const absent = typeof hidden === 'number' ? String(ABSENT_ID) : `${hidden}absent`;
  const [real, unreal] = [await scene.ask(...ask(String(hidden))), await scene.ask(...ask(absent))];
  const [, method, path, parameters = {}] = ask(String(hidden));
  const [got, wanted] = [real.text, unreal.text.replaceAll(absent, String(hidden))];
  if (got !== wanted) throw new Disagreement(`${method} ${path} ${JSON.stringify(parameters)}`, who.name, got, wanted);
}

interface ChannelObject {
  stream_id: number;
  name: string;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  first_message_id: number | null;
  subscriber_count: number;
}

/** The fields of a channel object that depend on visibility. */
export const shownChannel = (one: ChannelObject, withFirst = true): unknown[] => [
  one.stream_id,
  one.name,
  one.invite_only,
  one.is_web_public,
  one.history_public_to_subscribers,
  one.is_archived,
  one.subscriber_count,
  ...(withFirst ? [one.first_message_id] : []),
];

export const expectedChannel = ({ model }: Scene, user: number, channel: Channel, withFirst = true): unknown[] => [
  channel.id,
  channel.name,
  channel.isPrivate,
  channel.isWebPublic,
  channel.isShared,
  channel.isArchived,
  model.subscribersOf(channel).length,
  ...(withFirst ? [model.firstMessageId(user, channel)] : []),
];

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** Lists, once for each user. */
export function channelListProbes(scene: Scene, who: Actor, random: Random): Probe[] {
  return [
    { who, place: 'GET streams', check: () => checkList(scene, who, sources(random)) },
    {
      who,
      place: 'GET streams?include_all',
      check: () => checkList(scene, who, { include_all: true, exclude_archived: false }),
    },
    {
      who,
      place: 'GET users/me/subscriptions',
      check: () => checkOwn(scene, who, random.pick(['false', 'true', 'partial'])),
    },
  ];
}

/** One channel each. */
export function channelProbes(scene: Scene, who: Actor, { id }: Channel): Probe[] {
  const now = () => scene.model.channels.get(id)!;
  const probe = (place: string, check: Probe['check']): Probe => ({ who, place, check });
  return [
    probe('GET streams/{id}', async () => {
      const { model } = scene;
      if (!model.seesMetadata(who.id, now()))
        return expectAbsent(scene, who, (one) => [who, 'GET', `streams/${one}`], id);
      const { stream } = await scene.get(who, `streams/${id}`);
      same(`GET streams/${id}`, who, shownChannel(stream as ChannelObject), expectedChannel(scene, who.id, now()));
    }),
    probe('GET streams/{id}/members', async () => {
      const path = (one: number | string) => `streams/${one}/members`;
      if (!scene.model.seesMetadata(who.id, now()))
        return expectAbsent(scene, who, (one) => [who, 'GET', path(one)], id);
      const { status, body } = await scene.ask(who, 'GET', path(id));
      const sees = scene.model.seesSubscribers(who.id, now());
      same(
        path(id),
        who,
        status === 200 ? ascending(body.subscribers as number[]) : null,
        sees ? scene.model.subscribersOf(now()) : null,
      );
    }),
    probe('GET get_stream_id', async () => {
      const { name, isArchived } = now();
      const ask = (stream: string): Parameters<Scene['ask']> => [who, 'GET', 'get_stream_id', { stream }];
      if (isArchived || !scene.model.readsContent(who.id, now())) return expectAbsent(scene, who, ask, name);
      same(`GET get_stream_id ${name}`, who, (await scene.ask(...ask(name))).body.stream_id, id);
    }),
    probe('GET users/me/{id}/topics', async () => {
      const path = (one: number | string) => `users/me/${one}/topics`;
      const parameters = { allow_empty_topic_name: true };
      const ask = (one: string): Parameters<Scene['ask']> => [who, 'GET', path(one), parameters];
      if (!scene.model.readsContent(who.id, now())) return expectAbsent(scene, who, ask, id);
      const newest = new Map(scene.model.inChannels(who.id, [now()]).map((one) => [one.topic.toLowerCase(), one]));
      const wanted = [...newest.values()].sort((a, b) => b.id - a.id).map((one) => [one.topic, one.id]);
      const topics = (await scene.get(who, path(id), parameters)).topics as { name: string; max_id: number }[];
      same(
        `GET ${path(id)}`,
        who,
        topics.map(({ name, max_id }) => [name, max_id]),
        wanted,
      );
    }),
    probe('GET users/{user}/subscriptions/{id}', async () => {
      const { model, people } = scene;
      const other = people[id % people.length];
      if (model.isStrange(other.id)) return;
      const path = (one: number | string) => `users/${other.id}/subscriptions/${one}`;
      const isOpen = model.knows(who.id, other.id) && model.seesSubscribers(who.id, now()) && !now().isArchived;
      if (!isOpen) return expectAbsent(scene, who, (one) => [who, 'GET', path(one)], id);
      const { is_subscribed } = await scene.get(who, path(id));
      same(`GET ${path(id)}`, who, is_subscribed, now().subscribers.has(other.id));
    }),
    probe('GET streams/{id}/email_address', async () => {
      if (scene.model.readsContent(who.id, now())) return;
      await expectAbsent(scene, who, (one) => [who, 'GET', `streams/${one}/email_address`], id);
    }),
    probe('POST messages/render', async () => {
      const content = `#**${now().name}**`;
      const { body } = await scene.ask(who, 'POST', 'messages/render', { content });
      const isLink = (body.rendered as string).includes('href');
      same(`POST messages/render ${content}`, who, isLink, scene.model.seesMetadata(who.id, now()));
    }),
  ];
}

type Sources = Record<string, boolean>;

function sources(random: Random): Sources {
  const names = [
    'include_public',
    'include_web_public',
    'include_subscribed',
    'exclude_archived',
    'include_can_access_content',
  ];
  const chosen = names.filter(() => random.chance(0.6)).map((name) => [name, random.chance(0.5)]);
  return { ...Object.fromEntries(chosen), include_all_active: random.chance(0.1) };
}

async function checkList(scene: Scene, who: Actor, sources: Sources): Promise<void> {
  const { model } = scene;
  if (sources.include_all_active && !model.isAdministrator(who.id)) {
    const { body } = await scene.ask(who, 'GET', 'streams', sources);
    return same('GET streams include_all_active', who, body.code, 'UNAUTHORIZED_PRINCIPAL');
  }
  const on = (name: string, fallback: boolean) => sources[name] ?? fallback;
  const channels = [...model.channels.values()].filter((channel) => {
    if (on('exclude_archived', true) && channel.isArchived) return false;
    if (on('include_all', false) || on('include_all_active', false)) return model.seesMetadata(who.id, channel);
    return (
      (on('include_public', true) && !channel.isPrivate && !model.isGuest(who.id)) ||
      (on('include_web_public', false) && channel.isWebPublic && !channel.isArchived) ||
      (on('include_subscribed', true) && channel.subscribers.has(who.id)) ||
      (on('include_can_access_content', false) && model.readsContent(who.id, channel))
    );
  });
  const { streams } = await scene.get(who, 'streams', sources);
  const wanted = channels.sort(byName).map((channel) => expectedChannel(scene, who.id, channel));
  const got = (streams as ChannelObject[]).map((one) => shownChannel(one));
  same(`GET streams ${JSON.stringify(sources)}`, who, got, wanted);
}

async function checkOwn(scene: Scene, who: Actor, include_subscribers: string): Promise<void> {
  const withSubscribers = include_subscribers !== 'false';
  const own = [...scene.model.channels.values()].filter((one) => one.subscribers.has(who.id) && !one.isArchived);
  const { subscriptions } = await scene.get(who, 'users/me/subscriptions', { include_subscribers });
  const got = (subscriptions as (ChannelObject & { subscribers?: number[] })[]).sort(byName);
  same(
    `GET users/me/subscriptions ${include_subscribers}`,
    who,
    got.map((one) => [...shownChannel(one), one.subscribers && ascending(one.subscribers)]),
    own
      .sort(byName)
      .map((one) => [
        ...expectedChannel(scene, who.id, one),
        withSubscribers ? scene.model.subscribersOf(one) : undefined,
      ]),
  );
}
