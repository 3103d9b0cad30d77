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

  unsubscribe(name: string): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/me/subscriptions', { subscriptions: [name] }));
  }
}
