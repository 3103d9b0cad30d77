import { signal } from '@preact/signals-core';
import { Connection, RequestRefused, sendOnce } from '@parley/client';
import type { Conversation } from '../links/narrow';

/** A message on its way: shown at once, and until the server's own message has come. */
export interface Pending {
  /** The client's own name for it: repetitions of the request carry the same one. */
  readonly localId: string;
  readonly conversation: Conversation;
  /** Source text. */
  readonly content: string;
  /** UNIX seconds. */
  readonly timestamp: number;
  /** What the server said; `null`: on its way. */
  readonly failure: string | null;
  /** Its id, once the server has answered. */
  readonly id: number | null;
}

/** Sends messages, each once however often the request has to be repeated. */
export class Outbox {
  readonly pending = signal<readonly Pending[]>([]);

  constructor(
    private readonly connection: Connection,
    private readonly queueId: () => string,
  ) {}

  send(conversation: Conversation, content: string): void {
    const localId = `${Date.now()}.${Math.random().toString(36).slice(2, 10)}`;
    const timestamp = Math.floor(Date.now() / 1000);
    const message: Pending = { localId, conversation, content, timestamp, failure: null, id: null };
    this.pending.value = [...this.pending.peek(), message];
    void this.deliver(message);
  }

  retry(message: Pending): void {
    const again = { ...message, failure: null };
    this.replace(again);
    void this.deliver(again);
  }

  /** The user takes it back, or its event came. */
  drop(localId: string): void {
    const rest = this.pending.peek().filter((one) => one.localId !== localId);
    if (rest.length < this.pending.peek().length) this.pending.value = rest;
  }

  private async deliver(message: Pending): Promise<void> {
    const { conversation, content, localId } = message;
    const to =
      conversation.kind === 'topic'
        ? { type: 'stream' as const, to: String(conversation.channelId), topic: conversation.topic }
        : { type: 'direct' as const, to: JSON.stringify(conversation.userIds) };
    const echo = { queue_id: this.queueId(), local_id: localId };
    try {
      const { id } = await sendOnce(this.connection, { ...to, content, ...echo, read_by_sender: true }, localId, {
        attempts: 8,
      });
      this.replace({ ...message, id });
    } catch (error) {
      this.replace({ ...message, failure: error instanceof RequestRefused ? error.message : '' });
    }
  }

  private replace(message: Pending): void {
    this.pending.value = this.pending.peek().map((one) => (one.localId === message.localId ? message : one));
  }
}
