import type { Connection } from '@parley/client';

/** The user's own status: a text, and an emoji by its name. */
export class Statuses {
  constructor(private readonly connection: Connection) {}

  /** @param emojiName empty: none */
  async set(text: string, emojiName: string): Promise<void> {
    await this.connection.request('POST users/me/status', { status_text: text, emoji_name: emojiName });
  }
}
