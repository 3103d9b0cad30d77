import type { Actor } from '@app/platform';
import { Config } from '@app/platform';
import { Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { isGuest, isModerator } from '../domain/role';
import { avatarUrl, mediumAvatarUrl, roleFlags, User } from '../domain/user';
import { UserRepository } from '../store/user.repository';
import { Organizations } from './organizations.service';
import { Permissions } from './permissions.service';
import { listedUser } from './user-object.client-events';

/** Everybody in the organization, and what the account that registers is itself. */
@Injectable()
export class UsersSnapshot implements OnModuleInit, SnapshotPart {
  readonly types = ['realm_user'];

  constructor(
    private readonly registry: Registry,
    private readonly users: UserRepository,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor, options }: SnapshotViewer): Promise<Record<string, unknown>> {
    const users = await this.users.list(actor.organizationId, null);
    const own = users.find(({ id }) => id === actor.userId)!;
    // Told at the state of the snapshot, which may be newer than the request's credentials.
    const viewer = { ...actor, role: own.role };
    const shown = (some: User[]) =>
      some.map((user) => listedUser(user, viewer, { clientGravatar: options.clientGravatar, profileData: true }));
    return {
      realm_users: shown(users.filter(({ isSystemBot, isActive }) => !isSystemBot && isActive)),
      realm_non_active_users: shown(users.filter(({ isSystemBot, isActive }) => !isSystemBot && !isActive)),
      cross_realm_bots: shown(users.filter(({ isSystemBot }) => isSystemBot)),
      ...describeOwn(own),
      ...(await this.abilities(viewer)),
    };
  }

  /** Answers of the permission graph in the form that clients without groups know. */
  private async abilities(viewer: Actor): Promise<Record<string, unknown>> {
    const { permissions, settings } = await this.organizations.get(viewer.organizationId);
    const graph = await this.permissions.graphNow(viewer.organizationId);
    const may = (name: keyof typeof permissions) => !isGuest(viewer.role) && graph.holds(viewer, permissions[name]);
    const [inPublic, inPrivate] = [may('can_create_public_channel_group'), may('can_create_private_channel_group')];
    const isWebOpen = this.config.webPublicChannels && settings.enableSpectatorAccess;
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
    avatar_source: 'G',
    avatar_url: url,
    avatar_url_medium: mediumAvatarUrl(url),
    ...roleFlags(own.role),
    is_moderator: isModerator(own.role),
  };
}
