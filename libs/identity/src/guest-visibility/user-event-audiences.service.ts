import { type OrganizationId, type UserId, single } from '@app/kernel';
import type { Audience } from '@app/realtime';
import { Injectable } from '@nestjs/common';
import { weakestRoleSeeingEmail } from '../records/email-address';
import { showsEverybodyToGuests } from '../records/organization';
import { ROLE } from '../roles/role';
import type { User } from '../records/user';
import { GuestVisibilityRepository } from './guest-visibility.repository';
import { UserRepository } from '../records/user.repository';
import { Organizations } from '../organizations/organizations.service';

/** The audiences for events about an account, at one moment of a transaction. */
export interface AccountAudiences {
  /** All users who may see the account. */
  readonly all: Audience;
  /** Active guests who may not see it. */
  readonly excludedGuests: readonly UserId[];
}

/** The users of `AccountAudiences.all` who may see the real address, and those who may not. `null`: there are none. */
export interface EmailAudiences {
  readonly seeing: Audience | null;
  readonly others: Audience | null;
}

type Addressed = Pick<User, 'id' | 'organizationId' | 'isBot' | 'emailAddressVisibility'>;

/** Determines the audiences of events about accounts. */
@Injectable()
export class UserEventAudiences {
  constructor(
    private readonly users: UserRepository,
    private readonly guestVisibility: GuestVisibilityRepository,
    private readonly organizations: Organizations,
  ) {}

  async of({ id, organizationId, isBot }: Omit<Addressed, 'emailAddressVisibility'>): Promise<AccountAudiences> {
    const excludedGuests = isBot ? [] : await this.guestsNotSeeing(organizationId, id);
    return { all: { to: 'organization', except: excludedGuests }, excludedGuests };
  }

  async byEmailVisibility(user: Addressed): Promise<EmailAudiences> {
    return single(await this.byEmailVisibilities(user.organizationId, [user]));
  }

  /** As `byEmailVisibility`, for several accounts. While guests see all users, their number adds no statement. */
  async byEmailVisibilities(organizationId: OrganizationId, users: readonly Addressed[]): Promise<EmailAudiences[]> {
    const showsAll = showsEverybodyToGuests(await this.organizations.current(organizationId));
    const seeingBy = new Map<number, readonly UserId[]>();
    const audiences: EmailAudiences[] = [];
    for (const { id, isBot, emailAddressVisibility } of users) {
      const excludedGuests = showsAll || isBot ? [] : await this.guestVisibility.guestsNotSeeing(organizationId, id);
      const weakest = isBot ? ROLE.guest : weakestRoleSeeingEmail(emailAddressVisibility);
      if (weakest !== 0 && weakest !== ROLE.guest && !seeingBy.has(weakest))
        seeingBy.set(weakest, await this.users.activeIds(organizationId, ROLE.owner, weakest));
      audiences.push(emailAudiences(id, weakest, seeingBy.get(weakest) ?? [], excludedGuests));
    }
    return audiences;
  }

  /**
   * Users with a role between the two, except the account itself. They see the real address under only one of two
   * visibility settings.
   */
  async between(user: Addressed, strongerRole: number, weakestRole: number): Promise<UserId[]> {
    const { excludedGuests } = await this.of(user);
    const ids = await this.users.activeIds(user.organizationId, strongerRole + 1, weakestRole);
    const left = new Set([...excludedGuests, user.id]);
    return ids.filter((id) => !left.has(id));
  }

  private async guestsNotSeeing(organizationId: OrganizationId, userId: UserId): Promise<UserId[]> {
    if (showsEverybodyToGuests(await this.organizations.current(organizationId))) return [];
    return this.guestVisibility.guestsNotSeeing(organizationId, userId);
  }
}

/** @param ids the active users whose role sees the address */
function emailAudiences(
  userId: UserId,
  weakest: number,
  ids: readonly UserId[],
  excludedGuests: readonly UserId[],
): EmailAudiences {
  if (weakest === ROLE.guest) return { seeing: { to: 'organization', except: excludedGuests }, others: null };
  const seeing = [...new Set([...ids, userId])];
  return {
    seeing: { to: 'users', ids: seeing },
    others: { to: 'organization', except: [...seeing, ...excludedGuests] },
  };
}
