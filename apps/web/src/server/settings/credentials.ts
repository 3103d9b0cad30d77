import type { ResponseOf, Connection } from '@parley/client';
import type { Proof } from './second-factors';
import { Outcome, outcomeOf, Refusal, refusalOf } from '../refusal';

export type Session = ResponseOf<'GET sessions'>['sessions'][number];
export type ApiKey = ResponseOf<'GET users/me/api_keys'>['api_keys'][number];
export type NewKey = ResponseOf<'POST users/me/api_key/regenerate'>;

/** Where the user is logged in, and with what programs. */
export class Credentials {
  constructor(private readonly connection: Connection) {}

  async sessions(): Promise<readonly Session[]> {
    return (await this.connection.request('GET sessions', {})).sessions;
  }

  endSession(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE sessions/{session_id}', { session_id: id }));
  }

  /** All sessions but this one. */
  endOtherSessions(): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE sessions', {}));
  }

  /** Proves again who the user is. @param code of a second factor, if the user has one */
  proveAgain({ password = '', code }: Proof): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST users/me/reauthentication', { password, ...(code && { code }) }));
  }

  /** Those of another user, for administrators. */
  async sessionsOf(userId: number): Promise<readonly Session[]> {
    return (await this.connection.request('GET users/{user_id}/sessions', { user_id: userId })).sessions;
  }

  endSessionOf(userId: number, id: number): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('DELETE users/{user_id}/sessions/{session_id}', { user_id: userId, session_id: id }),
    );
  }

  endSessionsOf(userId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/{user_id}/sessions', { user_id: userId }));
  }

  async apiKeysOf(userId: number): Promise<readonly ApiKey[]> {
    return (await this.connection.request('GET users/{user_id}/api_keys', { user_id: userId })).api_keys;
  }

  revokeKeyOf(userId: number, id: number): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('DELETE users/{user_id}/api_keys/{key_id}', { user_id: userId, key_id: id }),
    );
  }

  async apiKeys(): Promise<readonly ApiKey[]> {
    return (await this.connection.request('GET users/me/api_keys', {})).api_keys;
  }

  revokeKey(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/me/api_keys/{key_id}', { key_id: id }));
  }

  /** An API key of the user, for other programs. @param code of the second factor; empty: the user has none */
  keyFor(email: string, password: string, code: string): Promise<Outcome<NewKey>> {
    const shown = { username: email, password, ...(code === '' ? {} : { code }) };
    return outcomeOf(this.connection.request('POST fetch_api_key', shown));
  }

  /** A new API key. All others of the user stop at once. */
  renewKey(): Promise<Outcome<NewKey>> {
    return outcomeOf(this.connection.request('POST users/me/api_key/regenerate', {}));
  }
}
