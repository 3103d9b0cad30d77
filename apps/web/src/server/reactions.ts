import type { Connection } from '@parley/client';
import type { KnownMessage } from '../store/messages';

type Emoji = Pick<KnownMessage['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** Adds and removes the user's own reactions. */
export class Reactions {
  constructor(private readonly connection: Connection) {}

  async toggle(messageId: number, { emoji_name, emoji_code, reaction_type }: Emoji, isSet: boolean): Promise<void> {
    const parameters = { id: messageId, emoji_name, emoji_code, reaction_type };
    // Refused only if another request was faster; its event follows.
    await (
      isSet
        ? this.connection.request('DELETE messages/{id}/reactions', parameters)
        : this.connection.request('POST messages/{id}/reactions', parameters)
    ).catch(() => undefined);
  }
}
