import { DirectorySubscriptions } from '@app/channels';
import { Permissions, UserGroupNameIsUnknown, UserGroups } from '@app/identity';
import type { ChannelId, OrganizationId, UserGroupId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { GroupLink } from './group-link';

/** What operators name by names. */
@Injectable()
export class LinkNames {
  constructor(
    private readonly groups: UserGroups,
    private readonly permissions: Permissions,
    private readonly subscriptions: DirectorySubscriptions,
  ) {}

  /** @throws UserGroupNameIsUnknown */
  async userGroup(organizationId: OrganizationId, name: string): Promise<UserGroupId> {
    const all = await this.groups.all(organizationId, await this.permissions.current(organizationId));
    const named = all.filter(({ isSystem }) => !isSystem);
    const found = named.find((one) => one.name === name) ?? named.find((one) => sameName(one.name, name));
    if (!found) throw new UserGroupNameIsUnknown(name);
    return found.id;
  }

  /** What the links give, by names: user groups and channels. */
  async given(
    organizationId: OrganizationId,
    links: readonly Pick<GroupLink, 'userGroupId' | 'channelIds'>[],
  ): Promise<{ userGroups: string[]; channels: string[] }> {
    const ids = new Set(links.flatMap(({ userGroupId }) => userGroupId ?? []));
    const all = await this.groups.all(organizationId, await this.permissions.current(organizationId));
    const channelIds = [...new Set(links.flatMap(({ channelIds: some }) => some))];
    return {
      userGroups: all.filter(({ id }) => ids.has(id)).map(({ name }) => name),
      channels: await this.subscriptions.namesOf(organizationId, channelIds),
    };
  }

  /** @throws ChannelNameIsUnknown */
  channels(organizationId: OrganizationId, names: readonly string[]): Promise<ChannelId[]> {
    return this.subscriptions.named(organizationId, names);
  }
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
