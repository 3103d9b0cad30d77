import { isGuest } from '@app/identity';
import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { GroupChannelVisibility } from '../audience/group-channel-visibility.service';
import { RoleChannelVisibility } from '../audience/role-channel-visibility.service';
import { ChannelClientEvents } from '../channels/channel.client-events';
import { AbsentSubscribers } from '../memberships/absent-subscribers.service';
import { ChannelRepository } from '../records/channel.repository';

/** A change of a role, of a group or of an account changes which channels users see, and who is subscribed. */
@Injectable()
export class AccountChangesEventHandlers {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly roleVisibility: RoleChannelVisibility,
    private readonly groupVisibility: GroupChannelVisibility,
    private readonly clientEvents: ChannelClientEvents,
    private readonly absentSubscribers: AbsentSubscribers,
  ) {}

  /**
   * Guests see fewer channels than members, and administrators more. Channels that become visible or hidden are
   * announced.
   */
  @OnDomainEvent('UserRoleChanged', 'channels')
  async userRoleChanged({ organizationId, userId, from, to }: DomainEvents['UserRoleChanged']): Promise<void> {
    await this.roleVisibility.tellDifference(organizationId, userId, from, to);
    const audience = { to: 'users' as const, ids: [userId] };
    if (isGuest(from) !== isGuest(to)) {
      this.clientEvents.tellDefaults(
        organizationId,
        audience,
        isGuest(to) ? [] : await this.channels.defaultIds(organizationId),
      );
    }
  }

  /** Groups may give their members access to private channels. */
  @OnDomainEvent('PermissionsChanged', 'channels')
  async permissionsChanged({ organizationId, before, after }: DomainEvents['PermissionsChanged']): Promise<void> {
    await this.groupVisibility.tellDifference(organizationId, before, after);
  }

  /** Clients are told that the user left the lists of subscribers before they are told that the user is inactive. */
  @OnDomainEvent('UserIsLeaving', 'channels')
  async userIsLeaving({ organizationId, userId }: DomainEvents['UserIsLeaving']): Promise<void> {
    await this.absentSubscribers.begin(organizationId, userId);
  }

  @OnDomainEvent('UserReactivated', 'channels')
  async userReactivated({ organizationId, userId }: DomainEvents['UserReactivated']): Promise<void> {
    await this.absentSubscribers.end(organizationId, userId);
  }
}
