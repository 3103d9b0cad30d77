import type { Connection } from '@parley/client';
import type { Conversation } from '../links/narrow';
import { conversationKey } from '../store/conversations';
import type { KnownMessage } from '../store/messages';
import { maySendTo } from '../store/rights';
import type { Store } from '../store/store';

type Op = 'start' | 'stop';

/** In what the user writes, and how others hear of it. */
interface Told {
  readonly key: string;
  readonly tell: (op: Op) => Promise<void>;
  readonly at: number;
}

/** Tells others that the user is writing, as often and as long as the server wants to hear it. */
export class TypingReports {
  private told: Told | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connection: Connection) {
    addEventListener('pagehide', () => this.stop());
  }

  /** The user has just written something in this conversation. */
  note(store: Store, conversation: Conversation): void {
    const settings = store.lists.peek('user_settings');
    const isWanted =
      conversation.kind === 'topic'
        ? settings.send_stream_typing_notifications
        : settings.send_private_typing_notifications && conversation.userIds.some((id) => id !== store.me);
    if (isWanted && maySendTo(store, conversation))
      this.noteIn(store, conversationKey(conversation), (op) => this.tell(op, conversation));
  }

  /** The user changes the text of an own message. */
  noteEdit(store: Store, { id, type }: KnownMessage): void {
    const settings = store.lists.peek('user_settings');
    const isWanted =
      type === 'stream' ? settings.send_stream_typing_notifications : settings.send_private_typing_notifications;
    if (isWanted) this.noteIn(store, `edit ${id}`, (op) => this.tellEdit(op, id));
  }

  private noteIn(store: Store, key: string, tell: Told['tell']): void {
    if (this.told && this.told.key !== key) this.stop();
    const now = Date.now();
    const again = store.organization.get('server_typing_started_wait_period_milliseconds');
    if (!this.told || now - this.told.at > again) {
      this.told = { key, tell, at: now };
      void tell('start');
    }
    clearTimeout(this.timer);
    const idle = store.organization.get('server_typing_stopped_wait_period_milliseconds');
    this.timer = setTimeout(() => this.stop(), idle);
  }

  /** The message was sent, or the text is empty again. */
  stop(): void {
    clearTimeout(this.timer);
    const { told } = this;
    this.told = null;
    void told?.tell('stop');
  }

  private async tellEdit(op: Op, id: number): Promise<void> {
    const parameters = { id, op };
    await this.connection
      .request('POST messages/{id}/typing', parameters, { keepalive: op === 'stop' })
      .catch(() => undefined);
  }

  private async tell(op: Op, conversation: Conversation): Promise<void> {
    const where =
      conversation.kind === 'topic'
        ? { type: 'channel' as const, stream_id: conversation.channelId, topic: conversation.topic }
        : { type: 'direct' as const, to: [...conversation.userIds] };
    // What is lost of these is told again, or over soon.
    await this.connection.request('POST typing', { op, ...where }, { keepalive: op === 'stop' }).catch(() => undefined);
  }
}
