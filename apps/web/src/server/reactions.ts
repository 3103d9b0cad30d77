import { Connection, isPassing, patiently } from '@parley/client';
import type { KnownMessage } from '../store/messages';

export type Emoji = Pick<KnownMessage['reactions'][number], 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** Adds and removes the user's own reactions. */
export class Reactions {
  constructor(private readonly connection: Connection) {}

  /** @throws ServerUnreachable, RequestRefused when the server is away or too busy */
  async toggle(messageId: number, { emoji_name, emoji_code, reaction_type }: Emoji, isSet: boolean): Promise<void> {
    const parameters = { id: messageId, emoji_name, emoji_code, reaction_type };
    const ask = () =>
      isSet
        ? this.connection.request('DELETE messages/{id}/reactions', parameters)
        : this.connection.request('POST messages/{id}/reactions', parameters);
    // Refused only if another request was faster; its event follows.
    await patiently(ask, { attempts: 3 }).catch((error: unknown) => {
      if (isPassing(error)) throw error;
    });
  }
}
