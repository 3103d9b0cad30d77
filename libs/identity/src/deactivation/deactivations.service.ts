import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AccountIsInactive, LastOwnerMustStay, LastUserMustStay } from '../records/account.errors';
import { BotsCannotDoThis, UserIsUnknown } from '../errors';
import { isOwner } from '../roles/role';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { assertAdministrator, assertOwner } from '../permissions/access';
import { FreshLogins } from '../credentials/fresh-logins.service';
import { AccountStates } from './account-states.service';
import { AccountActivity } from './account-activity.service';
import { Users } from '../users/users.service';

/** Deactivation and reactivation of users (docs/protocol/users.md). */
@Injectable()
export class Deactivations {
  constructor(
    private readonly rows: UserRepository,
    private readonly users: Users,
    private readonly activity: AccountActivity,
    private readonly states: AccountStates,
    private readonly fresh: FreshLogins,
  ) {}

  /**
   * @param comment for the mail to the account; "": a mail without a comment; `null`: no mail
   * @throws MustBeAdministrator, UserIsUnknown also for bots, AccountIsInactive, MustBeOwner, LastOwnerMustStay,
   * AuthenticationIsNotFresh for an owner
   */
  async deactivate(actor: Actor, userId: number, comment: string | null): Promise<void> {
    assertAdministrator(actor);
    await this.activity.during(actor.organizationId, await this.known(actor, userId), async (user) => {
      const current = await this.users.acting(actor);
      assertAdministrator(current);
      if (user.isBot) throw new UserIsUnknown();
      if (!user.isActive) throw new AccountIsInactive();
      if (isOwner(user.role)) assertOwner(current);
      if (await this.isLastOwner(user)) throw new LastOwnerMustStay();
      if (isOwner(user.role)) await this.fresh.assertFresh(actor);
      await this.activity.close(user, { actorId: actor.userId, comment });
    });
  }

  /** @throws BotsCannotDoThis, LastUserMustStay */
  async leave(actor: Actor): Promise<void> {
    if (actor.isBot) throw new BotsCannotDoThis();
    await this.activity.during(actor.organizationId, actor.userId, async (user) => {
      if (!user.isActive) return;
      if ((await this.rows.countActivePeople(user.organizationId)) === 1) throw new LastUserMustStay(false);
      if (await this.isLastOwner(user)) throw new LastUserMustStay(true);
      await this.activity.close(user, { actorId: user.id, comment: null });
    });
  }

  /**
   * Does nothing if the account is active. Only an owner may reactivate an owner. A user may reactivate own bots
   * without being an administrator; the rules for bots then apply.
   * @throws MustBeAdministrator, UserIsUnknown, MustBeOwner, and what `BotReactivations.takeBack` throws
   */
  async reactivate(actor: Actor, userId: number): Promise<void> {
    const wanted = await this.rows.find(actor.organizationId, userId);
    if (!isBotOf(wanted, actor.userId)) assertAdministrator(actor);
    await this.activity.during(actor.organizationId, await this.known(actor, userId), async (user) => {
      const current = await this.users.acting(actor);
      if (!isBotOf(user, current.id)) assertAdministrator(current);
      if (user.isActive) return;
      if (isOwner(user.role)) assertOwner(current);
      await this.states.reopen(user, actor.userId);
    });
  }

  private async known({ organizationId }: Actor, userId: number): Promise<UserId> {
    const user = await this.users.get(organizationId, userId);
    if (user.isSystemBot) throw new UserIsUnknown();
    return user.id;
  }

  private async isLastOwner({ organizationId, role, isBot }: User): Promise<boolean> {
    return isOwner(role) && !isBot && (await this.rows.countActiveOwners(organizationId)) === 1;
  }
}

const isBotOf = (user: User | null, ownerId: UserId): boolean =>
  user !== null && user.isBot && user.botOwnerId === ownerId;
