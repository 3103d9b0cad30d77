import { single } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { UserCreationEvents } from '../user-changes/user-creation-events.service';
import { BotDirectory } from './bot-directory.service';
import type { KnownBot } from './bot-object.client-events';
import { BotSettingChanges, BotSettingsPatch } from './bot-settings.service';
import { BotWriter } from './bot-writer.service';
import { BotClientEvents } from './bots.client-events';
import { NewBotRules } from './new-bot-rules.service';

export interface NewBot extends BotSettingsPatch {
  fullName: string;
  shortName: string;
  type: number;
}

const NO_DEFAULTS = { defaultSendingChannelId: null, defaultEventsChannelId: null, defaultAllPublicChannels: false };

/** Creates bots (docs/protocol/users.md). */
@Injectable()
export class NewBots {
  constructor(
    private readonly rules: NewBotRules,
    private readonly settings: BotSettingChanges,
    private readonly writer: BotWriter,
    private readonly creationEvents: UserCreationEvents,
    private readonly directory: BotDirectory,
    private readonly organizations: Organizations,
    private readonly clients: BotClientEvents,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates a bot that belongs to the caller, with a key.
   * @throws MustNotBeGuest, BotTypeIsInvalid, BotCreationIsNotPermitted, BotNameIsInvalid, FullNameIsInvalid,
   * BotEmailIsTaken, BotNameIsTaken, BotChannelIsUnknown
   */
  async create(actor: Actor, wanted: NewBot): Promise<KnownBot> {
    const { organizationId, userId: ownerId } = actor;
    const checked = this.rules.checked(wanted);
    const id = await this.writer.nextId();
    return this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      await this.rules.assertPossible(actor, checked);
      const settings = await this.settings.patched(actor, { userId: id, ...NO_DEFAULTS }, wanted);
      const user = await this.writer.insert(organizationId, ownerId, checked, settings);
      const organization = await this.organizations.current(organizationId);
      await this.creationEvents.tell([user], organization, { bot_type: wanted.type, bot_owner_id: ownerId });
      const bot = single(await this.directory.known(organizationId, [user]));
      await this.clients.tellAdded(bot);
      await this.creationEvents.raiseCreated([user], null);
      return bot;
    });
  }
}
