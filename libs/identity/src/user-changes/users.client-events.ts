import type { OrganizationId, UserId } from '@app/kernel';
import {
  Audience,
  ClientEvent,
  EventKind,
  EventLog,
  QueueControl,
  QueueViewer,
  Registry,
  WideQueues,
} from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { avatarUrl, mediumAvatarUrl } from '../pictures/avatar';
import { weakestRoleSeeingEmail } from '../records/email-address';
import type { Organization } from '../records/organization';
import type { ProfileData } from '../users/profile-data';
import { ROLE, Role } from '../roles/role';
import { ANYBODY, isEmailVisibleTo, User, Viewer } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { UserEventAudiences } from '../guest-visibility/user-event-audiences.service';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';
import { userObject } from '../users/user-object.client-events';

interface PersonPayload {
  op: 'add' | 'update' | 'remove';
  person: Record<string, unknown>;
  /** Whether the audience may see the real address, so that its clients can compute the address of the picture. */
  canComputeAvatar: boolean;
}

const KIND = 'realm_user';

/** If more changes concern one client at once, it must register again instead of receiving an event for each. */
const MAX_AT_ONCE = 1_000;

const isComputed = ({ canComputeAvatar }: PersonPayload, { options }: QueueViewer) =>
  canComputeAvatar && options.clientGravatar;

const realmUser: EventKind<PersonPayload> = {
  kind: KIND,
  type: 'realm_user',
  variant: (payload, viewer) => (isComputed(payload, viewer) ? 'computed avatar' : ''),
  shape(payload, viewer): ClientEvent {
    const { op, person } = payload;
    if (!isComputed(payload, viewer)) return { type: 'realm_user', op, person };
    const medium = 'avatar_url_medium' in person ? { avatar_url_medium: null } : {};
    return { type: 'realm_user', op, person: { ...person, avatar_url: null, ...medium } };
  },
};

/**
 * Client events about accounts (docs/protocol/events.md). Only users who may see the account receive them, each with
 * the values that the user may see.
 */
