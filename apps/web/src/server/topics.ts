import { signal } from '@preact/signals-core';
import { AnswerOf, Connection, patiently } from '@parley/client';
import { Refusal, refusalOf } from './refusal';

export type TopicEntry = AnswerOf<'GET users/me/{stream_id}/topics'>['topics'][number];

/** The topics of channels, asked for when a view shows them. */
export class Topics {
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

  /** @param policy one of `POLICY` */
  setPolicy(channelId: number, topic: string, policy: number): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('POST user_topics', { stream_id: channelId, topic, visibility_policy: policy }),
    );
  }
}
