import { signal } from '@preact/signals-core';
import { ResponseOf, Connection, patiently } from '@parley/client';
import { nowSeconds } from '../store/clock';
import type { Store } from '../store/store';
import { POLICY } from '../store/topics';
import { Refusal, refusalOf } from './refusal';

type Policy = (typeof POLICY)[keyof typeof POLICY];
export type TopicEntry = ResponseOf<'GET users/me/{stream_id}/topics'>['topics'][number];

/** The topics of channels, asked for when a view shows them. */
export class Topics {
  /** What events had said of losses when a list was asked for. */
  private readonly current = new WeakMap<Store, Map<number, number>>();
  private readonly lists = signal<ReadonlyMap<number, readonly TopicEntry[]>>(new Map());

  constructor(private readonly connection: Connection) {}

  /** Newest first; empty until they came. */
  of(channelId: number): readonly TopicEntry[] {
    return this.lists.value.get(channelId) ?? [];
  }

  async load(channelId: number): Promise<void> {
    const { topics } = await patiently(() =>
      this.connection.request('GET users/me/{stream_id}/topics', {
        stream_id: channelId,
        allow_empty_topic_name: true,
      }),
    );
    this.lists.value = new Map(this.lists.peek()).set(channelId, topics);
  }

  /** As `load`, where events have not kept the list current since it came. */
  async refresh(store: Store, channelId: number): Promise<void> {
    const losses = store.topicNews.lossesIn(channelId);
    const current = this.current.get(store) ?? new Map<number, number>();
    const isTold = store.channels.all.peek(channelId)?.subscriptionState === 'subscribed';
    if (isTold && current.get(channelId) === losses) return;
    await this.load(channelId);
    this.current.set(store, current.set(channelId, losses));
  }

  /** Deletes all messages of the topic. The server does so in parts, and says when it has done all. */
  remove(channelId: number, topic: string): Promise<Refusal | null> {
    const ask = () =>
      this.connection.request('POST streams/{stream_id}/delete_topic', { stream_id: channelId, topic_name: topic });
    const removeAll = async () => {
      while (!(await ask()).complete);
    };
    return refusalOf(removeAll());
  }

  /** The store has it with the answer, so that what is pressed next does not undo what was there before. */
  async setPolicy(store: Store, channelId: number, topic: string, policy: Policy): Promise<Refusal | null> {
    const refusal = await this.tellPolicy(channelId, topic, policy);
    if (!refusal) showPolicy(store, channelId, topic, policy);
    return refusal;
  }

  /** The same, shown before the server has agreed to it, and taken back where it refuses. */
  async setPolicyAtOnce(store: Store, channelId: number, topic: string, policy: Policy): Promise<Refusal | null> {
    const before = store.topics.policyOf(channelId, topic);
    showPolicy(store, channelId, topic, policy);
    const refusal = await this.tellPolicy(channelId, topic, policy);
    if (refusal && store.topics.policyOf(channelId, topic) === policy) showPolicy(store, channelId, topic, before);
    return refusal;
  }

  private tellPolicy(channelId: number, topic: string, policy: Policy): Promise<Refusal | null> {
    const about = { stream_id: channelId, topic, visibility_policy: policy };
    return refusalOf(this.connection.request('POST user_topics', about));
  }
}

function showPolicy(store: Store, channelId: number, topic: string, policy: Policy): void {
  const about = { stream_id: channelId, topic_name: topic, visibility_policy: policy };
  store.apply([{ id: 0, type: 'user_topic', ...about, last_updated: nowSeconds() }]);
}
