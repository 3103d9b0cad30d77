import { CHANNEL_LISTS, Channel, channelsOf, Fold, Follower, listOf, State } from './state';
import { recount } from './unreads';

export const stream: Fold = (state, event, follower) => {
  if (event.op === 'create') reveal(state, event.streams as Channel[], follower);
  if (event.op === 'delete') {
    const gone = new Set(event.stream_ids as number[]);
    forgetMutedTopics(state, gone);
    unmuteTopicsOf(state, gone);
    for (const list of ['streams', ...CHANNEL_LISTS]) {
      if (state[list]) state[list] = listOf(state, list).filter(({ stream_id }) => !gone.has(stream_id));
    }
  }
  if (event.op === 'update') change(state, event);
};

export const subscription: Fold = (state, event, follower) => {
  if (event.op === 'add') for (const added of event.subscriptions as Channel[]) join(state, added, follower);
  if (event.op === 'remove') {
    for (const { stream_id } of event.subscriptions as Channel[]) leave(state, stream_id, follower.me);
  }
  if (event.op === 'update') {
    for (const channel of channelsOf(state, event.stream_id as number)) {
      if ((event.property as string) in channel) channel[event.property as string] = event.value;
    }
  }
  if (event.op === 'peer_add' || event.op === 'peer_remove') {
    const change = event.op === 'peer_add' ? 1 : -1;
    const ids = event.user_ids as number[];
    for (const channel of (event.stream_ids as number[]).flatMap((id) => channelsOf(state, id))) {
      channel.subscriber_count += change * ids.length;
      const others = channel.subscribers?.filter((id) => !ids.includes(id));
      if (others) channel.subscribers = change > 0 ? [...others, ...ids] : others;
    }
  }
  recount(state);
};

interface Folder {
  id: number;
  order: number;
}

export const channel_folder: Fold = (state, event) => {
  const folders = state.channel_folders as Folder[] | undefined;
  if (!folders) return;
  if (event.op === 'add') state.channel_folders = [...folders, event.channel_folder as Folder];
  const changed = folders.find(({ id }) => id === event.channel_folder_id);
  if (event.op === 'update' && changed) Object.assign(changed, event.data);
  if (event.op === 'reorder') for (const folder of folders) folder.order = (event.order as number[]).indexOf(folder.id);
};

export const default_streams: Fold = (state, event) => {
  if (state.realm_default_streams) state.realm_default_streams = event.default_streams;
};

export const default_stream_groups: Fold = (state, event) => {
  if (state.realm_default_stream_groups) state.realm_default_stream_groups = event.default_stream_groups;
};

/** Older clients know muted topics by the names of channels; an unknown name has no meaning for them. */
function forgetMutedTopics(state: State, gone: ReadonlySet<number>): void {
  if (!state.muted_topics) return;
  const names = new Set([...gone].flatMap((id) => channelsOf(state, id)).map(({ name }) => name));
  state.muted_topics = (state.muted_topics as [string, string, number][]).filter(([name]) => !names.has(name));
}

/** A channel that becomes visible has no subscribers yet: they follow as peers, or with the own subscription. */
function reveal(state: State, made: readonly Channel[], { withSubscribers }: Follower): void {
  if (state.streams) state.streams = [...listOf(state, 'streams'), ...structuredClone(made)];
  const known = new Set(CHANNEL_LISTS.flatMap((list) => listOf(state, list)).map(({ stream_id }) => stream_id));
  const never = made
    .filter(({ stream_id }) => !known.has(stream_id))
    .map((channel) => ({ ...channel, ...(withSubscribers ? { subscribers: [] } : {}) }));
  if (state.never_subscribed) state.never_subscribed = [...listOf(state, 'never_subscribed'), ...never];
}

/** Some properties come with others: they are beside `value`. */
const COMPANIONS: Record<string, readonly string[]> = {
  description: ['rendered_description'],
  invite_only: ['history_public_to_subscribers', 'is_web_public'],
};

function change(state: State, event: Record<string, unknown>): void {
  const property = event.property as string;
  // Older clients know muted topics by the name of their channel.
  if (property === 'name' && state.muted_topics) {
    const topics = state.muted_topics as [string, string, number][];
    state.muted_topics = topics.map(([name, ...rest]) => [name === event.name ? event.value : name, ...rest]);
  }
  for (const channel of channelsOf(state, event.stream_id as number)) {
    channel[property] = event.value;
    for (const companion of COMPANIONS[property] ?? []) channel[companion] = event[companion];
  }
}

/** They are known by the names of their channels, which are unknown now. */
function unmuteTopicsOf(state: State, gone: ReadonlySet<number>): void {
  if (!state.muted_topics) return;
  const lists = ['streams', ...CHANNEL_LISTS].flatMap((list) => listOf(state, list));
  const names = new Set(lists.filter(({ stream_id }) => gone.has(stream_id)).map(({ name }) => name));
  state.muted_topics = (state.muted_topics as [string, string, number][]).filter(([name]) => !names.has(name));
}

function join(state: State, added: Channel, { withSubscribers }: Follower): void {
  if (state.subscriptions) {
    move(state, added.stream_id, null);
    const { subscribers, ...bare } = structuredClone(added);
    const own = withSubscribers ? { ...bare, subscribers } : bare;
    state.subscriptions = [...listOf(state, 'subscriptions'), own as Channel];
  }
  for (const channel of channelsOf(state, added.stream_id)) {
    channel.subscriber_count = added.subscriber_count;
    channel.first_message_id = added.first_message_id;
  }
}

function leave(state: State, id: number, me: number): void {
  move(state, id, 'unsubscribed');
  for (const channel of channelsOf(state, id)) {
    channel.subscriber_count--;
    channel.subscribers = channel.subscribers?.filter((one) => one !== me);
    if (!channel.subscribers) delete channel.subscribers;
  }
}

function move(state: State, id: number, to: string | null): void {
  const found = CHANNEL_LISTS.flatMap((list) => listOf(state, list)).find(({ stream_id }) => stream_id === id);
  for (const list of CHANNEL_LISTS) {
    if (state[list]) state[list] = listOf(state, list).filter(({ stream_id }) => stream_id !== id);
  }
  if (to && found) state[to] = [...listOf(state, to), found];
}