@Injectable()
export class UserClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly users: UserRepository,
    private readonly audiences: UserEventAudiences,
    private readonly groups: UserGroupClientEvents,
    private readonly queues: QueueControl,
    private readonly wideQueues: WideQueues,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(realmUser);
    this.wideQueues.implementedBy(async ({ organizationId, userId }) => {
      const user = await this.users.find(organizationId, userId);
      return user !== null && user.role !== ROLE.guest;
    });
  }

  /** All users are told of new users: some with the real address, the others without. */
  async tellAdded(users: readonly User[], organization: Organization): Promise<void> {
    const audiences = await this.audiences.byEmailVisibilities(organization.id, users);
    for (const [at, user] of users.entries()) {
      const { seeing, others } = audiences[at]!;
      if (seeing) this.tellAdd(user, { userId: user.id, role: user.role }, seeing);
      if (others) this.tellAdd(user, ANYBODY, others);
    }
    await this.groups.tellNewcomers(users, organization);
  }

  /** A system bot is in no group. */
  tellSystemBot(bot: User): void {
    this.tellAdd(bot, ANYBODY, { to: 'organization', except: [] });
  }

  /** A guest, or a former guest, begins to see users and receives their profiles. */
  tellMet(viewer: Viewer, users: readonly User[], profiles: ReadonlyMap<UserId, ProfileData>): void {
    for (const user of users) this.tellAdd(user, viewer, { to: 'users', ids: [viewer.userId] }, profiles.get(user.id));
  }

  /** Users become hidden from a guest. The guest's clients remove them. */
  async tellParted(guestId: UserId, users: readonly User[]): Promise<void> {
    const [first] = users;
    if (first && users.length > MAX_AT_ONCE) return this.queues.endQueuesOf(first.organizationId, guestId);
    for (const { id, fullName, organizationId } of users) {
      const person = { user_id: id, full_name: fullName };
      this.tell(organizationId, { to: 'users', ids: [guestId] }, { op: 'remove', person, canComputeAvatar: false });
    }
  }

  /**
   * All users are told the new role. The account itself is also told which addresses of other users it begins or ceases
   * to see.
   */
  async tellRole(user: User, from: Role, to: Role, organization: Organization): Promise<void> {
    const { id: userId, organizationId } = user;
    await this.tellChange(user, { role: to });
    if (!user.isActive) return;
    await this.groups.tellRole(user, from, to, organization);
    if (to === ROLE.guest) await this.queues.confineQueuesOf(organizationId, userId);
    const sees = (role: Role) => (other: User) => isEmailVisibleTo(other, { userId, role });
    const all = await this.users.list(organizationId, null);
    const changed = all.filter((other) => sees(from)(other) !== sees(to)(other));
    if (changed.length > MAX_AT_ONCE) return this.queues.endQueuesOf(organizationId, userId);
    for (const other of changed) this.tellEmailView(other, { userId, role: to }, [userId]);
  }

  /**
   * Tells all viewers of the account about a change of a value that they all may see.
   * @param change the fields of `person` besides the id (docs/protocol/events.md)
   */
  async tellChange(user: User, change: Readonly<Record<string, unknown>>): Promise<void> {
    const { all } = await this.audiences.of(user);
    const person = { user_id: user.id, ...change };
    this.tell(user.organizationId, all, { op: 'update', person, canComputeAvatar: false });
  }

  /**
   * Tells all viewers about the new picture. Its address does not reveal the e-mail address to viewers who may not see
   * that.
   */
  async tellAvatar(user: User): Promise<void> {
    const { seeing, others } = await this.audiences.byEmailVisibility(user);
    if (seeing) this.tellPicture(user, { userId: user.id, role: user.role }, seeing);
    if (others) this.tellPicture(user, ANYBODY, others);
  }

  /**
   * An address, or the set of users who may see the real one, changed. Users who see the same as before are not told.
   */
  async tellAddresses(before: User, after: User): Promise<void> {
    if (before.deliveryEmail !== after.deliveryEmail) await this.tellDeliveryEmail(after);
    const then = weakestRoleSeeingEmail(before.emailAddressVisibility);
    const now = weakestRoleSeeingEmail(after.emailAddressVisibility);
    const isWider = now > then;
    const ids = now === then ? [] : await this.audiences.between(after, Math.min(then, now), Math.max(then, now));
    const representative = isWider ? { userId: after.id, role: after.role } : ANYBODY;
    if (ids.length > 0) this.tellEmailView(after, representative, ids);
    if (before.email !== after.email) await this.tellChange(after, { new_email: after.email });
  }

  private async tellDeliveryEmail(user: User): Promise<void> {
    const { seeing } = await this.audiences.byEmailVisibility(user);
    if (seeing) this.tellView(user, { userId: user.id, role: user.role }, seeing);
  }

  /** All users of the audience see the account as `viewer` does. */
  private tellAdd(user: User, viewer: Viewer, audience: Audience, profile: ProfileData = {}): void {
    const person = { ...userObject(user, viewer, { clientGravatar: false, profile }) };
    const canComputeAvatar = avatarUrl(user, viewer, true) === null;
    this.tell(user.organizationId, audience, { op: 'add', person, canComputeAvatar });
  }

  /** Tells some viewers about a changed address and picture, as `viewer` sees them. */
  private tellEmailView(user: User, viewer: Viewer, ids: readonly UserId[]): void {
    this.tellView(user, viewer, { to: 'users', ids });
  }

  private tellView(user: User, viewer: Viewer, audience: Audience): void {
    const person = { user_id: user.id, delivery_email: isEmailVisibleTo(user, viewer) ? user.deliveryEmail : null };
    this.tell(user.organizationId, audience, { op: 'update', person, canComputeAvatar: false });
    if (user.avatarSource === 'G') this.tellPicture(user, viewer, audience);
  }

  private tellPicture(user: User, viewer: Viewer, audience: Audience): void {
    const url = avatarUrl(user, viewer, false)!;
    const person = {
      user_id: user.id,
      avatar_source: user.avatarSource,
      avatar_url: url,
      avatar_url_medium: mediumAvatarUrl(url),
      avatar_version: user.avatarVersion,
    };
    const canComputeAvatar = avatarUrl(user, viewer, true) === null;
    this.tell(user.organizationId, audience, { op: 'update', person, canComputeAvatar });
  }

  private tell(organizationId: OrganizationId, audience: Audience, payload: PersonPayload): void {
    this.log.tell({ kind: KIND, organizationId, audience, payload });
  }
}
