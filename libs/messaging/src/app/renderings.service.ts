import { Channels } from '@app/channels';
import {
  GroupAccess,
  MentionedGroup,
  Organization,
  PermissionGraph,
  Permissions,
  UserGroups,
  Users,
} from '@app/identity';
import type { UserGroupId, UserId } from '@app/kernel';
import { findReferences, References, render, Rendered } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { GroupMentionIsNotPermitted } from '../domain/errors';

/** A text as HTML, with whom it mentions. */
export interface Rendering extends Rendered {
  /** Not silently. */
  readonly mentionedGroups: readonly MentionedGroup[];
  /** By name or as a member of a group, ascending. */
  readonly mentionedIds: readonly UserId[];
}

const NO_REFERENCES: References = { users: [], groups: [], channels: [] };

/** Texts as their readers see them. Outside transactions: it may take long. */
@Injectable()
export class Renderings {
  constructor(
    private readonly users: Users,
    private readonly groups: UserGroups,
    private readonly channels: Channels,
    private readonly permissions: Permissions,
  ) {}

  /**
   * No query when the text refers to nothing.
   * @throws RenderingFailed
   */
  async render(actor: Actor, source: string): Promise<Rendering> {
    const named = findReferences(source);
    if (named.users.length + named.groups.length + named.channels.length === 0) {
      return { ...render(source, NO_REFERENCES), mentionedGroups: [], mentionedIds: [] };
    }
    const names = named.users.flatMap(({ name }) => name ?? []);
    const ids = named.users.flatMap(({ id }) => id ?? []);
    const [users, groups, channels] = await Promise.all([
      this.users.findMentioned(actor.organizationId, names, ids),
      this.groups.findMentioned(actor.organizationId, named.groups),
      this.channels.findLinked(actor, named.channels),
    ]);
    const rendered = render(source, { users, groups, channels });
    const mentionedGroups = groups.filter(({ id }) => rendered.mentionedGroupIds.includes(id));
    const members = await this.membersOf(actor, mentionedGroups);
    const mentionedIds = new Set([...(rendered.mentionedUserIds as UserId[]), ...members]);
    return { ...rendered, mentionedGroups, mentionedIds: [...mentionedIds].sort((one, other) => one - other) };
  }

  /**
   * Silently everybody mentions every group; system groups are mentioned in no other way.
   * @throws GroupMentionIsNotPermitted naming the first group that the actor may not disturb
   */
  async assertMayMention(
    actor: Actor,
    organization: Organization,
    { mentionedGroups }: Pick<Rendering, 'mentionedGroups'>,
  ): Promise<void> {
    if (mentionedGroups.length === 0) return;
    const access = new GroupAccess(actor, await this.permissions.graphOf(actor), organization);
    const forbidden = mentionedGroups.find((group) => !access.mentions(group));
    if (forbidden) throw new GroupMentionIsNotPermitted(forbidden.name);
  }

  private async membersOf(actor: Actor, groups: readonly MentionedGroup[]): Promise<UserId[]> {
    if (groups.length === 0) return [];
    const graph = await this.permissions.graphOf(actor);
    const members = await Promise.all(groups.map(({ id }) => this.membersOfGroup(actor, graph, id)));
    return members.flat();
  }

  private async membersOfGroup(actor: Actor, graph: PermissionGraph, groupId: UserGroupId): Promise<UserId[]> {
    const nodes = graph.closureOf(groupId);
    if (!nodes.some(({ isSystem }) => isSystem)) return nodes.flatMap(({ members }) => members);
    const everybody = await this.users.list(actor.organizationId, null);
    return everybody
      .filter(({ id, role, joinedAt }) => graph.isMember({ userId: id, role, joinedAt }, groupId))
      .map(({ id }) => id);
  }
}
