import { ascending, expectedChannel, Probe, same, shownChannel } from './channel-paths';
import { ASIDES, Channel, Group, Message } from './facts';
import type { Model } from './model';
import { expectedUser, peopleKnownTo, peopleOf, shownUser } from './people-paths';
import { botsManagedBy, checkAsides, checkPresences, idsIn } from './personal-paths';
import { Actor, Scene } from './scene';

export type State = Record<string, unknown>;

/** The registration of each actor's queue. */
export const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  empty_topic_name: true,
  archived_channels: true,
  include_deactivated_groups: true,
  user_list_incomplete: true,
};
const FETCHED = [
  'subscription',
  'stream',
  'message',
  'update_message_flags',
  'starred_messages',
  'recent_private_conversations',
  'realm_user',
  'realm_user_groups',
  'default_streams',
  'muted_topics',
  'user_status',
  'muted_users',
  'presence',
  'realm_bot',
  ...ASIDES,
];
export const REGISTERED = {
  client_capabilities: CAPABILITIES,
  include_subscribers: 'true',
  client_gravatar: false,
  slim_presence: true,
  fetch_event_types: FETCHED,
  // Openings are made long before they are played.
  idle_queue_timeout: 86_400,
};

type ListedChannel = Parameters<typeof shownChannel>[0] & { subscribers?: number[] };
interface Unreads {
  pms: { other_user_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
}

export function snapshotProbes(scene: Scene, who: Actor): Probe[] {
  return [
    {
      who,
      place: 'POST register',
      check: async () => {
        const { body } = await scene.ask(who, 'POST', 'register', REGISTERED);
        await scene.ask(who, 'DELETE', 'events', { queue_id: body.queue_id });
        checkState(scene, who, body, { place: 'POST register', isFresh: true });
      },
    },
  ];
}

/** A snapshot, or the result of an older one with all events since then. */
export function checkState(
  scene: Scene,
  who: Actor,
  state: State,
  { place, isFresh }: { place: string; isFresh: boolean },
): void {
  const { model } = scene;
  const check = (part: string, got: unknown, wanted: unknown) => same(`${place} ${part}`, who, got, wanted);
  const listed = (channels: readonly Channel[]) =>
    [...channels]
      .sort((a, b) => a.id - b.id)
      .map((one) => [...expectedChannel(scene, who.id, one, isFresh), subscribersShown(model, who, one)]);
  const visible = model.visibleChannels(who.id);
  const isOwn = ({ subscribers }: Channel) => subscribers.has(who.id);
  const wasOwn = (one: Channel) => one.everSubscribed.has(who.id);
  check('subscriptions', shownList(state, ['subscriptions'], isFresh), listed(visible.filter(isOwn)));
  const others = visible.filter((one) => !isOwn(one));
  if (isFresh) {
    check('unsubscribed', shownList(state, ['unsubscribed'], isFresh), listed(others.filter(wasOwn)));
    check(
      'never_subscribed',
      shownList(state, ['never_subscribed'], isFresh),
      listed(others.filter((one) => !wasOwn(one))),
    );
  } else {
    // No event describes an earlier subscription: a client treats a channel that becomes visible again as a new one.
    check('other channels', shownList(state, ['unsubscribed', 'never_subscribed'], isFresh), listed(others));
  }
  check('streams', idsOf(state.streams as ListedChannel[]), ascending(visible.map(({ id }) => id)));
  check('unread_msgs', shownUnreads(state.unread_msgs as Unreads, who), expectedUnreads(model, who));
  const starred = model.allMessages().filter((message) => message.starred.has(who.id));
  check(
    'starred_messages',
    ascending(state.starred_messages as number[]),
    starred.map(({ id }) => id),
  );
  if (isFresh || !model.hasLostDirect)
    check('recent_private_conversations', shownConversations(state), expectedConversations(model, who));
  check(
    'realm_users',
    shownUsers(state),
    peopleKnownTo(model, who.id)
      .filter(({ isActive }) => isActive)
      .map((user) => expectedUser(model, who.id, user)),
  );
  check('user_status', shownStatuses(scene, state), expectedStatuses(model, who));
  check('muted_users', idsIn(state.muted_users, 'id'), ascending(model.users.get(who.id)!.muted));
  check('realm_bots', idsIn(state.realm_bots, 'user_id'), botsManagedBy(model, who.id));
  for (const kind of ASIDES) checkAsides(scene, who, kind, state[kind], `${place} ${kind}`);
  checkPresences(model, who, Object.keys(state.presences as object).map(Number), { place, isFresh });
  check('realm_user_groups', shownGroups(state.realm_user_groups), expectedGroups(model, [...model.groups.values()]));
  const defaults = [...model.channels.values()].filter(({ isDefault, isArchived }) => isDefault && !isArchived);
  const seenDefaults = model.isGuest(who.id) ? [] : defaults.map(({ id }) => id);
  check('realm_default_streams', ascending(state.realm_default_streams as number[]), ascending(seenDefaults));
}

const idsOf = (channels: readonly ListedChannel[]): number[] => ascending(channels.map(({ stream_id }) => stream_id));

const subscribersShown = (model: Model, { id }: Actor, channel: Channel): number[] =>
  model.seesSubscribers(id, channel) ? model.subscribersOf(channel) : [];

/** No event tells a client how to find its oldest message. */
function shownList(state: State, lists: string[], isFresh: boolean): unknown[] {
  const channels = lists.flatMap((list) => state[list] as ListedChannel[]).sort((a, b) => a.stream_id - b.stream_id);
  return channels.map((one) => [...shownChannel(one, isFresh), ascending(one.subscribers ?? [])]);
}

const shownUsers = (state: State): unknown[] =>
  (state.realm_users as Parameters<typeof shownUser>[0][]).sort((a, b) => a.user_id - b.user_id).map(shownUser);

const shownStatuses = ({ secrets }: Scene, state: State): unknown[] =>
  Object.entries(state.user_status as Record<string, { status_text?: string }>)
    .filter(([, { status_text }]) => status_text)
    .map(([id, { status_text }]) => `${id} ${secrets.in(status_text!).join()}`)
    .sort();

const expectedStatuses = (model: Model, { id: me }: Actor): unknown[] =>
  peopleKnownTo(model, me)
    .filter(({ isActive, status }) => isActive && status !== null)
    .map(({ id, status }) => `${id} ${status}`)
    .sort();

const place = (channelId: number | null, topic: string, others: readonly number[]): string =>
  channelId === null ? `direct ${ascending(others).join()}` : `${channelId} ${topic.toLowerCase()}`;

function shownUnreads({ pms, streams, huddles }: Unreads, { id: me }: Actor): unknown[] {
  const all = [
    ...streams.map((one) => [one.unread_message_ids, place(one.stream_id, one.topic, [])] as const),
    ...pms.map((one) => [one.unread_message_ids, place(null, '', [...new Set([one.other_user_id, me])])] as const),
    ...huddles.map(
      (one) => [one.unread_message_ids, place(null, '', one.user_ids_string.split(',').map(Number))] as const,
    ),
  ];
  return all.flatMap(([ids, where]) => ids.map((id) => `${id} ${where}`)).sort();
}

const expectedUnreads = (model: Model, { id }: Actor): unknown[] =>
  model
    .feed(id)
    .filter(({ unread }) => unread.has(id))
    .map((one: Message) => `${one.id} ${place(one.channelId, one.topic, [...one.people])}`)
    .sort();

const shownConversations = (state: State): unknown[] =>
  (state.recent_private_conversations as { max_message_id: number; user_ids: number[] }[])
    .map(({ max_message_id, user_ids }) => `${max_message_id} ${ascending(user_ids).join()}`)
    .sort();

function expectedConversations(model: Model, { id }: Actor): unknown[] {
  const newest = new Map<string, number>();
  for (const message of model.feed(id)) {
    if (message.channelId === null)
      newest.set(ascending([...message.people].filter((one) => one !== id)).join(), message.id);
  }
  return [...newest].map(([others, newestId]) => `${newestId} ${others}`).sort();
}

interface ShownGroup {
  id: number;
  members: number[];
  direct_subgroup_ids: number[];
  deactivated: boolean;
}

export const shownGroups = (groups: unknown): unknown[] =>
  (groups as ShownGroup[])
    .sort((a, b) => a.id - b.id)
    .map((one) => [one.id, ascending(one.members), ascending(one.direct_subgroup_ids), one.deactivated]);

/** System groups are checked by their members, wherever those are listed directly. */
export const expectedGroups = (model: Model, groups: readonly Group[]): unknown[] =>
  [...groups]
    .sort((a, b) => a.id - b.id)
    .map((one) => [
      one.id,
      ascending(membersOf(model, one.name, one.members)),
      ascending(one.subgroups),
      one.isDeactivated,
    ]);

const ROLES_LISTED: Readonly<Record<string, number>> = {
  'role:owners': 100,
  'role:administrators': 200,
  'role:moderators': 300,
  'role:fullmembers': 400,
  'role:members': 400,
  'role:everyone': 600,
};

function membersOf(model: Model, name: string, members: ReadonlySet<number>): Iterable<number> {
  const role = ROLES_LISTED[name];
  return peopleOf(model)
    .filter(({ isActive }) => isActive)
    .filter((user) => (role === undefined ? members.has(user.id) : user.role === role))
    .map(({ id }) => id);
}
