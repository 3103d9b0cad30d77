import {
  Audit,
  isOwner,
  ManagedGroups,
  Permissions,
  type Role,
  UserGroupIsDeactivated,
  UserGroupIsUnknown,
} from '@app/identity';
import { DirectorySubscriptions } from '@app/channels';
import type { OrganizationId, UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';
import { Providers } from '../providers/providers.service';
import { type GroupLink, heldLinks, type NewGroupLink } from './group-link';
import { GroupLinkIsInvalid, GroupLinkIsThereAlready, GroupLinkIsUnknown } from './group-link.errors';
import { GroupLinkRepository } from './group-link.repository';

const MAX_LINKS = 1_000;

/** What the groups of a provider mean here. Who may change that is asked before. */
@Injectable()
export class GroupLinks {
  constructor(
    private readonly rows: GroupLinkRepository,
    private readonly providers: Providers,
    private readonly permissions: Permissions,
    private readonly managed: ManagedGroups,
    private readonly subscriptions: DirectorySubscriptions,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ProviderIsUnknown */
  async list(organizationId: OrganizationId, providerId: number): Promise<GroupLink[]> {
    const { id } = await this.providers.get(organizationId, providerId);
    return this.rows.list(id);
  }

  /**
   * Links take effect with the next login of each user, and with the next synchronisation.
   * @throws ProviderIsUnknown, GroupLinkIsInvalid, GroupLinkIsThereAlready, UserGroupIsUnknown, UserGroupIsDeactivated,
   * ChannelIdIsInvalid
   */
  async add(organizationId: OrganizationId, providerId: number, given: NewGroupLink): Promise<number> {
    const link = { ...given, externalGroup: given.externalGroup.trim(), channelIds: [...new Set(given.channelIds)] };
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const provider = await this.providers.get(organizationId, providerId);
      assertUseful(link, provider);
      await this.assertKnown(organizationId, link);
      const others = await this.rows.list(provider.id);
      if (others.length >= MAX_LINKS) throw new GroupLinkIsInvalid(`A provider has at most ${MAX_LINKS} group links`);
      if (others.some((one) => isSame(one, link))) throw new GroupLinkIsThereAlready();
      const id = await this.rows.insert(provider.id, link);
      this.record(organizationId, provider, 'linked', { link_id: id, ...factsOf(link) });
      return id;
    });
  }

  /** The user group keeps its members, and people may change them again. @throws ProviderIsUnknown, GroupLinkIsUnknown */
  async remove(organizationId: OrganizationId, providerId: number, id: number): Promise<void> {
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const provider = await this.providers.get(organizationId, providerId);
      const found = (await this.rows.list(provider.id)).find((one) => one.id === id);
      if (!found) throw new GroupLinkIsUnknown();
      await this.rows.remove(id);
      this.record(organizationId, provider, 'unlinked', { link_id: id, ...factsOf(found) });
    });
  }

  /** The links that people in these groups have. */
  async heldBy(provider: IdentityProvider, groups: readonly string[]): Promise<GroupLink[]> {
    return heldLinks(await this.rows.list(provider.id), groups);
  }

  /** The links of the provider that the user has. */
  async ofUser(providerId: number, userId: UserId): Promise<GroupLink[]> {
    const held = new Set((await this.rows.holdings(providerId, [userId])).map(({ linkId }) => linkId));
    return (await this.rows.list(providerId)).filter(({ id }) => held.has(id));
  }

  /** Tells the roles that groups of the provider mean. */
  async roles(provider: IdentityProvider): Promise<(groups: readonly string[]) => Role[]> {
    const links = (await this.rows.list(provider.id)).filter(({ role }) => role !== null);
    const isGiven = (role: Role) => provider.settings.makes_owners === true || !isOwner(role);
    return (groups) => heldLinks(links, groups).flatMap(({ role }) => (role !== null && isGiven(role) ? [role] : []));
  }

  private async assertKnown(organizationId: OrganizationId, { userGroupId, channelIds }: NewGroupLink): Promise<void> {
    if (userGroupId !== null) {
      const group = (await this.permissions.current(organizationId)).group(userGroupId);
      if (!group || group.isSystem) throw new UserGroupIsUnknown(userGroupId);
      if (group.isDeactivated) throw new UserGroupIsDeactivated();
      const writer = await this.managed.writerOf(organizationId, userGroupId);
      if (writer !== null)
        throw new GroupLinkIsInvalid(`${writer} writes this user group by SCIM, and nothing else may`);
    }
    await this.subscriptions.assertKnown(organizationId, channelIds);
  }

  private record(
    organizationId: OrganizationId,
    { id }: IdentityProvider,
    action: 'linked' | 'unlinked',
    facts: Record<string, unknown>,
  ): void {
    this.audit.record({ organizationId, action, object: { type: 'identity_provider', id }, after: facts });
  }
}

/** @throws GroupLinkIsInvalid */
function assertUseful(
  { externalGroup, userGroupId, role, channelIds }: NewGroupLink,
  provider: IdentityProvider,
): void {
  if (externalGroup === '') throw new GroupLinkIsInvalid('external_group must not be blank');
  if (userGroupId === null && role === null && channelIds.length === 0)
    throw new GroupLinkIsInvalid('A group link needs a user group, a role or a channel');
  if (role !== null && isOwner(role) && provider.settings.makes_owners !== true)
    throw new GroupLinkIsInvalid('The provider does not make owners: makes_owners is off');
}

const isSame = (one: GroupLink, other: NewGroupLink): boolean =>
  one.externalGroup.toLowerCase() === other.externalGroup.toLowerCase() &&
  one.userGroupId === other.userGroupId &&
  one.role === other.role &&
  one.channelIds.join() === [...other.channelIds].sort((a, b) => a - b).join();

const factsOf = ({ externalGroup, userGroupId, role, channelIds }: NewGroupLink) => ({
  external_group: externalGroup,
  user_group_id: userGroupId,
  role,
  channel_ids: channelIds,
});
