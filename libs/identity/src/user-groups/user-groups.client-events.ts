import type { OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { Audience, ClientEvent, EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Organization } from '../records/organization';
import type { Role } from '../roles/role';
import { directSystemGroups, SystemGroupName } from '../roles/system-groups';
import type { User } from '../records/user';
import { FullMemberRepository } from './full-member.repository';
import type { UserGroupObject } from './user-group-object.client-events';

interface ChangePayload {
  event: Record<string, unknown>;
  /** Clients that request no deactivated groups do not know the group. */
  isOfDeactivated: boolean;
}

/** A group was deactivated or reactivated. */
interface ActivityPayload {
  group: UserGroupObject;
}

const CHANGE = 'user_group';
const ACTIVITY = 'user_group_activity';

const wantsAll = ({ options }: QueueViewer): boolean => options.capabilities.include_deactivated_groups;
const variant = (_: unknown, viewer: QueueViewer): string => (wantsAll(viewer) ? 'with deactivated' : '');

const change: EventKind<ChangePayload> = {
  kind: CHANGE,
  type: 'user_group',
  variant,
  shape: ({ event, isOfDeactivated }, viewer) =>
    isOfDeactivated && !wantsAll(viewer) ? null : { type: 'user_group', ...event },
};

const activity: EventKind<ActivityPayload> = {
  kind: ACTIVITY,
  type: 'user_group',
  variant,
  shape({ group }, viewer): ClientEvent {
    const { id, deactivated } = group;
    if (wantsAll(viewer)) return { type: 'user_group', op: 'update', group_id: id, data: { deactivated } };
    if (deactivated) return { type: 'user_group', op: 'remove', group_id: id };
    return { type: 'user_group', op: 'add', group };
  },
};

type Contents = 'members' | 'subgroups';
const KEYS = { members: 'user_ids', subgroups: 'direct_subgroup_ids' } as const;

/** The group of an event, in its state at that moment. */
interface ToldGroup {
  id: UserGroupId;
  isDeactivated: boolean;
}

const EVERYBODY: Audience = { to: 'organization', except: [] };

/** Client events of user groups. All users receive them, including guests (docs/protocol/events.md). */
@Injectable()
export class UserGroupClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly fullMembers: FullMemberRepository,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(change, activity);
  }

  tellAdded(organizationId: OrganizationId, group: UserGroupObject): void {
    this.tell(organizationId, { op: 'add', group }, false);
  }

  /** One property of the group changed. */
  tellChanged(
    organizationId: OrganizationId,
    { id, isDeactivated }: ToldGroup,
    property: string,
    value: unknown,
    audience = EVERYBODY,
  ): void {
    this.tell(organizationId, { op: 'update', group_id: id, data: { [property]: value } }, isDeactivated, audience);
  }

  /** The group was deactivated or reactivated; see `group.deactivated`. */
  tellActivity(organizationId: OrganizationId, group: UserGroupObject): void {
    const payload: ActivityPayload = { group };
    this.log.tell({ kind: ACTIVITY, organizationId, audience: { to: 'organization', except: [] }, payload });
  }

  /** Sends nothing if the contents did not change. */
  tellContents(
    organizationId: OrganizationId,
    { id, isDeactivated }: ToldGroup,
    what: `${'add' | 'remove'}_${Contents}`,
    ids: readonly number[],
    audience = EVERYBODY,
  ): void {
    if (ids.length === 0) return;
    const key = KEYS[what.endsWith('members') ? 'members' : 'subgroups'];
    this.tell(organizationId, { op: what, group_id: id, [key]: ids }, isDeactivated, audience);
  }

  /** The system groups of new accounts: one event for each group. */
  async tellNewcomers(users: readonly User[], { id, systemGroups, settings }: Organization): Promise<void> {
    const now = await this.fullMembers.toldUntil(id);
    const joined = new Map<SystemGroupName, UserId[]>();
    for (const user of users) {
      for (const name of directSystemGroups(user, settings.waitingPeriodThreshold, now))
        joined.set(name, [...(joined.get(name) ?? []), user.id]);
    }
    for (const [name, ids] of joined)
      this.tellContents(id, { id: systemGroups[name], isDeactivated: false }, 'add_members', ids);
  }

  /** The role of an account changed, and so its system groups. */
  async tellRole(user: User, from: Role, to: Role, organization: Organization): Promise<void> {
    await this.tellRoleTo(EVERYBODY, user, from, to, organization);
  }

  /** As `tellRole`; `from` `null`: the account joins its groups; `to` `null`: it leaves all groups. */
  async tellRoleTo(
    audience: Audience,
    user: User,
    from: Role | null,
    to: Role | null,
    organization: Organization,
  ): Promise<void> {
    const { systemGroups, settings, id } = organization;
    // Full members are those whom clients know. Other members who have passed the waiting period are announced soon.
    const now = await this.fullMembers.toldUntil(id);
    const groupsOf = (role: Role | null) =>
      role === null ? [] : directSystemGroups({ ...user, role }, settings.waitingPeriodThreshold, now);
    const [before, after] = [groupsOf(from), groupsOf(to)];
    const group = (name: keyof typeof systemGroups): ToldGroup => ({ id: systemGroups[name], isDeactivated: false });
    const ids: UserId[] = [user.id];
    const left = before.filter((name) => !after.includes(name));
    const joined = after.filter((name) => !before.includes(name));
    for (const name of left) this.tellContents(id, group(name), 'remove_members', ids, audience);
    for (const name of joined) this.tellContents(id, group(name), 'add_members', ids, audience);
  }

  private tell(
    organizationId: OrganizationId,
    event: Record<string, unknown>,
    isOfDeactivated: boolean,
    audience = EVERYBODY,
  ): void {
    const payload: ChangePayload = { event, isOfDeactivated };
    this.log.tell({ kind: CHANGE, organizationId, audience, payload });
  }
}
