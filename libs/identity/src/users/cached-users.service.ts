import type { OrganizationId, UserId } from '@app/kernel';
import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { User, Viewer } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { userObject } from './user-object.client-events';

/** Everybody in an organization at one version, and the user objects that are written already. */
interface Crowd {
  readonly version: number;
  /** Ascending by id, the system's bots included. */
  readonly users: readonly User[];
  /** By what viewers have in common: the JSON text of each, in the order of `users`. */
  readonly texts: Map<string, readonly string[]>;
}

/** Accounts that a node keeps in memory; beyond that the organization unused longest is read again. */
const MOST_USERS = 200_000;
const MOST_TEXTS = 4;

/** Stands for every viewer of a role: what a viewer sees only of the own account is left out. */
const someone = (role: number): Viewer => ({ userId: 0 as UserId, role });

/**
 * The people of an organization, kept in memory until one of them changes: who asks pays one small statement. What they
 * look like is the same for all viewers of a role, so it is written once for all of them.
 */
@Injectable()
export class CachedUsers {
  private readonly crowds = new Map<OrganizationId, Crowd>();

  constructor(
    private readonly rows: UserRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Ascending by id, the system's bots included; as of now, or as the open transaction sees them. */
  async all(organizationId: OrganizationId): Promise<readonly User[]> {
    return (await this.crowd(organizationId)).users;
  }

  /** User objects of everybody but the system's bots as JSON texts, with the account that each is of. */
  async texts(
    organizationId: OrganizationId,
    viewer: Viewer,
    clientGravatar: boolean,
  ): Promise<readonly { readonly user: User; readonly text: string }[]> {
    const crowd = await this.crowd(organizationId);
    const texts = textsOf(crowd, viewer.role, clientGravatar);
    const shown: { user: User; text: string }[] = [];
    crowd.users.forEach((user, at) => {
      if (user.isSystemBot) return;
      shown.push({ user, text: user.id === viewer.userId ? textOf(user, viewer, clientGravatar) : texts[at] });
    });
    return shown;
  }

  private async crowd(organizationId: OrganizationId): Promise<Crowd> {
    const known = this.crowds.get(organizationId);
    if (known && known.version === (await this.rows.peopleVersion(organizationId)))
      return this.keep(organizationId, known);
    const crowd: Crowd = { ...(await this.rows.people(organizationId)), texts: new Map() };
    // What a transaction reads may be its own and never come true, or older than what others know.
    return this.transactions.open ? crowd : this.keep(organizationId, crowd);
  }

  private keep(organizationId: OrganizationId, crowd: Crowd): Crowd {
    this.crowds.delete(organizationId);
    this.crowds.set(organizationId, crowd);
    let count = [...this.crowds.values()].reduce((sum, { users }) => sum + users.length, 0);
    for (const [id, { users }] of this.crowds) {
      if (count <= MOST_USERS || id === organizationId) break;
      this.crowds.delete(id);
      count -= users.length;
    }
    return crowd;
  }
}

function textsOf({ users, texts }: Crowd, role: number, clientGravatar: boolean): readonly string[] {
  const key = `${role}:${clientGravatar}`;
  const written = texts.get(key) ?? users.map((user) => textOf(user, someone(role), clientGravatar));
  texts.delete(key);
  texts.set(key, written);
  if (texts.size > MOST_TEXTS) texts.delete(texts.keys().next().value!);
  return written;
}

const textOf = (user: User, viewer: Viewer, clientGravatar: boolean): string =>
  JSON.stringify(userObject(user, viewer, { clientGravatar, profile: null }));
