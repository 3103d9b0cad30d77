import { ResponseOf, Connection, ParametersOf, patiently } from '@parley/client';
import type { Conversation } from '../links/narrow';
import { conversationOfMessage } from '../store/conversations';
import type { KnownMessage } from '../store/messages';
import type { Store } from '../store/store';
import { Refusal, refusalOf } from './refusal';

/** The text was changed since it was read. */
export const IS_ANOTHER_TEXT = 'EXPECTATION_MISMATCH';

export type Move = Pick<
  ParametersOf<'PATCH messages/{id}'>,
  'topic' | 'stream_id' | 'propagate_mode' | 'send_notification_to_old_thread' | 'send_notification_to_new_thread'
>;
export type HistoryEntry = ResponseOf<'GET messages/{id}/history'>['message_history'][number];
export type ReportType = ParametersOf<'POST messages/{message_id}/report'>['report_type'];

/** The requests of a user about one message. Each returns a refusal, or `null` where it is done. */
export class MessageActions {
  constructor(private readonly connection: Connection) {}

  async sourceOf(id: number): Promise<string> {
    const ask = () => this.connection.request('GET messages/{id}', { id, apply_markdown: false });
    return (await patiently(ask, { attempts: 3 })).raw_content;
  }

  /** The conversation that a message is in now. `null`: the user may not see it, or the server is away. */
  async placeOf(store: Store, id: number): Promise<Conversation | null> {
    const ask = () => this.connection.request('GET messages/{id}', { id, allow_empty_topic_name: true });
    const known = store.messages.all.peek(id);
    const message = known ?? ((await ask().catch(() => null))?.message as KnownMessage | undefined);
    return message ? conversationOfMessage(message, store.me) : null;
  }

  /** @param before the text that the user began with: another one is not overwritten */
  async edit(id: number, content: string, before: string): Promise<Refusal | null> {
    const known = await digestOf(before);
    return refusalOf(
      this.connection.request('PATCH messages/{id}', {
        id,
        content,
        ...(known === null ? {} : { prev_content_sha256: known }),
      }),
    );
  }

  remove(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE messages/{id}', { id }));
  }

  move(id: number, move: Move): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH messages/{id}', { id, ...move }));
  }

  async historyOf(id: number): Promise<readonly HistoryEntry[]> {
    const ask = () => this.connection.request('GET messages/{id}/history', { id, allow_empty_topic_name: true });
    return (await patiently(ask, { attempts: 3 })).message_history;
  }

  async readersOf(id: number): Promise<readonly number[]> {
    const ask = () => this.connection.request('GET messages/{id}/read_receipts', { id });
    return (await patiently(ask, { attempts: 3 })).user_ids;
  }

  /** @param at UNIX seconds */
  remind(id: number, at: number, note: string): Promise<Refusal | null> {
    const words = note.trim() === '' ? {} : { note };
    const reminder = { message_id: id, scheduled_delivery_timestamp: at, ...words };
    return refusalOf(this.connection.request('POST reminders', reminder));
  }

  report(id: number, type: ReportType, description: string): Promise<Refusal | null> {
    const words = description.trim() === '' ? {} : { description };
    return refusalOf(
      this.connection.request('POST messages/{message_id}/report', { message_id: id, report_type: type, ...words }),
    );
  }

  /** Adds to a poll or a list of tasks. */
  extend(id: number, addition: object): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('POST submessage', {
        message_id: id,
        msg_type: 'widget',
        content: JSON.stringify(addition),
      }),
    );
  }
}

/** In hexadecimal digits. Browsers compute it over HTTPS and on the same machine; elsewhere `null`. */
async function digestOf(text: string): Promise<string | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
