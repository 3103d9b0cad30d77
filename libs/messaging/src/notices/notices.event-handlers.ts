import type { Channel } from '@app/channels';
import { GroupSetting, Organizations, Permissions, SYSTEM_GROUPS, groupSettingsAreEqual, Users } from '@app/identity';
import type { DomainEvents, OrganizationId, UserId } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CHANNEL_EVENTS_TOPIC, NEW_CHANNELS_TOPIC } from './notice';
import { Named, say } from './notice-text';
import { Notices } from './notices.service';

/** The most users with a permission that are named individually. */
const MAX_NAMED = 10;

const SYSTEM_NAMES = new Map<string, string>(SYSTEM_GROUPS.map(({ name, description }) => [name, description]));

/** Posts messages of the notification bot when channels, subscriptions and groups change. */
@Injectable()
export class NoticesEventHandlers {
  constructor(
    private readonly notices: Notices,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly users: Users,
  ) {}

  /** Each new channel begins with a message about its creator, unless the server created it. */
  @OnDomainEvent('ChannelsCreated', 'messaging')
  async channelsCreated(created: DomainEvents['ChannelsCreated']): Promise<void> {
    const { organizationId, creatorId, channels } = created;
    if (creatorId === null) return;
    const { settings } = await this.organizations.current(organizationId);
    const actor = await this.named(organizationId, creatorId);
    if (settings.sendChannelEventsMessages)
      for (const channel of channels)
        this.postIn(channel, creatorId, say.channelCreated(actor, channel, channel.description));
    const open = channels.filter(({ isPrivate }) => !isPrivate);
    const channelId = settings.newChannelAnnouncementsChannelId;
    if (!created.announce || channelId === null || open.length === 0) return;
    this.notices.post({
      organizationId,
      channelId: channelId as Channel['id'],
      topic: NEW_CHANNELS_TOPIC,
      content: say.channelsAnnounced(
        actor,
        open.map(({ name }) => name),
      ),
      linkedChannelIds: open.map(({ id }) => id),
      actorId: creatorId,
    });
  }

  /** One message for each user, whatever the number of channels. Users with the same channels get the same text. */
  @OnDomainEvent('PeopleWereSubscribed', 'messaging')
  async peopleWereSubscribed({
    organizationId,
    actorId,
    channels,
    byUser,
  }: DomainEvents['PeopleWereSubscribed']): Promise<void> {
    const users = await this.users.byIds(
      organizationId,
      byUser.map(({ userId }) => userId),
    );
    const actor = await this.named(organizationId, actorId);
    const together = new Map<string, { linkedChannelIds: readonly Channel['id'][]; userIds: UserId[] }>();
    for (const { userId, channelIds } of byUser) {
      if (userId === actorId || users.get(userId)?.isBot !== false) continue;
      const group = together.get(channelIds.join()) ?? { linkedChannelIds: channelIds, userIds: [] };
      group.userIds.push(userId);
      together.set(channelIds.join(), group);
    }
    for (const { linkedChannelIds, userIds } of together.values()) {
      const names = channels.filter(({ id }) => linkedChannelIds.includes(id)).map(({ name }) => name);
      this.notices.direct({ organizationId, userIds, content: say.subscribed(actor, names), linkedChannelIds });
    }
  }

  /** Each changed value has its own message. */
  @OnDomainEvent('ChannelChanged', 'messaging')
  async channelChanged({ organizationId, actorId, before, after }: DomainEvents['ChannelChanged']): Promise<void> {
    const { settings } = await this.organizations.current(organizationId);
    if (!settings.sendChannelEventsMessages) return;
    const actor = await this.named(organizationId, actorId);
    const said: string[] = [];
    if (before.name !== after.name) said.push(say.renamed(actor, before.name, after.name));
    if (before.description !== after.description)
      said.push(say.described(actor, before.description, after.description));
    if (isOtherPrivacy(before, after)) said.push(say.opened(actor, before, after));
    const [then, now] = [before.permissions.can_send_message_group, after.permissions.can_send_message_group];
    if (!groupSettingsAreEqual(then, now)) {
      const holders = [await this.holders(organizationId, then), await this.holders(organizationId, now)] as const;
      said.push(say.postingPermitted(actor, ...holders));
    }
    if (before.messageRetentionDays !== after.messageRetentionDays)
      said.push(
        say.kept(actor, before.messageRetentionDays, after.messageRetentionDays, settings.messageRetentionDays),
      );
    if (before.isArchived !== after.isArchived)
      said.push(after.isArchived ? say.archived(actor) : say.unarchived(actor));
    for (const content of said) this.postIn(after, actorId, content);
  }

  @OnDomainEvent('GroupMembersChanged', 'messaging')
  async groupMembersChanged(changed: DomainEvents['GroupMembersChanged']): Promise<void> {
    const { organizationId, groupId, actorId, added, removed } = changed;
    // A directory may move thousands of people at once, who did not ask for it.
    if (actorId === null) return;
    const users = await this.users.byIds(organizationId, [...added, ...removed]);
    const told = (ids: readonly UserId[]) => ids.filter((id) => id !== actorId && users.get(id)?.isBot === false);
    const group = (await this.permissions.current(organizationId)).group(groupId);
    const actor = await this.named(organizationId, actorId);
    if (!group) return;
    this.notices.direct({ organizationId, userIds: told(added), content: say.addedToGroup(actor, group.name) });
    this.notices.direct({ organizationId, userIds: told(removed), content: say.removedFromGroup(actor, group.name) });
  }

  private postIn({ organizationId, id }: Channel, actorId: UserId, content: string): void {
    this.notices.post({ organizationId, channelId: id, topic: CHANNEL_EVENTS_TOPIC, content, actorId });
  }

  private async named(organizationId: OrganizationId, userId: UserId): Promise<Named> {
    const { id, fullName } = await this.users.get(organizationId, userId);
    return { id, name: fullName };
  }

  private async holders(organizationId: OrganizationId, setting: GroupSetting): Promise<string> {
    const graph = await this.permissions.current(organizationId);
    const set = typeof setting === 'number' ? { direct_members: [], direct_subgroups: [setting] } : setting;
    const groups = set.direct_subgroups.flatMap((id) => graph.group(id)?.name ?? []);
    const active = set.direct_members.filter((id) => !graph.isDeactivated(id));
    const users = await this.users.byIds(organizationId, active.slice(0, MAX_NAMED));
    const people = [...users.values()].map(({ id, fullName }) => ({ id, name: fullName }));
    return say.holders(
      groups.map((name) => SYSTEM_NAMES.get(name) ?? name),
      people,
      active.length - people.length,
    );
  }
}

const isOtherPrivacy = (one: Channel, other: Channel): boolean =>
  one.isPrivate !== other.isPrivate ||
  one.isWebPublic !== other.isWebPublic ||
  one.historyPublicToSubscribers !== other.historyPublicToSubscribers;
