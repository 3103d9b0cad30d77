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
import type { ProfileData } from './profile-data';
import { ROLE, Role } from '../roles/role';
import { ANYBODY, isEmailVisibleTo, User, Viewer } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { UserEventAudiences } from '../guest-visibility/user-event-audiences.service';
import { UserGroupClientEvents } from '../user-groups/user-groups.client-events';
import { userObject } from './user-object.client-events';

interface PersonPayload {
  op: 'add' | 'update' | 'remove';
  person: Record<string, unknown>;
  /** The audience knows the real address, so that its clients can compute the picture's. */
  canComputeAvatar: boolean;
}

const KIND = 'realm_user';

/** Beyond so many changes for one account its clients had better start anew than be told of each. */
const MOST_AT_ONCE = 1_000;

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
 * What clients are told of accounts (docs/protocol/events.md): those who may know of the account, and
 * each as much as that viewer may know.
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
    this.wideQueues.answeredBy(async ({ organizationId, userId }) => {
      const user = await this.users.find(organizationId, userId);
      return user !== null && user.role !== ROLE.guest;
    });
  }

  /** Everybody gets to know a newcomer: those who may see the real address with it, the others without. */
  async tellAdded(user: User, organization: Organization): Promise<void> {
    const { seeing, others } = await this.audiences.byEmailVisibility(user);
    if (seeing) this.tellAdd(user, { userId: user.id, role: user.role }, seeing);
    if (others) this.tellAdd(user, ANYBODY, others);
    await this.groups.tellRole(user, null, user.role, organization);
  }

  /** A bot of the server, which is in no group. */
  tellSystemBot(bot: User): void {
    this.tellAdd(bot, ANYBODY, { to: 'organization', except: [] });
  }

  /** A guest, or somebody who was one, gets to know people, with their profiles. */
  tellMet(viewer: Viewer, users: readonly User[], profiles: ReadonlyMap<UserId, ProfileData>): void {
    for (const user of users) this.tellAdd(user, viewer, { to: 'users', ids: [viewer.userId] }, profiles.get(user.id));
  }

  /** Users become hidden from a guest; the client removes them. */
  async tellParted(guestId: UserId, users: readonly User[]): Promise<void> {
    if (users.length > MOST_AT_ONCE) return this.queues.endQueuesOf(users[0].organizationId, guestId);
    for (const { id, fullName, organizationId } of users) {
      const person = { user_id: id, full_name: fullName };
      this.tell(organizationId, { to: 'users', ids: [guestId] }, { op: 'remove', person, canComputeAvatar: false });
    }
  }

  /** Everybody learns the new role; the account itself also what it now sees of others' addresses, or sees no longer. */
  async tellRole(user: User, from: Role, to: Role, organization: Organization): Promise<void> {
    const { id: userId, organizationId } = user;
    await this.tellChange(user, { role: to });
    if (!user.isActive) return;
    await this.groups.tellRole(user, from, to, organization);
    if (to === ROLE.guest) await this.queues.confineQueuesOf(organizationId, userId);
    const sees = (role: Role) => (other: User) => isEmailVisibleTo(other, { userId, role });
    const all = await this.users.list(organizationId, null);
    const changed = all.filter((other) => sees(from)(other) !== sees(to)(other));
    if (changed.length > MOST_AT_ONCE) return this.queues.endQueuesOf(organizationId, userId);
    for (const other of changed) this.tellEmailView(other, { userId, role: to }, [userId]);
  }

  /**
   * Everybody who may know of the account learns of a change of what is no secret of it.
   * @param change what `person` holds besides the id (docs/protocol/events.md)
   */
  async tellChange(user: User, change: Readonly<Record<string, unknown>>): Promise<void> {
    const { all } = await this.audiences.of(user);
    const person = { user_id: user.id, ...change };
    this.tell(user.organizationId, all, { op: 'update', person, canComputeAvatar: false });
  }

  /** All viewers learn of the new picture; its address reveals the e-mail address to no viewer who may not see it. */
  async tellAvatar(user: User): Promise<void> {
    const { seeing, others } = await this.audiences.byEmailVisibility(user);
    if (seeing) this.tellPicture(user, { userId: user.id, role: user.role }, seeing);
    if (others) this.tellPicture(user, ANYBODY, others);
  }

  /** Addresses, or who may see the real one, are others than before; who sees the same as before is told nothing. */
  async tellAddresses(before: User, after: User): Promise<void> {
    if (before.deliveryEmail !== after.deliveryEmail) await this.tellDeliveryEmail(after);
    const [then, now] = [before, after].map((user) => weakestRoleSeeingEmail(user.emailAddressVisibility));
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

  /** `viewer` stands for all of the audience: they may see the same of the account. */
  private tellAdd(user: User, viewer: Viewer, audience: Audience, profile: ProfileData = {}): void {
    const person = { ...userObject(user, viewer, { clientGravatar: false, profile }) };
    const canComputeAvatar = avatarUrl(user, viewer, true) === null;
    this.tell(user.organizationId, audience, { op: 'add', person, canComputeAvatar });
  }

  /** Some viewers' view of an address changed, and with it the view of the picture; `viewer` stands for them. */
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
