import type { UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Config } from '@app/platform';
import { QueueOptions, Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { avatarUrl, drawnPictureUrl, mediumAvatarUrl } from '../pictures/avatar';
import { placeholderEmail } from '../records/email-address';
import type { Organization } from '../records/organization';
import { isGuest, isModerator, ROLE } from '../roles/role';
import { roleFlags, User } from '../records/user';
import { GuestVisibility } from '../guest-visibility/guest-visibility.service';
import { Organizations } from '../organizations/organizations.service';
import { Permissions } from '../permissions/permissions.service';
import { ProfileFields } from '../profile-fields/profile-fields.service';
import { Profiles } from './profiles.service';
import { SpectatorAccess } from '../organizations/spectator-access.service';
import type { ListedUsers } from '../users/user-cache.service';
import { Users } from '../users/users.service';
import { listedUser, SpectatorUserObject, unknownUser } from '../users/user-object.client-events';

/** The snapshot of all users, with the fields of the registering account itself. */
@Injectable()
export class UsersSnapshot implements OnModuleInit, SnapshotPart {
  readonly types = ['realm_user'];

  constructor(
    private readonly registry: Registry,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly guestVisibility: GuestVisibility,
    private readonly profileFields: ProfileFields,
    private readonly profiles: Profiles,
    private readonly spectators: SpectatorAccess,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    const all = await this.users.listed(actor.organizationId);
    const own = all.users.find(({ id }) => id === actor.userId)!;
    // Uses the role at the state of the snapshot, which may be newer than the request's credentials.
    const viewer = { ...actor, role: own.role };
    const organization = await this.organizations.current(actor.organizationId);
    const known = await this.guestVisibility.current(viewer);
    return {
      ...(await (known === null
        ? this.written(all, viewer, options)
        : this.limited(all.users, known, viewer, options, organization))),
      ...describeOwn(own),
      ...(await this.abilities(viewer, organization)),
    };
  }

  /** All users. Viewers with the same role share the bytes, except for users with a profile and the viewer itself. */
  private async written(
    { users, listsFor }: ListedUsers,
    viewer: Actor,
    { clientGravatar }: QueueOptions,
  ): Promise<Record<string, unknown>> {
    const profiles = await this.profileFields.valuesOf(viewer.organizationId, null);
    const lists = listsFor(viewer.role, clientGravatar);
    const own = new Map<UserId, string>();
    for (const user of users) {
      if (user.id !== viewer.userId && !profiles.has(user.id)) continue;
      const profile = profiles.get(user.id) ?? {};
      own.set(user.id, JSON.stringify(listedUser(user, viewer, { clientGravatar, profile })));
    }
    return {
      realm_users: lists.active.written(own),
      realm_non_active_users: lists.inactive.written(own),
      cross_realm_bots: lists.systemBots.written(own),
    };
  }

  /** The users whom a guest may know of. */
  private async limited(
    users: readonly User[],
    known: ReadonlySet<number>,
    viewer: Actor,
    options: QueueOptions,
    organization: Organization,
  ): Promise<Record<string, unknown>> {
    const profiles = await this.profileFields.valuesOf(viewer.organizationId, null);
    const isKnown = ({ id, isBot }: User) => isBot || known.has(id);
    const shown = (some: readonly User[]) =>
      some.map((user) =>
        listedUser(user, viewer, { clientGravatar: options.clientGravatar, profile: profiles.get(user.id) ?? {} }),
      );
    const people = users.filter(({ isSystemBot }) => !isSystemBot);
    const visible = people.filter(isKnown);
    // A client that cannot handle an incomplete list receives a placeholder for each hidden user.
    const hidden = options.capabilities.user_list_incomplete ? [] : people.filter((user) => !isKnown(user));
    const standIns = hidden.map(({ id }) =>
      unknownUser(id, placeholderEmail(id, this.config.emailDomain), organization.createdAt),
    );
    return {
      realm_users: [...shown(visible.filter(({ isActive }) => isActive)), ...standIns],
      realm_non_active_users: shown(visible.filter(({ isActive }) => !isActive)),
      cross_realm_bots: shown(users.filter(({ isSystemBot }) => isSystemBot)),
    };
  }

  /**
   * Users as GET /users shows them to spectators, and the spectator itself as a guest without an address or
   * permissions.
   */
  async readForSpectator({ organizationId }: SpectatorViewer): Promise<Record<string, unknown>> {
    const users = await this.users.all(organizationId);
    const organization = await this.organizations.current(organizationId);
    const shown = (some: readonly User[]) => this.profiles.shownToSpectators(some).map(listed);
    const people = users.filter(({ isSystemBot }) => !isSystemBot);
    return {
      realm_users: shown(people.filter(({ isActive }) => isActive)),
      realm_non_active_users: shown(people.filter(({ isActive }) => !isActive)),
      cross_realm_bots: shown(users.filter(({ isSystemBot }) => isSystemBot)),
      ...describeSpectator(organization),
    };
  }

  /** Answers of the permission graph as single flags, for clients that do not know groups. */
  private async abilities(viewer: Actor, organization: Organization): Promise<Record<string, unknown>> {
    const { permissions } = organization;
    const graph = await this.permissions.current(viewer.organizationId);
    const may = (name: keyof typeof permissions) => !isGuest(viewer.role) && graph.holds(viewer, permissions[name]);
    const [inPublic, inPrivate] = [may('can_create_public_channel_group'), may('can_create_private_channel_group')];
    const isWebOpen = this.spectators.isOpen(organization);
    return {
      can_create_streams: inPublic || inPrivate,
      can_create_public_streams: inPublic,
      can_create_private_streams: inPrivate,
      can_create_web_public_streams: isWebOpen && may('can_create_web_public_channel_group'),
      can_invite_others_to_realm: may('can_invite_users_group'),
      can_subscribe_other_users: may('can_add_subscribers_group'),
    };
  }
}

function describeOwn(own: User): Record<string, unknown> {
  const url = avatarUrl(own, { userId: own.id, role: own.role }, false)!;
  return {
    user_id: own.id,
    email: own.email,
    delivery_email: own.deliveryEmail,
    full_name: own.fullName,
    avatar_source: own.avatarSource,
    avatar_url: url,
    avatar_url_medium: mediumAvatarUrl(url),
    ...roleFlags(own.role),
    is_moderator: isModerator(own.role),
  };
}

const listed = ({ is_active: _, ...user }: SpectatorUserObject): Omit<SpectatorUserObject, 'is_active'> => user;

function describeSpectator({ id }: Organization): Record<string, unknown> {
  const url = drawnPictureUrl(id, '0');
  return {
    user_id: 0,
    email: '',
    delivery_email: '',
    full_name: '',
    avatar_source: 'J',
    avatar_url: url,
    avatar_url_medium: mediumAvatarUrl(url),
    ...roleFlags(ROLE.guest),
    is_moderator: false,
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_invite_others_to_realm: false,
    can_subscribe_other_users: false,
  };
}
