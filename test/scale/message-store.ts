import type { Event } from '../support/event-queue';

export interface Stored {
  content: string;
  topic: string;
  channelId: number | null;
  readonly flags: Set<string>;
  readonly reactions: Set<string>;
}

interface Reaction {
  user_id: number;
  emoji_name: string;
}

export interface FetchedMessage {
  id: number;
  sender_id: number;
  content: string;
  subject: string;
  stream_id?: number;
  flags: string[];
  reactions: Reaction[];
}

const nameOf = ({ user_id, emoji_name }: Reaction): string => `${user_id}:${emoji_name}`;

/** The flags that actions here change. */
const FLAGS = ['read', 'starred'];

export const storedForm = (message: FetchedMessage): Stored => ({
  content: message.content,
  topic: message.subject,
  channelId: message.stream_id ?? null,
  flags: new Set(message.flags.filter((flag) => FLAGS.includes(flag))),
  reactions: new Set(message.reactions.map(nameOf)),
});

/** In a form that can be compared. */
export const asText = ({ content, topic, channelId, flags, reactions }: Stored): string =>
  JSON.stringify([content, topic, channelId, [...flags].sort(), [...reactions].sort()]);

/** The messages that a client knows, updated by events. */
export class MessageStore {
  readonly messages = new Map<number, Stored>();

  take(event: Event): void {
    if (event.type === 'message') {
      const message = { ...(event.message as FetchedMessage), flags: event.flags as string[] };
      this.messages.set(message.id, storedForm(message));
    }
    if (event.type === 'update_message') this.update(event);
    if (event.type === 'delete_message') {
      for (const id of (event.message_ids ?? [event.message_id]) as number[]) this.messages.delete(id);
    }
    if (event.type === 'reaction') this.react(event);
    if (event.type === 'update_message_flags') this.flag(event);
  }

  private update(event: Event): void {
    if (event.rendering_only) return;
    const edited = this.messages.get(event.message_id as number);
    if (edited && event.content !== undefined) edited.content = event.content as string;
    for (const message of this.known(event.message_ids)) {
      if (event.new_stream_id !== undefined) message.channelId = event.new_stream_id as number;
      if (event.subject !== undefined) message.topic = event.subject as string;
    }
  }

  private react(event: Event): void {
    const [message] = this.known([event.message_id]);
    const name = nameOf(event as unknown as Reaction);
    if (event.op === 'add') message?.reactions.add(name);
    else message?.reactions.delete(name);
  }

  private flag(event: Event): void {
    const flag = event.flag as string;
    if (!FLAGS.includes(flag)) return;
    const concerned = event.all ? [...this.messages.values()] : this.known(event.messages);
    for (const { flags } of concerned) {
      if (event.op === 'add') flags.add(flag);
      else flags.delete(flag);
    }
  }

  private known(ids: unknown): Stored[] {
    return (ids as number[]).map((id) => this.messages.get(id)).filter((one) => one !== undefined);
  }
}
