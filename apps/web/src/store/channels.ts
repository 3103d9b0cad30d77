import type { Channel, ChannelFolder, Snapshot } from '@parley/client';
import { Collection } from './collection';
import { EventOf, ignoreNewer } from './events';
import { withoutUser } from './group-settings';
import { Version } from './version';

type Subscription = Snapshot['subscriptions'][number];
/** What a channel has of its own for the user: absent in channels that the user was never in. */
type Personal = Partial<Omit<Subscription, keyof Channel>>;

/** A channel that the user may see. */
export type KnownChannel = Channel & Personal & { readonly subscriptionState: 'subscribed' | 'unsubscribed' | 'never' };

const LISTS = { subscribed: 'subscriptions', unsubscribed: 'unsubscribed', never: 'never_subscribed' } as const;
type Lists = Pick<Snapshot, (typeof LISTS)[keyof typeof LISTS] | 'channel_folders'>;

export class Channels {
  readonly all = new Collection<number, KnownChannel>(({ stream_id }) => stream_id);
  /** Changes when users are subscribed or unsubscribed, whom the store does not keep. */
  readonly subscribers = new Version();
  readonly folders = new Collection<number, ChannelFolder>(({ id }) => id);

  constructor(snapshot: Snapshot) {
    for (const subscriptionState of ['never', 'unsubscribed', 'subscribed'] as const)
      for (const channel of snapshot[LISTS[subscriptionState]]) this.all.put({ ...channel, subscriptionState });
    for (const folder of snapshot.channel_folders) this.folders.put(folder);
  }

  toSnapshot(): Lists {
    const of = <List>(wanted: KnownChannel['subscriptionState']) =>
      this.all
        .peekAll()
        .filter(({ subscriptionState }) => subscriptionState === wanted)
        .map(({ subscriptionState: _, ...channel }) => channel) as List;
    return {
      subscriptions: of<Snapshot['subscriptions']>('subscribed'),
      unsubscribed: of<Snapshot['unsubscribed']>('unsubscribed'),
      never_subscribed: of<Snapshot['never_subscribed']>('never'),
      channel_folders: this.folders.peekAll(),
    };
  }

  /** As lists show them: pinned ones first, then by their names. */
  subscribed(): KnownChannel[] {
    return this.all
      .all()
      .filter(({ subscriptionState, is_archived }) => subscriptionState === 'subscribed' && !is_archived)
      .sort(
        (one, other) =>
          Number(other.pin_to_top ?? false) - Number(one.pin_to_top ?? false) || one.name.localeCompare(other.name),
      );
  }

  isMuted(id: number): boolean {
    return this.all.get(id)?.is_muted === true;
  }

  applyChannel(event: EventOf<'stream'>): void {
    switch (event.op) {
      case 'create':
        for (const channel of event.streams)
          if (!this.all.peek(channel.stream_id)) this.all.put({ ...channel, subscriptionState: 'never' });
        return;
      case 'delete':
        for (const id of event.stream_ids) this.all.remove(id);
        return;
      case 'update': {
        const { property, value } = event;
        return this.all.change(event.stream_id, (channel) => ({
          ...channel,
          [property]: value,
          ...companionsOf(event),
        }));
      }
      default:
        ignoreNewer(event);
    }
  }

  applySubscription(event: EventOf<'subscription'>): void {
    if (event.op !== 'update') this.subscribers.change();
    switch (event.op) {
      case 'add':
        for (const { subscribers: _, ...channel } of event.subscriptions as (Subscription & {
          subscribers: number[];
        })[])
          this.all.put({ ...channel, subscriptionState: 'subscribed' });
        return;
      case 'remove':
        for (const { stream_id: id } of event.subscriptions)
          this.all.change(id, (channel) => ({
            ...channel,
            subscriptionState: 'unsubscribed',
            subscriber_count: channel.subscriber_count - 1,
          }));
        return;
      case 'update':
        return this.all.change(event.stream_id, (channel) =>
          event.property in channel ? { ...channel, [event.property]: event.value } : channel,
        );
      case 'peer_add':
        return this.countPeers(event.stream_ids, event.user_ids.length);
      case 'peer_remove':
        return this.countPeers(event.stream_ids, -event.user_ids.length);
      default:
        ignoreNewer(event);
    }
  }

  applyFolder(event: EventOf<'channel_folder'>): void {
    switch (event.op) {
      case 'add':
        return this.folders.put(event.channel_folder);
      case 'update':
        return this.folders.change(event.channel_folder_id, (folder) => ({ ...folder, ...event.data }));
      case 'reorder':
        return this.folders.changeAll((folder) => ({ ...folder, order: event.order.indexOf(folder.id) }));
      default:
        ignoreNewer(event);
    }
  }

  noteMessage(channelId: number, messageId: number): void {
    this.all.change(channelId, (channel) =>
      channel.first_message_id === null ? { ...channel, first_message_id: messageId } : channel,
    );
  }

  forgetUser(userId: number): void {
    this.all.changeAll((channel) => withoutUser(channel, userId));
  }

  private countPeers(channelIds: readonly number[], change: number): void {
    for (const id of channelIds)
      this.all.change(id, (channel) => ({ ...channel, subscriber_count: channel.subscriber_count + change }));
  }
}

/** With a property come those that go with it: they stand beside `value`. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  description: ['rendered_description'],
  invite_only: ['history_public_to_subscribers', 'is_web_public'],
};

function companionsOf(event: { property: string }): object {
  const beside: Record<string, unknown> = { ...event };
  return Object.fromEntries((COMPANIONS[event.property] ?? []).map((name) => [name, beside[name]]));
}
