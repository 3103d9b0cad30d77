import { PermissionGraph, ROLE, SYSTEM_GROUPS, User, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../records/channel';
import { ChannelRepository } from '../records/channel.repository';
import { pairKey, SubscriptionRepository } from '../records/subscription.repository';
import { METADATA_SETTINGS } from '../access/channel-viewers.service';
import { ChannelPolicy, Policies } from '../access/policies.service';
import { VisibleChannel, ChannelVisibilityEvents } from './channel-visibility-events.service';

/** Groups whose members depend only on roles: a change of other groups does not change them. */
const SETTLED = SYSTEM_GROUPS.filter((group) => !('pastWaitingPeriod' in group)).map(({ name }) => name);

/** Channels whose metadata is visible to the same users, apart from subscribers. */
interface Alike {
  readonly channels: Channel[];
  readonly gained: Set<UserId>;
  readonly lost: Set<UserId>;
}

/** Determines who sees private channels through user groups. */
@Injectable()
export class GroupChannelVisibility {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly users: Users,
    private readonly policies: Policies,
    private readonly visibilityEvents: ChannelVisibilityEvents,
  ) {}

  /**
   * Tells the users who begin or cease to see a private channel because groups changed. Runs one statement if no
   * channel uses groups, and otherwise a constant number.
   */
  async tellDifference(organizationId: OrganizationId, before: PermissionGraph, after: PermissionGraph): Promise<void> {
    const settled = SETTLED.map((name) => after.groupId(name));
    const channels = await this.channels.listOpenedByGroups(organizationId, METADATA_SETTINGS, settled);
    const users = await this.concerned(organizationId, before, after, groupIdsOf(channels));
    if (users.length === 0) return;
    const now = new ChannelPolicy((await this.policies.current(organizationId)).organization, after);
    const then = new ChannelPolicy(now.organization, before);
    const changed = alikes(channels)
      .map((alike) => compared(alike, users, then, now))
      .filter(({ gained, lost }) => gained.size > 0 || lost.size > 0);
    const { revealed, hidden } = await this.withoutSubscribers(changed);
    await this.visibilityEvents.reveal(now, revealed);
    this.visibilityEvents.hide(now, hidden);
  }

  /** Users who may be in one of the groups only before or only after the change. */
  private async concerned(
    organizationId: OrganizationId,
    before: PermissionGraph,
    after: PermissionGraph,
    groupIds: ReadonlySet<number>,
  ): Promise<User[]> {
    const ids = new Set<UserId>();
    let isAnybody = false;
    for (const id of groupIds) {
      const [then, now] = [contentOf(before, id), contentOf(after, id)];
      isAnybody ||= then.hangsOnTime || now.hangsOnTime || then.roles !== now.roles;
      for (const member of difference(then.members, now.members)) ids.add(member);
    }
    const wanted = isAnybody ? await this.users.activeIds(organizationId) : [...ids];
    return [...(await this.users.byIds(organizationId, wanted)).values()].filter(({ isActive }) => isActive);
  }

  private async withoutSubscribers(
    changed: readonly Alike[],
  ): Promise<{ revealed: VisibleChannel[]; hidden: VisibleChannel[] }> {
    const channelIds = changed.flatMap(({ channels }) => channels.map(({ id }) => id));
    const userIds = [...new Set(changed.flatMap(({ gained, lost }) => [...gained, ...lost]))];
    if (channelIds.length === 0) return { revealed: [], hidden: [] };
    const open = new Set((await this.rows.openPairs(channelIds, userIds)).map(pairKey));
    const visible = (ids: (alike: Alike) => ReadonlySet<UserId>): VisibleChannel[] =>
      changed.flatMap((alike) =>
        alike.channels.map((channel) => ({
          channel,
          userIds: [...ids(alike)].filter((userId) => !open.has(pairKey({ channelId: channel.id, userId }))),
        })),
      );
    return { revealed: visible(({ gained }) => gained), hidden: visible(({ lost }) => lost) };
  }
}

function groupIdsOf(channels: readonly Channel[]): Set<number> {
  const settings = channels.flatMap(({ permissions }) => METADATA_SETTINGS.map((name) => permissions[name]));
  return new Set(settings.flatMap((one) => (typeof one === 'number' ? [one] : one.direct_subgroups)));
}

function alikes(channels: readonly Channel[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const channel of channels) {
    const key = JSON.stringify(METADATA_SETTINGS.map((name) => channel.permissions[name]));
    const known = found.get(key) ?? { channels: [], gained: new Set<UserId>(), lost: new Set<UserId>() };
    known.channels.push(channel);
    found.set(key, known);
  }
  return [...found.values()];
}

function compared(alike: Alike, users: readonly User[], then: ChannelPolicy, now: ChannelPolicy): Alike {
  const channel = alike.channels[0]!; // never without any, and all of them are seen alike
  for (const user of users) {
    const saw = then.accessOfUser(user).seesMetadata(channel);
    const sees = now.accessOfUser(user).seesMetadata(channel);
    if (sees && !saw) alike.gained.add(user.id);
    if (saw && !sees) alike.lost.add(user.id);
  }
  return alike;
}

/** The members of a group by id and by role, in a comparable form. */
function contentOf(graph: PermissionGraph, groupId: number) {
  const groups = graph.closureOf(groupId);
  const roles = groups.filter(({ isSystem }) => isSystem).map(({ name }) => name);
  return {
    members: new Set(groups.flatMap(({ members }) => members)),
    roles: roles.sort().join(),
    hangsOnTime: roles.includes(FULL_MEMBERS) && !roles.includes(MEMBERS),
  };
}

const FULL_MEMBERS = SYSTEM_GROUPS.find((group) => 'pastWaitingPeriod' in group)!.name;
const MEMBERS = SYSTEM_GROUPS.find((group) => group.role === ROLE.member && group.name !== FULL_MEMBERS)!.name;

function* difference(one: ReadonlySet<UserId>, other: ReadonlySet<UserId>): Iterable<UserId> {
  for (const id of one) if (!other.has(id)) yield id;
  for (const id of other) if (!one.has(id)) yield id;
}
