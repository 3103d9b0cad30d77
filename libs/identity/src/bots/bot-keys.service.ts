import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../credentials/api-keys.service';
import { BotDirectory } from './bot-directory.service';
import { BotClientEvents } from './bots.client-events';

/** The client name of bots' keys. */
export const KEY_OF_BOT = 'bot';

/** API keys of bots. */
@Injectable()
export class BotKeys {
  constructor(
    private readonly directory: BotDirectory,
    private readonly keys: ApiKeys,
    private readonly clients: BotClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /** @throws BotIsUnknown, BotIsStronger */
  async get(actor: Actor, botId: number): Promise<string> {
    const { id } = await this.directory.managedBy(actor, botId);
    return (await this.keys.ofBots([id])).get(id) ?? '';
  }

  /**
   * Issues a new key. The old key, and the sessions and queues opened with it, end at once.
   * @throws BotIsUnknown, BotIsStronger
   */
  async regenerate(actor: Actor, botId: number): Promise<string> {
    const { id, organizationId } = await this.directory.managedBy(actor, botId);
    return this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      const { bot } = await this.directory.managedNow(actor, id);
      const key = await this.keys.reset(bot, KEY_OF_BOT);
      await this.clients.tellChange(bot, { api_key: key });
      return key;
    });
  }
}
