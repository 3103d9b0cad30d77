import { ChannelSettingName, isAdministrator, isGuest, Organization, PermissionGraph, Subject } from '@app/identity';
import type { ChannelForActor } from '../domain/channel';

/**
 * What one user may see of channels and do with them (reference: identity-and-channels.md 7): the only place that
 * decides it. Pure: `channel.isSubscribed` must speak of the same user. Get one from `Channels.accessOf`.
 */
export class ChannelAccess {
  constructor(
    private readonly subject: Subject,
    private readonly graph: PermissionGraph,
    private readonly organization: Pick<Organization, 'permissions'>,
  ) {}

  get isGuest(): boolean {
    return isGuest(this.subject.role);
  }

  get isAdministrator(): boolean {
    return isAdministrator(this.subject.role);
  }

  /** Name, description and settings. */
  seesMetadata(channel: ChannelForActor): boolean {
    return (
      this.readsContent(channel) ||
      (!this.isGuest && (this.isAdministrator || this.holds(channel, 'can_administer_channel_group')))
    );
  }

  /** Messages and topics, as far as `readsHistory` goes. Administrators have no way in of their own. */
  readsContent(channel: ChannelForActor): boolean {
    if (channel.isWebPublic || channel.isSubscribed) return true;
    if (this.isGuest) return false;
    return !channel.isPrivate || this.joins(channel);
  }

  /** All messages, or those alone that were sent while subscribed; null: none. */
  readsHistory(channel: ChannelForActor): 'all' | 'received' | null {
    if (!this.readsContent(channel)) return null;
    return channel.historyPublicToSubscribers ? 'all' : 'received';
  }

  /** Send a message now. */
  posts(channel: ChannelForActor): boolean {
    if (channel.isArchived || !this.graph.holds(this.subject, channel.permissions.can_send_message_group)) return false;
    if (channel.isSubscribed) return true;
    return this.readsHistory(channel) === 'all';
  }

  administers(channel: ChannelForActor): boolean {
    return !this.isGuest && (this.isAdministrator || this.holds(channel, 'can_administer_channel_group'));
  }

  /** Subscribe others. Without access to the content nobody may, whatever the settings say. */
  addsSubscribers(channel: ChannelForActor): boolean {
    if (this.isGuest || !this.readsContent(channel)) return false;
    return (
      this.administers(channel) ||
      this.graph.holds(this.subject, this.organization.permissions.can_add_subscribers_group) ||
      this.holds(channel, 'can_add_subscribers_group')
    );
  }

  /** Unsubscribe others. */
  removesSubscribers(channel: ChannelForActor): boolean {
    if (this.isGuest || !this.seesMetadata(channel)) return false;
    return this.administers(channel) || this.holds(channel, 'can_remove_subscribers_group');
  }

  /** The groups that open a private channel's content. */
  private joins(channel: ChannelForActor): boolean {
    return this.holds(channel, 'can_subscribe_group') || this.holds(channel, 'can_add_subscribers_group');
  }

  private holds({ permissions }: ChannelForActor, permission: ChannelSettingName): boolean {
    return this.graph.holds(this.subject, permissions[permission]);
  }
}
