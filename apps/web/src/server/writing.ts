import { Connection, patiently, upload, UploadOptions } from '@parley/client';
import type { Conversation } from '../links/narrow';

/** What is asked of the server while a message is written. */
export class Writing {
  private readonly subscribed = new Map<string, Promise<boolean | null>>();

  constructor(private readonly connection: Connection) {}

  /** The HTML that a text would become. */
  async render(content: string): Promise<string> {
    return (await patiently(() => this.connection.request('POST messages/render', { content }), { attempts: 2 }))
      .rendered;
  }

  /** @returns the address of the file, for a link */
  async upload(file: File, options: UploadOptions): Promise<string> {
    return (await upload(this.connection, file, file.name, options)).url;
  }

  /** Asked once for each user and channel. `null`: the server does not say. */
  isSubscribed(userId: number, channelId: number): Promise<boolean | null> {
    const key = `${userId} ${channelId}`;
    const known = this.subscribed.get(key);
    if (known) return known;
    const asked = this.connection
      .request('GET users/{user_id}/subscriptions/{stream_id}', { user_id: userId, stream_id: channelId })
      .then(
        ({ is_subscribed }) => is_subscribed,
        () => null,
      );
    this.subscribed.set(key, asked);
    return asked;
  }

  /** @param at UNIX seconds */
  async schedule(conversation: Conversation, content: string, at: number): Promise<void> {
    const to =
      conversation.kind === 'topic'
        ? { type: 'channel' as const, to: conversation.channelId, topic: conversation.topic }
        : { type: 'direct' as const, to: [...conversation.userIds] };
    await this.connection.request('POST scheduled_messages', { ...to, content, scheduled_delivery_timestamp: at });
  }
}
