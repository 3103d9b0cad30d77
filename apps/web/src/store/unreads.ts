import { computed } from '@preact/signals-core';
import type { Snapshot } from '@parley/client';
import type { Conversation } from '../links/narrow';
import { conversationKey, directWith } from './conversations';
import type { EventOf } from './events';
import { Version } from './version';

export interface UnreadConversation {
  readonly conversation: Conversation;
  readonly ids: ReadonlySet<number>;
}

/** The unread messages of the user, by their conversations. */
export class Unreads {
  private readonly byKey = new Map<string, { conversation: Conversation; ids: Set<number> }>();
  private readonly keyOf = new Map<number, string>();
  private readonly mentioned = new Set<number>();
  private readonly version = new Version();
  private readonly isIncomplete: boolean;

  constructor(
    { unread_msgs: { streams, pms, huddles, mentions, old_unreads_missing } }: Snapshot,
    private readonly me: number,
  ) {
    for (const { stream_id: channelId, topic, unread_message_ids: ids } of streams)
      for (const id of ids) this.add(id, { kind: 'topic', channelId, topic });
    for (const { other_user_id: other, unread_message_ids: ids } of pms)
      for (const id of ids) this.add(id, directWith([other], me));
    for (const { user_ids_string: text, unread_message_ids: ids } of huddles)
      for (const id of ids) this.add(id, directWith(text.split(',').map(Number), me));
    for (const id of mentions) this.mentioned.add(id);
    this.isIncomplete = old_unreads_missing;
  }

  /** @param count of the unread messages that are not muted */
  toSnapshot(count: number): Pick<Snapshot, 'unread_msgs'> {
    const entries = [...this.byKey.values()].map(({ conversation, ids }) => ({
      conversation,
      unread_message_ids: [...ids].sort((a, b) => a - b),
    }));
    const direct = entries.flatMap(({ conversation, unread_message_ids }) =>
      conversation.kind === 'direct' ? [{ userIds: conversation.userIds, unread_message_ids }] : [],
    );
    return {
      unread_msgs: {
        count,
        streams: entries.flatMap(({ conversation, unread_message_ids }) =>
          conversation.kind === 'topic'
            ? [{ stream_id: conversation.channelId, topic: conversation.topic, unread_message_ids }]
            : [],
        ),
        pms: direct
          .filter(({ userIds }) => userIds.length === 1)
          .map(({ userIds: [other], unread_message_ids }) => ({
            other_user_id: other!,
            sender_id: other!,
            unread_message_ids,
          })),
        huddles: direct
          .filter(({ userIds }) => userIds.length > 1)
          .map(({ userIds, unread_message_ids }) => ({
            user_ids_string: [...userIds, this.me].sort((a, b) => a - b).join(),
            unread_message_ids,
          })),
        mentions: [...this.mentioned],
        old_unreads_missing: this.isIncomplete,
      },
    };
  }

  /** Those with the newest unread message first. */
  readonly conversations = computed((): UnreadConversation[] => {
    this.version.watch();
    const newest = ({ ids }: UnreadConversation): number => Math.max(...ids);
    return [...this.byKey.values()].sort((one, other) => newest(other) - newest(one));
  });

  countOf(conversation: Conversation): number {
    this.version.watch();
    return this.byKey.get(conversationKey(conversation))?.ids.size ?? 0;
  }

  /** The oldest unread message of a conversation. */
  firstOf(conversation: Conversation): number | null {
    this.version.watch();
    let first: number | null = null;
    for (const id of this.byKey.get(conversationKey(conversation))?.ids ?? [])
      if (first === null || id < first) first = id;
    return first;
  }

  has(id: number): boolean {
    this.version.watch();
    return this.keyOf.has(id);
  }

  isMentioned(id: number): boolean {
    this.version.watch();
    return this.mentioned.has(id);
  }

  /** The number of unread mentions. */
  readonly mentionCount = computed(() => {
    this.version.watch();
    return this.mentioned.size;
  });

  mentionsIn(ids: Iterable<number>): number {
    this.version.watch();
    let count = 0;
    for (const id of ids) if (this.mentioned.has(id)) count++;
    return count;
  }

  add(id: number, conversation: Conversation, isMentioned = false): void {
    const key = conversationKey(conversation);
    this.drop(id);
    const entry = this.byKey.get(key) ?? { conversation, ids: new Set<number>() };
    entry.ids.add(id);
    this.byKey.set(key, { conversation: entry.conversation, ids: entry.ids });
    this.keyOf.set(id, key);
    if (isMentioned) this.mentioned.add(id);
    this.version.change();
  }

  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      this.drop(id);
      this.mentioned.delete(id);
    }
    this.version.change();
  }

  /** Leaving a channel reads all of it. Events name only the newest of these messages where they are very many. */
  forgetChannels(channelIds: readonly number[]): void {
    const gone = [...this.byKey.values()].filter(
      ({ conversation }) => conversation.kind === 'topic' && channelIds.includes(conversation.channelId),
    );
    if (gone.length > 0) this.remove(gone.flatMap(({ ids }) => [...ids]));
  }

  clear(): void {
    this.byKey.clear();
    this.keyOf.clear();
    this.mentioned.clear();
    this.version.change();
  }

  /** A message was edited: whether it mentions the user now. */
  mark(id: number, isMentioned: boolean): void {
    if (isMentioned && this.keyOf.has(id)) this.mentioned.add(id);
    else this.mentioned.delete(id);
    this.version.change();
  }

  /** Messages went to another topic or channel. */
  move(ids: readonly number[], to: Conversation): void {
    for (const id of ids) if (this.keyOf.has(id)) this.add(id, to);
  }

  /** The flag `read` was added or removed. */
  apply(event: EventOf<'update_message_flags'>): void {
    if (event.op === 'add') return event.all ? this.clear() : this.remove(event.messages);
    for (const id of event.messages) {
      const details = event.message_details?.[id];
      if (!details) continue;
      const conversation: Conversation =
        details.type === 'stream'
          ? { kind: 'topic', channelId: details.stream_id, topic: details.topic }
          : directWith(details.user_ids, this.me);
      this.add(id, conversation, details.mentioned);
    }
  }

  private drop(id: number): void {
    const key = this.keyOf.get(id);
    if (key === undefined) return;
    const entry = this.byKey.get(key)!;
    entry.ids.delete(id);
    if (entry.ids.size === 0) this.byKey.delete(key);
    this.keyOf.delete(id);
  }
}

const MENTIONS = new Set(['mentioned', 'wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned']);
export const isMention = (flags: readonly string[]): boolean => flags.some((flag) => MENTIONS.has(flag));
