import { signal } from '@preact/signals-core';
import type { Snapshot } from '@parley/client';
import type { Conversation } from '../links/narrow';
import { conversationKey, directWith, isOfDirect } from './conversations';
import type { EventOf } from './events';

type Times = Snapshot['presences'][string];

/** Who is there, and who is typing. */
export class Presence {
  private readonly times = signal<Readonly<Record<string, Times>>>({});
  /** Users by the conversation in which they type, with the time when they were last heard of. */
  private readonly typing = signal<ReadonlyMap<string, ReadonlyMap<number, number>>>(new Map());
  /** Messages that their senders change, with the time when that was last heard of. */
  private readonly edits = signal<ReadonlyMap<number, number>>(new Map());
  /** Those who were not heard of for so long do not type any more. */
  private readonly typingMs: number;
  /** What the next report names, to hear only of what changed since. */
  lastUpdate = -1;

  constructor(
    { presences, server_typing_started_expiry_period_milliseconds: expiry }: Snapshot,
    private readonly me: number,
  ) {
    this.times.value = presences;
    this.typingMs = expiry;
  }

  toSnapshot(): Pick<Snapshot, 'presences'> {
    return { presences: this.times.peek() };
  }

  timesOf(userId: number): Times | undefined {
    return this.times.value[userId];
  }

  typingIn(conversation: Conversation): number[] {
    return [...(this.typing.value.get(conversationKey(conversation))?.keys() ?? [])];
  }

  /** In any direct conversation. */
  typingDirectly(): number[] {
    const direct = [...this.typing.value].filter(([key]) => isOfDirect(key));
    return [...new Set(direct.flatMap(([, users]) => [...users.keys()]))];
  }

  /** @param now milliseconds */
  expireTyping(now: number): void {
    const isOver = (at: number): boolean => now - at > this.typingMs;
    const edits = [...this.edits.peek()].filter(([, at]) => !isOver(at));
    if (edits.length < this.edits.peek().size) this.edits.value = new Map(edits);
    const all = [...this.typing.peek()];
    if (!all.some(([, users]) => [...users.values()].some(isOver))) return;
    this.typing.value = new Map(
      all.map(([key, users]) => [key, new Map([...users].filter(([, at]) => !isOver(at)))] as const),
    );
  }

  /** What the answer to a report says of others. */
  take(presences: Readonly<Record<string, object>>, lastUpdate: number | undefined): void {
    if (lastUpdate !== undefined) this.lastUpdate = lastUpdate;
    const told = Object.entries(presences).filter((entry): entry is [string, Times] => 'active_timestamp' in entry[1]);
    if (told.length > 0) this.times.value = { ...this.times.peek(), ...Object.fromEntries(told) };
  }

  apply({ user_id: id, presence: { website } }: EventOf<'presence'>): void {
    const before = this.times.peek()[id];
    const active_timestamp = website.status === 'active' ? website.timestamp : (before?.active_timestamp ?? 0);
    this.times.value = { ...this.times.peek(), [id]: { active_timestamp, idle_timestamp: website.timestamp } };
  }

  applyTyping(event: EventOf<'typing'>): void {
    const { user_id: sender } = event.sender;
    if (sender === this.me) return;
    const conversation: Conversation =
      event.message_type === 'stream'
        ? { kind: 'topic', channelId: event.stream_id, topic: event.topic }
        : directWith(
            event.recipients.map(({ user_id }) => user_id),
            this.me,
          );
    this.setTyping(conversation, sender, event.op === 'start');
  }

  /** Whether another user is about to change the own message. */
  isBeingEdited(messageId: number): boolean {
    return this.edits.value.has(messageId);
  }

  applyEditing({ op, sender_id, message_id: id }: EventOf<'typing_edit_message'>): void {
    if (sender_id === this.me) return;
    const edits = new Map(this.edits.peek());
    if (op === 'start') edits.set(id, Date.now());
    else edits.delete(id);
    this.edits.value = edits;
  }

  /** Also called when the user has sent a message, or after a time without typing events. */
  setTyping(conversation: Conversation, userId: number, isTyping: boolean): void {
    const key = conversationKey(conversation);
    const users = new Map(this.typing.peek().get(key));
    if (!isTyping && !users.has(userId)) return;
    if (isTyping) users.set(userId, Date.now());
    else users.delete(userId);
    this.typing.value = new Map(this.typing.peek()).set(key, users);
  }

  remove(userId: number): void {
    const { [userId]: _, ...others } = this.times.peek();
    this.times.value = others;
  }
}
