import { GroupSetting, isAdministrator, isGuest, ROLE, SYSTEM_GROUPS, Users } from '@app/identity';
import type { UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { AudienceDifference, audienceDifference, KnownAudience } from './audience-difference';
import type { ChannelPolicy } from './policies.service';

/** The settings that show a private channel's metadata to users besides subscribers and administrators. */
export const METADATA_SETTINGS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
] as const;

const ROLE_OF_GROUP = new Map<string, number | null>(SYSTEM_GROUPS.map(({ name, role }) => [name, role]));

/** The audiences for events about channels and their subscribers, at one moment of a transaction. */
export class Audiences {
  constructor(
    private readonly guestIds: readonly UserId[],
    /** For each private channel, the users who see it without a subscription. */
    private readonly privileged: ReadonlyMap<number, readonly UserId[]>,
  ) {}

  /** All users who see the channel, given its subscribers. */
  of(channel: ChannelForActor, subscriberIds: readonly UserId[], except: readonly UserId[] = []): KnownAudience {
    if (channel.isPrivate) {
      const left = new Set(except);
      const ids = new Set([...subscriberIds, ...(this.privileged.get(channel.id) ?? [])]);
      return { to: 'users', ids: ascending([...ids].filter((id) => !left.has(id))) };
    }
    const outside = channel.isWebPublic ? [] : without(this.guestIds, subscriberIds);
    return { to: 'organization', except: ascending([...new Set([...outside, ...except])]) };
  }
}

@Injectable()
export class ChannelViewers {
  constructor(private readonly users: Users) {}

  /** At most four statements, whatever the number of channels. */
  async audiences(policy: ChannelPolicy, channels: readonly ChannelForActor[]): Promise<Audiences> {
    const { id } = policy.organization;
    const guestIds = channels.some(({ isPrivate }) => !isPrivate) ? await this.users.guestIds(id) : [];
    return new Audiences(
      guestIds,
      await this.privileged(
        policy,
        channels.filter(({ isPrivate }) => isPrivate),
      ),
    );
  }

  /** The users who see a channel before and after a change of its privacy or settings. At most nine statements. */
  async difference(
    policy: ChannelPolicy,
    before: ChannelForActor,
    after: ChannelForActor,
    subscriberIds: readonly UserId[],
  ): Promise<AudienceDifference> {
    const then = (await this.audiences(policy, [before])).of(before, subscriberIds);
    const now = (await this.audiences(policy, [after])).of(after, subscriberIds);
    const everybody = then.to === now.to ? [] : await this.users.activeIds(policy.organization.id);
    return audienceDifference(then, now, everybody);
  }

  private async privileged(
    policy: ChannelPolicy,
    channels: readonly ChannelForActor[],
  ): Promise<Map<number, UserId[]>> {
    if (channels.length === 0) return new Map();
    const candidates = await this.users.byIds(policy.organization.id, await this.candidates(policy, channels));
    const people = [...candidates.values()]
      .filter(({ isActive }) => isActive)
      .map((user) => ({ id: user.id, access: policy.accessOfUser(user) }));
    return new Map(
      channels.map((channel) => {
        const foreign = { ...channel, isSubscribed: false };
        return [channel.id, people.filter(({ access }) => access.seesMetadata(foreign)).map(({ id }) => id)];
      }),
    );
  }

  /** All users who might see one of the channels. The policy decides who really does. */
  private async candidates(policy: ChannelPolicy, channels: readonly ChannelForActor[]): Promise<UserId[]> {
    const { id } = policy.organization;
    const settings = channels.flatMap(({ permissions }) => METADATA_SETTINGS.map((name) => permissions[name]));
    const { isBroad, members } = named(policy, settings);
    if (isBroad) return this.users.activeIds(id);
    return [...new Set([...(await this.users.administratorIds(id)), ...members])];
  }
}

/** The users that settings name individually, and whether they name whole roles besides administrators. */
function named(
  { graph }: ChannelPolicy,
  settings: readonly GroupSetting[],
): { isBroad: boolean; members: Set<UserId> } {
  const members = new Set<UserId>();
  const groupIds = new Set<number>();
  for (const setting of settings) {
    if (typeof setting === 'number') groupIds.add(setting);
    else {
      setting.direct_members.forEach((id) => members.add(id as UserId));
      setting.direct_subgroups.forEach((id) => groupIds.add(id));
    }
  }
  const groups = [...groupIds].flatMap((id) => graph.closureOf(id));
  for (const group of groups) group.members.forEach((id) => members.add(id));
  const roles = groups.map(({ name }) => ROLE_OF_GROUP.get(name) ?? ROLE.owner);
  return { isBroad: roles.some((role) => !isAdministrator(role) && !isGuest(role)), members };
}

const without = (ids: readonly UserId[], others: readonly UserId[]): UserId[] => {
  const left = new Set(others);
  return ids.filter((id) => !left.has(id));
};

const ascending = (ids: readonly UserId[]): UserId[] => [...ids].sort((one, other) => one - other);
