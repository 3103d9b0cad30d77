import { signal } from '@preact/signals-core';
import type { Snapshot } from '@parley/client';
import type { EventOf } from './events';

export type UserTopic = Snapshot['user_topics'][number];

export const POLICY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Topics are the same whatever the case of their letters. */
export const topicKey = (channelId: number, topic: string): string => `${channelId}:${topic.toLowerCase()}`;

/** What the user wants to hear of single topics. */
export class Topics {
  private readonly policies = signal<ReadonlyMap<string, UserTopic>>(new Map());

  constructor({ user_topics }: Snapshot) {
    this.policies.value = new Map(user_topics.map((one) => [topicKey(one.stream_id, one.topic_name), one]));
  }

  toSnapshot(): Pick<Snapshot, 'user_topics'> {
    return { user_topics: [...this.policies.peek().values()] };
  }

  /** Those with a policy of their own. */
  all(): Iterable<UserTopic> {
    return this.policies.value.values();
  }

  policyOf(channelId: number, topic: string): UserTopic['visibility_policy'] {
    return this.policies.value.get(topicKey(channelId, topic))?.visibility_policy ?? POLICY.inherit;
  }

  apply({ stream_id, topic_name, last_updated, visibility_policy }: EventOf<'user_topic'>): void {
    const policies = new Map(this.policies.peek());
    const key = topicKey(stream_id, topic_name);
    if (visibility_policy === POLICY.inherit) policies.delete(key);
    else policies.set(key, { stream_id, topic_name, last_updated, visibility_policy });
    this.policies.value = policies;
  }
}
