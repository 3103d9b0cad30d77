import { single } from '@app/kernel';
import { Actor, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AccountActivity } from '../deactivation/account-activity.service';
import { assertMayChangeRole } from '../permissions/access';
import { AccountIsInactive } from '../records/account.errors';
import { isAdministrator, Role } from '../roles/role';
import { UserRoles } from '../user-changes/user-roles.service';
import { Users } from '../users/users.service';
import { BotDirectory } from './bot-directory.service';
import { BotNames } from './bot-names.service';
import type { KnownBot } from './bot-object.client-events';
import { BotOwners } from './bot-owners.service';
import { BotSettingChanges, BotSettingsPatch } from './bot-settings.service';

/** The requested changes of a bot; absent fields stay as they are. */
export interface BotPatch extends BotSettingsPatch {
  fullName?: string;
  ownerId?: number;
  role?: Role;
}

/** Bots: accounts that belong to a user (docs/protocol/users.md). */
@Injectable()
export class Bots {
  constructor(
    private readonly directory: BotDirectory,
    private readonly settings: BotSettingChanges,
    private readonly names: BotNames,
    private readonly owners: BotOwners,
    private readonly users: Users,
    private readonly roles: UserRoles,
    private readonly activity: AccountActivity,
    private readonly transactions: Transactions,
  ) {}

  /** The caller's own active bots. */
  own({ organizationId, userId }: Actor): Promise<KnownBot[]> {
    return this.directory.ownedBy(organizationId, userId);
  }

  /**
   * Applies all changes or none. A blank name leaves the name as it is.
   * @throws BotIsUnknown, BotIsStronger, MustBeAdministrator, MustBeOwner, FullNameIsInvalid, BotNameIsTaken,
   * BotOwnerIsInvalid, BotChannelIsUnknown, GuestCannotBecomeAdministrator
   */
  async update(actor: Actor, botId: number, patch: BotPatch): Promise<KnownBot> {
    const { organizationId } = actor;
    const { id } = await this.directory.managedBy(actor, botId);
    return this.transactions.run([lock.organization(organizationId), lock.user(id)], async () => {
      const { manager, bot } = await this.directory.managedNow(actor, id);
      if (patch.fullName !== undefined && patch.fullName.trim() !== '') await this.names.rename(bot, patch.fullName);
      if (patch.role !== undefined && patch.role !== bot.role) {
        assertMayChangeRole(manager, bot.role, patch.role);
        await this.roles.set(organizationId, id, patch.role);
      }
      const now = () => this.users.get(organizationId, id);
      if (patch.ownerId !== undefined)
        await this.owners.change(await now(), patch.ownerId, isAdministrator(manager.role));
      await this.settings.change(actor, await now(), patch);
      return single(await this.directory.known(organizationId, [await now()]));
    });
  }

  /** @throws BotIsUnknown, BotIsStronger, AccountIsInactive */
  async deactivate(actor: Actor, botId: number): Promise<void> {
    const { id } = await this.directory.managedBy(actor, botId);
    await this.activity.during(actor.organizationId, id, async (bot) => {
      await this.directory.managedNow(actor, id);
      if (!bot.isActive) throw new AccountIsInactive();
      await this.activity.close(bot, { actorId: actor.userId, comment: null });
    });
  }
}
