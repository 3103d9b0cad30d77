import {
  assertAdministrator,
  isEmailVisibleTo,
  roleNameOf,
  type User,
  UserGroups,
  Users,
  type Viewer,
} from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type ChannelPolicy, Policies } from '../access/policies.service';
import type { Channel, CountedChannel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import { type Importer } from '../user-imports/import-states.service';
import { NAMES_SEPARATOR, USER_COLUMNS } from '../user-imports/user-row';
import { csvText } from './csv-text';

const GROUP_COLUMNS = ['name', 'description', 'active', 'members', 'subgroups'];
const CHANNEL_COLUMNS = ['name', 'description', 'privacy', 'archived', 'default', 'subscribers'];

/** What an export shows, and to whom. */
interface View {
  readonly policy: ChannelPolicy;
  readonly acting: User;
  /** The address of a user, as the viewer may see it. */
  addressOf(user: User): string;
}

/** Users, groups and channels as files of comma-separated values. The file of users can be imported again. */
@Injectable()
export class DirectoryExports {
  constructor(
    private readonly users: Users,
    private readonly groups: UserGroups,
    private readonly policies: Policies,
    private readonly channels: ChannelRepository,
    private readonly subscriptions: SubscriptionRepository,
  ) {}

  /** People, deactivated ones included, without bots. @throws MustBeAdministrator */
  async usersFile(importer: Importer): Promise<string> {
    const view = await this.view(importer);
    const people = (await this.users.list(importer.organizationId, null)).filter(({ isBot }) => !isBot);
    const groupsOf = await this.groupNames(view.policy);
    const channelsOf = await this.channelNames(view);
    const rows = people.map((user) => [
      view.addressOf(user),
      user.fullName,
      roleNameOf(user.role),
      String(user.isActive),
      joined(groupsOf.get(user.id)),
      joined(channelsOf.get(user.id)),
    ]);
    return csvText(USER_COLUMNS, rows);
  }

  /** Groups that users made, deactivated ones included. @throws MustBeAdministrator */
  async groupsFile(importer: Importer): Promise<string> {
    const { policy, addressOf } = await this.view(importer);
    const users = new Map((await this.users.list(importer.organizationId, null)).map((user) => [user.id, user]));
    const { graph } = policy;
    const groups = (await this.groups.all(importer.organizationId, graph)).filter(({ isSystem }) => !isSystem);
    const rows = groups.map(({ id, name, description, isDeactivated }) => {
      const { members, subgroups } = graph.group(id)!;
      const people = members.filter((one) => !graph.isDeactivated(one)).map((one) => addressOf(users.get(one)!));
      return [
        name,
        description,
        String(!isDeactivated),
        joined(people),
        joined(subgroups.map((one) => graph.group(one)!.name)),
      ];
    });
    return csvText(GROUP_COLUMNS, rows);
  }

  /** The channels that the viewer sees, archived ones included. @throws MustBeAdministrator */
  async channelsFile(importer: Importer): Promise<string> {
    const { policy, acting } = await this.view(importer);
    const access = policy.accessOfUser(acting);
    const channels = (await this.channels.listCounted(importer.organizationId, acting.id)).filter(
      (channel) => importer.userId === null || access.seesMetadata(channel),
    );
    return csvText(CHANNEL_COLUMNS, channels.map(cellsOf));
  }

  private async view({ organizationId, userId }: Importer): Promise<View> {
    const policy = await this.policies.current(organizationId);
    const acting = await this.users.acting({
      organizationId,
      userId: userId ?? (await this.firstOwner(organizationId)),
    });
    assertAdministrator(acting);
    const viewer: Viewer = { userId: acting.id, role: acting.role };
    const addressOf = (user: User) =>
      userId === null || isEmailVisibleTo(user, viewer) ? user.deliveryEmail : user.email;
    return { policy, acting, addressOf };
  }

  private async firstOwner(organizationId: OrganizationId): Promise<UserId> {
    return (await this.users.ownerIds(organizationId))[0]!;
  }

  private async groupNames({ organization, graph }: ChannelPolicy): Promise<Map<UserId, string[]>> {
    const names = new Map<UserId, string[]>();
    for (const { id, name, isSystem, isDeactivated } of await this.groups.all(organization.id, graph)) {
      if (isSystem || isDeactivated) continue;
      for (const userId of graph.group(id)!.members) add(names, userId, name);
    }
    return names;
  }

  private async channelNames({ policy, acting }: View): Promise<Map<UserId, string[]>> {
    const access = policy.accessOfUser(acting);
    const isListed = (one: Channel) => !one.isArchived && access.readsContent(one);
    const channels = (await this.channels.list(policy.organization.id, acting.id, null)).filter(isListed);
    const subscribers = await this.subscriptions.subscriberIdsOf(channels.map(({ id }) => id));
    const names = new Map<UserId, string[]>();
    for (const { id, name } of channels) for (const one of subscribers.get(id) ?? []) add(names, one, name);
    return names;
  }
}

function add(names: Map<UserId, string[]>, userId: UserId, name: string): void {
  const known = names.get(userId);
  if (known) known.push(name);
  else names.set(userId, [name]);
}

/** A name that holds the separator itself cannot be listed. */
const joined = (names: readonly string[] = []): string =>
  names.filter((name) => !name.includes(NAMES_SEPARATOR)).join(NAMES_SEPARATOR);

const cellsOf = (channel: CountedChannel): string[] => [
  channel.name,
  channel.description,
  channel.isPrivate ? 'private' : channel.isWebPublic ? 'web-public' : 'public',
  String(channel.isArchived),
  String(channel.isDefault),
  String(channel.subscriberCount),
];
