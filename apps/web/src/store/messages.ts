import { signal } from '@preact/signals-core';
import type { Message } from '@parley/client';
import { Collection } from './collection';
import type { EventOf } from './events';

/** A message with the flags that it has for the user. */
export type KnownMessage = Message & {
  readonly flags: readonly string[];
  /** UNIX seconds. */
  readonly last_edit_timestamp?: number;
  readonly last_moved_timestamp?: number;
  /** The id under which the user's own message was shown before the server had it. */
  readonly localId?: string;
  /** Excerpts that a search highlights. */
  readonly match_content?: string;
  readonly match_subject?: string;
};

/** What is in windows or was just told. The messages of windows that were let go are let go, too (`windows.ts`). */
export class Messages {
  readonly all = new Collection<number, KnownMessage>(({ id }) => id);

  /** The user's own messages by the ids under which they were shown before the server had them. */
  private readonly echoes = signal<ReadonlyMap<string, number>>(new Map());

  put(messages: readonly KnownMessage[]): void {
    for (const message of messages) this.all.put(message);
    const own = messages.flatMap(({ localId, id }): [string, number][] =>
      localId === undefined ? [] : [[localId, id]],
    );
    if (own.length > 0) this.echoes.value = new Map([...this.echoes.peek(), ...own]);
  }

  hasEchoOf(localId: string): boolean {
    return this.echoes.value.has(localId);
  }

  edit(event: EventOf<'update_message'>): void {
    const { message_id: id, content, rendered_content: html, rendering_only: isRendering, flags } = event;
    if (html === undefined) return;
    this.all.change(id, (message) => ({
      ...message,
      content: html,
      flags: isRendering ? message.flags : flags,
      is_me_message: event.is_me_message ?? message.is_me_message,
      ...(isRendering || content === undefined ? {} : { last_edit_timestamp: event.edit_timestamp }),
    }));
  }

  move(ids: readonly number[], channelId: number, channelName: string, topic: string, at: number): void {
    for (const id of ids)
      this.all.change(id, (message) =>
        message.type === 'stream'
          ? {
              ...message,
              stream_id: channelId,
              display_recipient: channelName,
              subject: topic,
              last_moved_timestamp: at,
            }
          : message,
      );
  }

  flag(ids: readonly number[], flag: string, isSet: boolean): void {
    for (const id of ids)
      this.all.change(id, (message) => {
        const others = message.flags.filter((one) => one !== flag);
        return { ...message, flags: isSet ? [...others, flag] : others };
      });
  }

  /** All messages that are known were read. */
  readAll(): void {
    this.all.changeAll((message) =>
      message.flags.includes('read') ? message : { ...message, flags: [...message.flags, 'read'] },
    );
  }

  react({ op, message_id, emoji_name, emoji_code, reaction_type, user_id }: EventOf<'reaction'>): void {
    const isSame = (one: KnownMessage['reactions'][number]): boolean =>
      one.emoji_code === emoji_code && one.reaction_type === reaction_type && one.user_id === user_id;
    this.all.change(message_id, (message) => {
      const others = message.reactions.filter((one) => !isSame(one));
      const own = { emoji_name, emoji_code, reaction_type, user_id };
      return { ...message, reactions: op === 'add' ? [...others, own] : others };
    });
  }

  /** The reaction that came last stands where it was before. @param behind what stood behind it; some may be gone */
  moveLastReaction(messageId: number, behind: readonly KnownMessage['reactions'][number][]): void {
    this.all.change(messageId, (message) => {
      const others = message.reactions.slice(0, -1);
      const at = others.findIndex((one) => behind.includes(one));
      return at < 0 ? message : { ...message, reactions: others.toSpliced(at, 0, message.reactions.at(-1)!) };
    });
  }

  addSubmessage({ message_id, submessage_id: id, sender_id, msg_type, content }: EventOf<'submessage'>): void {
    this.all.change(message_id, (message) => ({
      ...message,
      submessages: [
        ...message.submessages.filter((one) => one.id !== id),
        { id, message_id, sender_id, msg_type, content },
      ],
    }));
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.all.remove(id);
  }
}
