import { DirectorySubscriptions } from '@app/channels';
import { Permissions, UserGroupNameIsUnknown, UserGroups } from '@app/identity';
import type { ChannelId, OrganizationId, UserGroupId } from '@app/kernel';
import { Injectable } from '@nestjs/common';

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

  /** @throws ChannelNameIsUnknown */
  channels(organizationId: OrganizationId, names: readonly string[]): Promise<ChannelId[]> {
    return this.subscriptions.named(organizationId, names);
  }
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
