import type { ResponseOf, Connection, ParametersOf } from '@parley/client';
import { Outcome, outcomeOf, Refusal, refusalOf } from '../refusal';

export type OwnBot = ResponseOf<'GET bots'>['bots'][number];

/** The bots that the user owns. */
export class Bots {
  constructor(private readonly connection: Connection) {}

  /** Active ones, with their keys. */
  async own(): Promise<readonly OwnBot[]> {
    return (await this.connection.request('GET bots', {})).bots;
  }

  /** A member, until it is given another role. */
  create(bot: ParametersOf<'POST bots'>): Promise<Outcome<ResponseOf<'POST bots'>>> {
    return outcomeOf(this.connection.request('POST bots', bot));
  }

  rename(botId: number, name: string): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH bots/{bot_id}', { bot_id: botId, full_name: name }));
  }

  async keyOf(botId: number): Promise<string> {
    return (await this.connection.request('GET bots/{bot_id}/api_key', { bot_id: botId })).api_key;
  }

  giveTo(botId: number, ownerId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH bots/{bot_id}', { bot_id: botId, bot_owner_id: ownerId }));
  }

  setRole(botId: number, role: ParametersOf<'PATCH bots/{bot_id}'>['role']): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH bots/{bot_id}', { bot_id: botId, role }));
  }

  /** The key that the bot has now stops at once. */
  renewKey(botId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST bots/{bot_id}/api_key/regenerate', { bot_id: botId }));
  }

  deactivate(botId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE bots/{bot_id}', { bot_id: botId }));
  }

  reactivate(botId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST users/{user_id}/reactivate', { user_id: botId }));
  }
}
