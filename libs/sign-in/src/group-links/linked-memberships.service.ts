import { DirectoryGroupMembers, isOwner, Permissions, ROLE, UserRoles, Users } from '@app/identity';
import { DirectorySubscriptions } from '@app/channels';
import { type ChannelId, DomainError, type OrganizationId, type UserGroupId, type UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { IdentityProvider } from '../providers/identity-provider';
import { changedMemberships, type GroupLink, type GroupsOfUser, type LinkMembership } from './group-link';
import { GroupLinkRepository } from './group-link.repository';

/** One transaction changes so many users at most. */
const BATCH = 200;

/** Keeps user groups, subscriptions and roles in step with the groups of providers. */
@Injectable()
export class LinkedMemberships {
  constructor(
    private readonly rows: GroupLinkRepository,
    private readonly members: DirectoryGroupMembers,
    private readonly subscriptions: DirectorySubscriptions,
    private readonly permissions: Permissions,
    private readonly users: Users,
    private readonly roles: UserRoles,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Applies what the provider says of the groups of these users. Runs a constant number of statements if it says what is
   * known already. Each batch is one transaction, so what is interrupted is completed by the next call.
   * @param beat called after each batch
   * @returns the users for whom something has changed
   */
  async apply(
    provider: IdentityProvider,
    people: readonly GroupsOfUser[],
    beat: () => Promise<void>,
  ): Promise<UserId[]> {
    const links = await this.rows.list(provider.id);
    if (links.length === 0) return [];
    const { organizationId } = provider;
    const known = await this.rows.holdings(
      provider.id,
      people.map(({ userId }) => userId),
    );
    const { gained, lost } = changedMemberships(links, people, known);
    const userIds = new Set([...gained, ...lost].map(({ userId }) => userId));
    for (const userId of await this.misplaced(organizationId, links, people)) userIds.add(userId);
    const all = [...userIds].sort((one, other) => one - other);
    for (let from = 0; from < all.length; from += BATCH) {
      const batch = new Set(all.slice(from, from + BATCH));
      const isIn = ({ userId }: LinkMembership) => batch.has(userId);
      await this.change(organizationId, links, [...batch], gained.filter(isIn), lost.filter(isIn));
      await beat();
    }
    await this.endRoles(provider, links, lost);
    return all;
  }

  /** Members of linked user groups whom people have added before the link was made. */
  private async misplaced(
    organizationId: OrganizationId,
    links: readonly GroupLink[],
    people: readonly GroupsOfUser[],
  ): Promise<UserId[]> {
    const graph = await this.permissions.current(organizationId);
    const concerned = new Set(people.map(({ userId }) => userId));
    const found: UserId[] = [];
    for (const groupId of groupIdsOf(links)) {
      const inside = (graph.group(groupId)?.members ?? []).filter((id) => concerned.has(id));
      const linked = new Set(inside.length === 0 ? [] : await this.rows.inUserGroup(groupId, inside));
      found.push(...inside.filter((id) => !linked.has(id)));
    }
    return found;
  }

  private async change(
    organizationId: OrganizationId,
    links: readonly GroupLink[],
    userIds: readonly UserId[],
    gained: readonly LinkMembership[],
    lost: readonly LinkMembership[],
  ): Promise<void> {
    const channels = channelIdsOf(links, [...gained, ...lost]);
    const locks = [lock.organization(organizationId), ...channels.map((id) => lock.channel(id))];
    await this.transactions.run(locks, async () => {
      await this.rows.store(gained, lost);
      for (const groupId of groupIdsOf(links)) {
        const add = await this.rows.inUserGroup(groupId, userIds);
        const remove = userIds.filter((id) => !add.includes(id));
        await this.members.change(organizationId, groupId, { add, remove });
      }
      for (const channelId of channels) {
        const ofChannel = idsOf(links.filter(({ channelIds }) => channelIds.includes(channelId)));
        const concerned = usersIn([...gained, ...lost], ofChannel);
        const join = await this.rows.inChannel(channelId, concerned);
        const leave = usersIn(lost, ofChannel).filter((id) => !join.includes(id));
        await this.subscriptions.change(organizationId, channelId, { join, leave });
      }
    });
  }

  /** A role that came with a group goes with it. A role that the provider names itself is not touched here. */
  private async endRoles(
    { organizationId, settings }: IdentityProvider,
    links: readonly GroupLink[],
    lost: readonly LinkMembership[],
  ): Promise<void> {
    if (settings.role_claim) return;
    const roleOf = new Map(links.map(({ id, role }) => [id, role]));
    for (const { linkId, userId } of lost) {
      const role = roleOf.get(linkId) ?? null;
      if (role === null || isOwner(role)) continue;
      const user = await this.users.get(organizationId, userId);
      if (user.role !== role) continue;
      await this.setRole(organizationId, userId, (await this.rows.roleOf(userId)) ?? ROLE.member);
    }
  }

  private async setRole(organizationId: OrganizationId, userId: UserId, role: Parameters<UserRoles['set']>[2]) {
    try {
      await this.roles.set(organizationId, userId, role);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

const idsOf = (links: readonly GroupLink[]): Set<number> => new Set(links.map(({ id }) => id));

const groupIdsOf = (links: readonly GroupLink[]): UserGroupId[] => [
  ...new Set(links.flatMap(({ userGroupId }) => userGroupId ?? [])),
];

const usersIn = (holdings: readonly LinkMembership[], linkIds: ReadonlySet<number>): UserId[] => [
  ...new Set(holdings.flatMap(({ linkId, userId }) => (linkIds.has(linkId) ? [userId] : []))),
];

function channelIdsOf(links: readonly GroupLink[], holdings: readonly LinkMembership[]): ChannelId[] {
  const touched = new Set(holdings.map(({ linkId }) => linkId));
  const ids = links.filter(({ id }) => touched.has(id)).flatMap(({ channelIds }) => channelIds);
  return [...new Set(ids)].sort((one, other) => one - other);
}
