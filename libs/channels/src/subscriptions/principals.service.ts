import { GuestVisibility, User, UserIsUnknown, Users } from '@app/identity';
import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PrincipalIsDeactivated } from '../errors';

/** User ids or e-mail addresses in a request; empty: the actor alone. */
export type Principals = readonly number[] | readonly string[];

/** Finds the users of a request. */
@Injectable()
export class PrincipalUsers {
  constructor(
    private readonly users: Users,
    private readonly guestVisibility: GuestVisibility,
  ) {}

  /**
   * One statement for any number of principals, and one more for guests with limited visibility. Each user once.
   * @throws UserIsUnknown also for whom the actor may not know of, PrincipalIsDeactivated
   */
  async find(actor: Actor, principals: Principals): Promise<User[]> {
    const wanted = principals.length > 0 ? principals : [actor.userId];
    const found = new Map<UserId, User>();
    const known = await this.guestVisibility.cached(actor);
    const isHidden = ({ id, isBot }: User) => known !== null && !isBot && !known.has(id);
    for (const user of await this.lookUp(actor, wanted)) {
      if (!user || user.isSystemBot || isHidden(user)) throw new UserIsUnknown();
      if (!user.isActive) throw new PrincipalIsDeactivated();
      found.set(user.id, user);
    }
    return [...found.values()];
  }

  private async lookUp(actor: Actor, wanted: Principals): Promise<(User | undefined)[]> {
    if (areIds(wanted)) {
      const byId = await this.users.byIds(actor.organizationId, wanted);
      return wanted.map((id) => byId.get(id as UserId));
    }
    const byEmail = await this.users.byEmails(actor.organizationId, wanted, actor);
    return wanted.map((email) => byEmail.get(email.toLowerCase()));
  }
}

const areIds = (principals: Principals): principals is readonly number[] => typeof principals[0] === 'number';

/**
 * A caller's own id names the caller. The caller's own address counts as that of another user
 * (docs/protocol/subscriptions.md).
 */
export const concernsOthers = (actor: Actor, principals: Principals): boolean =>
  principals.some((one) => one !== actor.userId);

/** Only the actor and the actor's own bots. */
export const areOwn = (actor: Actor, users: readonly User[]): boolean =>
  users.every(({ id, botOwnerId }) => id === actor.userId || botOwnerId === actor.userId);
