import type { Connection } from '@parley/client';
import { Refusal, refusalOf } from './refusal';

/** Channels of the user: to be in them, to leave them, and new ones. */
export class Subscribing {
  constructor(private readonly connection: Connection) {}

  /** @param name of a channel that exists, or of a new one */
  subscribe(name: string, created: { description?: string; isPrivate?: boolean } = {}): Promise<Refusal | null> {
    const { description = '', isPrivate = false } = created;
    return refusalOf(
      this.connection.request('POST users/me/subscriptions', {
        subscriptions: [{ name, ...(description === '' ? {} : { description }) }],
        ...(isPrivate ? { invite_only: true } : {}),
      }),
    );
  }

  /** Of a user, as far as the caller sees them; `null`: the server does not say. */
  async channelsOf(userId: number): Promise<readonly number[] | null> {
    const answer = await this.connection.request('GET users/{user_id}/channels', { user_id: userId }).catch(() => null);
    return answer?.subscribed_channel_ids ?? null;
  }

  unsubscribe(name: string): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/me/subscriptions', { subscriptions: [name] }));
  }
}
