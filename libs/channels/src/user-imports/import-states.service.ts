import {
  actorOf,
  AddressRules,
  assertAdministrator,
  checkedFullName,
  isEmailVisibleTo,
  SpecialPermissions,
  type User,
  UserGroups,
  Users,
} from '@app/identity';
import {
  type ChannelId,
  DomainError,
  normalisedName,
  type OrganizationId,
  type UserGroupId,
  type UserId,
} from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { type ChannelPolicy, Policies } from '../access/policies.service';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import type { ImportState, NamedTarget } from './import-plan';
import type { UserRow } from './user-row';

/** Who imports into which organization; `userId` `null`: the operator. */
export interface Importer {
  readonly organizationId: OrganizationId;
  readonly userId: UserId | null;
}

/** A state with what is needed to change it. */
export type OpenState = ImportState & { readonly actor: Actor; readonly policy: ChannelPolicy };

/** Reads what decides about the lines of a file. The number of statements does not depend on the number of lines. */
@Injectable()
export class ImportStates {
  constructor(
    private readonly users: Users,
    private readonly groups: UserGroups,
    private readonly addresses: AddressRules,
    private readonly special: SpecialPermissions,
    private readonly policies: Policies,
    private readonly channels: ChannelRepository,
    private readonly subscriptions: SubscriptionRepository,
  ) {}

  /** @throws MustBeAdministrator, AccountIsDeactivated */
  async read(importer: Importer, rows: readonly UserRow[]): Promise<OpenState> {
    const { organizationId, userId } = importer;
    const policy = await this.policies.current(organizationId);
    const activeOwnerIds = await this.users.ownerIds(organizationId);
    const acting = await this.users.acting({ organizationId, userId: userId ?? activeOwnerIds[0]! });
    assertAdministrator(acting);
    const holders = await this.users.holders(
      organizationId,
      rows.map(({ email }) => email),
    );
    const userIds = [...holders.values()].map(({ id }) => id);
    const groups = await this.groupsNamed(policy, acting, rows);
    const channels = await this.channelsNamed(policy, acting, rows, userIds);
    return {
      acting: { id: userId, role: acting.role },
      actor: actorOf(acting, policy.organization),
      policy,
      activeOwnerIds,
      holder: (email) => visible(holders.get(email.toLowerCase()), email, userId === null ? null : acting),
      objection: await this.objections(importer, policy, holders),
      nameObjection,
      isNameTaken: await this.takenNames(policy, rows, holders),
      group: (name) => groups.get(name.toLowerCase()),
      channel: (name) => channels.get(name.toLowerCase()),
    };
  }

  private async objections(
    { userId }: Importer,
    { organization }: ChannelPolicy,
    holders: ReadonlyMap<string, User>,
  ): Promise<(email: string) => string | null> {
    const mayCreate = userId === null || (await this.special.of(userId)).includes('can_create_users');
    const ofDomains = userId === null ? () => null : await this.addresses.objections(organization);
    return (email) => {
      if (!this.users.mayBeClaimed(email)) return `"${email}" is not a valid e-mail address.`;
      if (holders.has(email.toLowerCase())) return 'The e-mail address is already in use.';
      return mayCreate
        ? ofDomains(email)
        : 'You are not permitted to create users: the operator of the server decides.';
    };
  }

  /** Where names must differ: whether another account, or another line, has a name that looks the same. */
  private async takenNames(
    { organization }: ChannelPolicy,
    rows: readonly UserRow[],
    holders: ReadonlyMap<string, User>,
  ): Promise<ImportState['isNameTaken']> {
    if (!organization.settings.requireUniqueNames) return () => false;
    const ofFile = new Map<string, number>();
    for (const { fullName } of rows)
      ofFile.set(normalisedName(fullName), (ofFile.get(normalisedName(fullName)) ?? 0) + 1);
    const renamed = new Set([...holders.values()].map(({ id }) => id));
    const others = (await this.users.all(organization.id)).filter(({ id }) => !renamed.has(id));
    const taken = new Set(others.map(({ fullName }) => normalisedName(fullName)));
    return (fullName) => taken.has(normalisedName(fullName)) || ofFile.get(normalisedName(fullName))! > 1;
  }

  private async groupsNamed(
    { organization, graph }: ChannelPolicy,
    acting: User,
    rows: readonly UserRow[],
  ): Promise<Map<string, NamedTarget<UserGroupId>>> {
    if (rows.every(({ groups }) => groups.length === 0)) return new Map();
    const access = await this.groups.accessOf(actorOf(acting, organization));
    const all = await this.groups.all(organization.id, graph);
    return new Map(
      all
        .filter(({ isSystem, isDeactivated }) => !isSystem && !isDeactivated)
        .map((group) => {
          const memberIds = new Set(graph.group(group.id)!.members);
          return [
            group.name.toLowerCase(),
            { id: group.id, name: group.name, memberIds, isOpen: access.addsMembers(group) },
          ];
        }),
    );
  }

  /** Channels that the importing user cannot see are unknown, as everywhere. */
  private async channelsNamed(
    policy: ChannelPolicy,
    acting: User,
    rows: readonly UserRow[],
    userIds: readonly UserId[],
  ): Promise<Map<string, NamedTarget<ChannelId>>> {
    const names = [...new Set(rows.flatMap(({ channels }) => channels))];
    if (names.length === 0) return new Map();
    const { id: organizationId } = policy.organization;
    const access = policy.accessOfUser(acting);
    const resolved = await this.channels.resolve(organizationId, names);
    const ids = resolved.flatMap(({ channelId }) => channelId ?? []);
    const listed = await this.channels.list(organizationId, acting.id, ids);
    const seen = new Map(
      listed.filter((one) => !one.isArchived && access.readsContent(one)).map((one) => [one.id, one]),
    );
    const subscribed = await this.subscriptions.openPairs(ids, userIds);
    return new Map(
      names.flatMap((name, at): [string, NamedTarget<ChannelId>][] => {
        const channel = seen.get(resolved[at]!.channelId ?? (0 as ChannelId));
        if (!channel) return [];
        const memberIds = new Set(
          subscribed.filter(({ channelId }) => channelId === channel.id).map(({ userId }) => userId),
        );
        const place = { id: channel.id, name: channel.name, memberIds, isOpen: access.addsSubscribers(channel) };
        return [[name.toLowerCase(), place]];
      }),
    );
  }
}

/** An account whose real address is hidden from the viewer is found by its public address alone. */
function visible(user: User | undefined, email: string, viewer: User | null): User | undefined {
  if (!user || user.isSystemBot) return undefined;
  if (user.email.toLowerCase() === email.toLowerCase() || viewer === null) return user;
  return isEmailVisibleTo(user, { userId: viewer.id, role: viewer.role }) ? user : undefined;
}

function nameObjection(fullName: string): string | null {
  try {
    checkedFullName(fullName);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return `${error.message}.`;
    throw error;
  }
}
