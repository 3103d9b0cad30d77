import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { GuestVisibility } from '../guest-visibility/guest-visibility.service';
import { ProfileFields } from '../profile-fields/profile-fields.service';
import { Organization, showsEverybodyToGuests } from '../records/organization';
import type { User, Viewer } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { isGuest, ROLE } from '../roles/role';
import type { StatusRow } from '../statuses/user-status';
import { UserStatusClientEvents } from '../statuses/user-status.client-events';
import { UserStatuses } from '../statuses/user-statuses.service';
import type { ProfileData } from '../users/profile-data';
import { UserClientEvents } from '../user-changes/users.client-events';
import { GuestContact, GuestContactRepository } from './guest-contact.repository';
import { GuestContacts } from './guest-contacts.port';

/** The fields of users that a guest's client receives in addition to the account. */
interface Facts {
  readonly profiles: ReadonlyMap<UserId, ProfileData>;
  readonly statuses: ReadonlyMap<UserId, StatusRow>;
}

/** Updates which users guests may see when subscriptions or conversations change, and tells the guests' clients. */
@Injectable()
export class GuestContactChanges {
  constructor(
    private readonly rows: GuestContactRepository,
    private readonly users: UserRepository,
    private readonly guestContacts: GuestContacts,
    private readonly guestVisibility: GuestVisibility,
    private readonly profileFields: ProfileFields,
    private readonly statuses: UserStatuses,
    private readonly clients: UserClientEvents,
    private readonly statusClients: UserStatusClientEvents,
  ) {}

  /**
   * Users may have gained or lost a shared channel or conversation. Called in the transaction of the change, after its
   * writes.
   * @param organization its state after the change
   * @param userIds the users whose channels or conversations changed
   * @param others the users whom they may have met or lost; `null`: any user
   */
  async changed(
    organization: Organization,
    userIds: readonly UserId[],
    others: readonly UserId[] | null,
  ): Promise<void> {
    if (showsEverybodyToGuests(organization)) return;
    const guests = new Set(await this.users.activeIds(organization.id, ROLE.guest, ROLE.guest));
    if (guests.size === 0) return;
    const changed = userIds.filter((id) => guests.has(id));
    await this.settle(organization.id, changed, null);
    const present = others === null ? [...guests] : others.filter((id) => guests.has(id));
    const withoutChanged = present.filter((id) => !changed.includes(id));
    await this.settle(organization.id, withoutChanged, userIds);
  }

  /** The organization began or ceased to limit what guests see. */
  async limitChanged(before: Organization, after: Organization): Promise<void> {
    const [was, is] = [before, after].map(showsEverybodyToGuests);
    if (was === is) return;
    const guestIds = await this.users.activeIds(after.id, ROLE.guest, ROLE.guest);
    const everybody = await this.people(after.id);
    if (is) {
      const facts = await this.factsOf(after.id, null);
      for (const guestId of guestIds) {
        const known = await this.guestVisibility.knownToGuest(guestId);
        const met = everybody.filter(({ id }) => !known.has(id));
        this.tellMet(after.id, guestAs(guestId), met, facts);
      }
      await this.rows.clear(after.id);
      return;
    }
    await this.rows.insert(await this.guestContacts.of(after.id, guestIds, null));
    for (const guestId of guestIds) {
      const known = await this.guestVisibility.knownToGuest(guestId);
      await this.clients.tellParted(
        guestId,
        everybody.filter(({ id }) => !known.has(id)),
      );
    }
  }

  /** A user became a guest, or ceased to be one. */
  async roleChanged(organization: Organization, user: User, wasGuest: boolean): Promise<void> {
    if (showsEverybodyToGuests(organization) || wasGuest === isGuest(user.role)) return;
    const everybody = await this.people(user.organizationId);
    const pairs = await this.guestContacts.of(user.organizationId, [user.id], null);
    const known = new Set<number>([user.id, ...pairs.map(({ userId }) => userId)]);
    const hidden = everybody.filter(({ id }) => !known.has(id));
    if (wasGuest) {
      await this.rows.remove(await this.rows.lockOf([user.id], null));
      const viewer = { userId: user.id, role: user.role };
      this.tellMet(organization.id, viewer, hidden, await this.factsOf(organization.id, null));
      return;
    }
    await this.rows.insert(pairs);
    await this.clients.tellParted(user.id, hidden);
  }

  /** Stores the current contacts, and tells the guests about users who became visible or hidden. */
  private async settle(
    organizationId: OrganizationId,
    guestIds: readonly UserId[],
    among: readonly UserId[] | null,
  ): Promise<void> {
    if (guestIds.length === 0) return;
    const stored = await this.rows.lockOf(guestIds, among);
    const real = await this.guestContacts.of(organizationId, guestIds, among);
    const keys = new Set(real.map(keyOf));
    const parted = stored.filter((pair) => !keys.has(keyOf(pair)));
    const known = new Set(stored.map(keyOf));
    const met = await this.rows.insert(real.filter((pair) => !known.has(keyOf(pair))));
    await this.rows.remove(parted);
    const users = new Map(
      (await this.users.findByIds(organizationId, [...new Set([...met, ...parted].map(({ userId }) => userId))])).map(
        (user) => [user.id, user],
      ),
    );
    const isTold = (user: User) => !user.isBot;
    const facts = await this.factsOf(organizationId, met.length > 0 ? [...users.keys()] : []);
    for (const [guestId, ids] of byGuest(met)) {
      const people = ids.map((id) => users.get(id)!).filter(isTold);
      this.tellMet(organizationId, guestAs(guestId), people, facts);
    }
    for (const [guestId, ids] of byGuest(parted)) {
      await this.clients.tellParted(guestId, ids.map((id) => users.get(id)!).filter(isTold));
    }
  }

  /**
   * A guest begins to see users: tells the guest's clients their accounts, as far as a guest may see them, and their
   * presence.
   */
  private tellMet(organizationId: OrganizationId, viewer: Viewer, people: readonly User[], facts: Facts): void {
    this.clients.tellMet(viewer, people, facts.profiles);
    const statuses = people.flatMap(({ id }) => facts.statuses.get(id) ?? []);
    this.statusClients.tellMet(organizationId, viewer.userId, statuses);
  }

  /** The fields of the given users, or of all users. */
  private async factsOf(organizationId: OrganizationId, ids: readonly UserId[] | null): Promise<Facts> {
    if (ids?.length === 0) return { profiles: new Map(), statuses: new Map() };
    const profiles = await this.profileFields.valuesOf(organizationId, ids);
    const statuses = await this.statuses.list(organizationId);
    return { profiles, statuses: new Map(statuses.map((status) => [status.userId, status])) };
  }

  private async people(organizationId: OrganizationId): Promise<User[]> {
    return (await this.users.list(organizationId, null)).filter(({ isBot }) => !isBot);
  }
}

const guestAs = (userId: UserId): Viewer => ({ userId, role: ROLE.guest });
const keyOf = ({ guestId, userId }: GuestContact): string => `${guestId}:${userId}`;

function byGuest(pairs: readonly GuestContact[]): Map<UserId, UserId[]> {
  const found = new Map<UserId, UserId[]>();
  for (const { guestId, userId } of pairs) found.set(guestId, [...(found.get(guestId) ?? []), userId]);
  return found;
}
