import { NO_USER, type OrganizationId } from '@app/kernel';
import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { User, Viewer } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { listedUser, userObject } from './user-object.client-events';
import { UserTexts } from './user-texts';

/** All users of an organization at one version, with their serialised user objects. */
interface CachedUsers {
  readonly version: number;
  /** Ascending by id, including system bots. */
  readonly users: readonly User[];
  /** By the class of viewer: the JSON text of each user, in the order of `users`. */
  readonly texts: LRUCache<string, readonly string[]>;
  /** By the class of viewer, for snapshots. */
  readonly lists: LRUCache<string, UserLists>;
}

/** All users at one version. */
export interface ListedUsers {
  /** Ascending by id, including system bots. */
  readonly users: readonly User[];
  /** The lists as viewers with that role see them, except for the viewer itself. */
  readonly listsFor: (role: number, clientGravatar: boolean) => UserLists;
}

/** The lists of users in a snapshot, without profiles. */
interface UserLists {
  readonly active: UserTexts;
  readonly inactive: UserTexts;
  readonly systemBots: UserTexts;
}

/** The limit of cached accounts. Beyond it, the organization that was not used for the longest time is removed. */
const MAX_USERS = 200_000;
const MAX_TEXTS = 4;

/** Represents all viewers with a role. Values that only the user itself may see are left out. */
const someone = (role: number): Viewer => ({ userId: NO_USER, role });

export interface UserObjectText {
  readonly user: User;
  readonly text: string;
}

/**
 * Of `Users`: the users of an organization, cached until one of them changes. A read runs one small statement. All viewers with the
 * same role see the same user objects, so these are serialised once for all.
 */
@Injectable()
export class UserCache {
  private readonly byOrganization = new LRUCache<OrganizationId, CachedUsers>({
    maxSize: MAX_USERS,
    sizeCalculation: ({ users }) => Math.min(users.length + 1, MAX_USERS), // An organization that has more is kept, alone.
  });

  constructor(
    private readonly rows: UserRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Ascending by id, including system bots; current, or as the open transaction reads them. */
  async all(organizationId: OrganizationId): Promise<readonly User[]> {
    return (await this.usersOf(organizationId)).users;
  }

  /** User objects as JSON texts, without system bots, each with its account. */
  async texts(
    organizationId: OrganizationId,
    viewer: Viewer,
    clientGravatar: boolean,
  ): Promise<readonly UserObjectText[]> {
    const cached = await this.usersOf(organizationId);
    const texts = textsOf(cached, viewer.role, clientGravatar);
    const shown: UserObjectText[] = [];
    for (const [at, user] of cached.users.entries()) {
      if (user.isSystemBot) continue;
      const isOwn = user.id === viewer.userId;
      shown.push({ user, text: (isOwn ? undefined : texts[at]) ?? textOf(user, viewer, clientGravatar) });
    }
    return shown;
  }

  /** All users with their serialised lists. */
  async listed(organizationId: OrganizationId): Promise<ListedUsers> {
    const cached = await this.usersOf(organizationId);
    return { users: cached.users, listsFor: (role, clientGravatar) => listsOf(cached, role, clientGravatar) };
  }

  private async usersOf(organizationId: OrganizationId): Promise<CachedUsers> {
    const known = this.byOrganization.get(organizationId);
    if (known && known.version === (await this.rows.peopleVersion(organizationId))) return known;
    const cached: CachedUsers = {
      ...(await this.rows.people(organizationId)),
      texts: new LRUCache({ max: MAX_TEXTS }),
      lists: new LRUCache({ max: MAX_TEXTS }),
    };
    // A transaction may read its own writes and then roll back, or read an older state. So only committed users are
    // cached. A snapshot is one moment, and no transaction that reads one writes users.
    const { open } = this.transactions;
    const isCurrent = !open || (open.isSnapshot && cached.version > (known?.version ?? 0));
    if (isCurrent) this.byOrganization.set(organizationId, cached);
    return cached;
  }
}

function listsOf({ users, lists }: CachedUsers, role: number, clientGravatar: boolean): UserLists {
  return remembered(lists, `${role}:${clientGravatar}`, () => {
    const some = (are: (user: User) => boolean): UserTexts =>
      new UserTexts(users.filter(are), (user) =>
        JSON.stringify(listedUser(user, someone(role), { clientGravatar, profile: {} })),
      );
    return {
      active: some(({ isActive, isSystemBot }) => isActive && !isSystemBot),
      inactive: some(({ isActive, isSystemBot }) => !isActive && !isSystemBot),
      systemBots: some(({ isSystemBot }) => isSystemBot),
    };
  });
}

function textsOf({ users, texts }: CachedUsers, role: number, clientGravatar: boolean): readonly string[] {
  return remembered(texts, `${role}:${clientGravatar}`, () =>
    users.map((user) => textOf(user, someone(role), clientGravatar)),
  );
}

/** The value of a key, made if it is absent. */
function remembered<T extends object>(known: LRUCache<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found) return found;
  const value = make();
  known.set(key, value);
  return value;
}

const textOf = (user: User, viewer: Viewer, clientGravatar: boolean): string =>
  JSON.stringify(userObject(user, viewer, { clientGravatar, profile: null }));
