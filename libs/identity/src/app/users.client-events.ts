import { Audience, ClientEvent, EventKind, EventLog, QueueControl, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { weakestRoleSeeingEmail } from '../domain/email-address';
import type { Organization } from '../domain/organization';
import { ROLE, Role } from '../domain/role';
import { ANYBODY, avatarUrl, isEmailVisibleTo, mediumAvatarUrl, User, Viewer } from '../domain/user';
import { UserRepository } from '../store/user.repository';
import { UserGroupClientEvents } from './user-groups.client-events';
import { userObject } from './user-object.client-events';

interface PersonPayload {
  op: 'add' | 'update';
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

/** What clients are told of accounts (reference: identity-and-channels.md 17.4). */
@Injectable()
export class UserClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly users: UserRepository,
    private readonly groups: UserGroupClientEvents,
    private readonly queues: QueueControl,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(realmUser);
  }

  /** Everybody gets to know a newcomer: those who may see the real address with it, the others without. */
  async tellAdded(user: User, organization: Organization): Promise<void> {
    const { seeing, others } = await this.audiences(user);
    if (seeing) this.tellAdd(user, { userId: user.id, role: user.role }, seeing);
    if (others) this.tellAdd(user, ANYBODY, others);
    await this.groups.tellRole(user, null, user.role, organization);
  }

  /** Everybody learns the new role; the account itself also what it now sees of others' addresses, or sees no longer. */
  async tellRole(user: User, from: Role, to: Role, organization: Organization): Promise<void> {
    const { id: userId, organizationId } = user;
    const payload: PersonPayload = { op: 'update', person: { user_id: userId, role: to }, canComputeAvatar: false };
    this.log.tell({ kind: KIND, organizationId, audience: { to: 'organization', except: [] }, payload });
    await this.groups.tellRole(user, from, to, organization);
    if (to === ROLE.guest) await this.queues.confineQueuesOf(organizationId, userId);
    const sees = (role: Role) => (other: User) => isEmailVisibleTo(other, { userId, role });
    const all = await this.users.list(organizationId, null);
    const changed = all.filter((other) => sees(from)(other) !== sees(to)(other));
    if (changed.length > MOST_AT_ONCE) await this.queues.endQueuesOf(organizationId, userId);
    else for (const other of changed) this.tellSight(other, { userId, role: to });
  }

  /** `viewer` stands for all of the audience: they may see the same of the account. */
  private tellAdd(user: User, viewer: Viewer, audience: Audience): void {
    const person = { ...userObject(user, viewer, { clientGravatar: false, profileData: true }) };
    const payload: PersonPayload = { op: 'add', person, canComputeAvatar: isEmailVisibleTo(user, viewer) };
    this.log.tell({ kind: KIND, organizationId: user.organizationId, audience, payload });
  }

  /** One viewer's view of an address changed, and with it the view of the picture. */
  private tellSight(user: User, viewer: Viewer): void {
    const isVisible = isEmailVisibleTo(user, viewer);
    const url = avatarUrl(user, viewer, false)!;
    const persons = [
      { user_id: user.id, delivery_email: isVisible ? user.deliveryEmail : null },
      {
        user_id: user.id,
        avatar_source: 'G',
        avatar_url: url,
        avatar_url_medium: mediumAvatarUrl(url),
        avatar_version: user.avatarVersion,
      },
    ];
    for (const person of persons) {
      const payload: PersonPayload = { op: 'update', person, canComputeAvatar: isVisible && 'avatar_url' in person };
      this.log.tell({
        kind: KIND,
        organizationId: user.organizationId,
        audience: { to: 'users', ids: [viewer.userId] },
        payload,
      });
    }
  }

  private async audiences(user: User): Promise<{ seeing: Audience | null; others: Audience | null }> {
    const weakest = user.isBot ? ROLE.guest : weakestRoleSeeingEmail(user.emailAddressVisibility);
    if (weakest === ROLE.guest) return { seeing: { to: 'organization', except: [] }, others: null };
    const ids = weakest === 0 ? [] : await this.users.activeIds(user.organizationId, ROLE.owner, weakest);
    const seeing = [...new Set([...ids, user.id])];
    return { seeing: { to: 'users', ids: seeing }, others: { to: 'organization', except: seeing } };
  }
}
