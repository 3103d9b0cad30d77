import { GroupAccess, MentionedGroup, Organization, PermissionGraph, Permissions, Users } from '@app/identity';
import type { UserGroupId, UserId } from '@app/kernel';
import { renderAside, Rendered } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { cutContent } from '../content';
import type { LinkedUpload } from '../attachments/attachment';
import { GroupMentionIsNotPermitted } from '../errors';
import { FoundReferences, ShownMessage, TextReferences } from './text-references.service';

/** The HTML of a text, with the users whom it mentions. */
export interface Rendering extends Rendered {
  /** Without silent mentions. */
  readonly mentionedGroups: readonly MentionedGroup[];
  /** By name or as a member of a group, ascending. */
  readonly mentionedIds: readonly UserId[];
  /** Linked pages to preview that were not fetched recently. */
  readonly unseenPages: readonly string[];
  /** Files to which it links and that its author may read. */
  readonly attachments: readonly LinkedUpload[];
}

/** Renders texts for their readers. Runs outside transactions, because it may take long. */
@Injectable()
export class Renderings {
  constructor(
    private readonly references: TextReferences,
    private readonly users: Users,
    private readonly permissions: Permissions,
  ) {}

  /**
   * Renders a message of the author. Runs no query if the text refers to nothing.
   * @param shown for a message that is rendered again: what it showed before
   * @throws RenderingFailed
   */
  async render(author: Actor, source: string, shown?: ShownMessage): Promise<Rendering> {
    const { references, rendered } = await this.complete(
      source,
      await this.references.of(author, source, { showsPages: !author.isBot, shown }),
    );
    const unseenPages = unseenIn(rendered, references);
    const attachments = references.uploads.filter(({ pathId }) => rendered.uploads.includes(pathId));
    const mentionedGroups = references.mentionable.filter(({ id }) => rendered.mentionedGroupIds.includes(id));
    if (mentionedGroups.length === 0) {
      const mentionedIds = rendered.mentionedUserIds as UserId[];
      return { mentionedGroups, mentionedIds, unseenPages, attachments, ...rendered };
    }
    const members = await this.membersOf(author, mentionedGroups);
    const mentionedIds = new Set([...(rendered.mentionedUserIds as UserId[]), ...members]);
    return {
      mentionedGroups,
      mentionedIds: [...mentionedIds].sort((one, other) => one - other),
      unseenPages,
      attachments,
      ...rendered,
    };
  }

  /**
   * The HTML of a message right after sending, without parts that are fetched later.
   * @throws RenderingFailed
   */
  async preview(author: Actor, text: string): Promise<string> {
    const source = cutContent(text);
    const references = await this.references.of(author, source, { showsPages: false });
    return (await renderAside(source, references)).html;
  }

  /**
   * Pages that only linkifiers link to are known after the first rendering. If one has a preview, the text is rendered
   * again.
   */
  private async complete(
    source: string,
    references: FoundReferences,
  ): Promise<{ references: FoundReferences; rendered: Rendered }> {
    const rendered = await renderAside(source, references);
    const { knownPages, askedPages } = references;
    const others = knownPages ? rendered.previewable.filter((url) => !askedPages.has(url)) : [];
    if (others.length === 0) return { references, rendered };
    const known = await this.references.withPages(references, others);
    return { references: known, rendered: await renderAside(source, known) };
  }

  /**
   * Silent mentions need no permission. System groups can be mentioned only silently.
   * @throws GroupMentionIsNotPermitted naming the first group that the actor may not disturb
   */
  async assertMayMention(
    actor: Actor,
    organization: Organization,
    { mentionedGroups }: Pick<Rendering, 'mentionedGroups'>,
  ): Promise<void> {
    if (mentionedGroups.length === 0) return;
    const access = new GroupAccess(actor, await this.permissions.cached(actor), organization);
    const forbidden = mentionedGroups.find((group) => !access.mentions(group));
    if (forbidden) throw new GroupMentionIsNotPermitted(forbidden.name);
  }

  private async membersOf(actor: Actor, groups: readonly MentionedGroup[]): Promise<UserId[]> {
    const graph = await this.permissions.cached(actor);
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

function unseenIn({ previewable }: Rendered, { knownPages }: FoundReferences): string[] {
  return knownPages ? previewable.filter((url) => !knownPages.get(url)?.isFresh) : [];
}
