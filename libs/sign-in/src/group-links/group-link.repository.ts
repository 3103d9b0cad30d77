import type { Role } from '@app/identity';
import type { ChannelId, OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { GroupLink, LinkMembership, NewGroupLink } from './group-link';

@Injectable()
export class GroupLinkRepository {
  constructor(private readonly database: Database) {}

  /** In the order in which they were made. */
  list(providerId: number): Promise<GroupLink[]> {
    return this.database.rows<GroupLink>(
      `SELECT id, external_group AS "externalGroup", user_group_id AS "userGroupId", role::int AS role,
          ARRAY(SELECT channel_id FROM group_link_channel WHERE link_id = group_link.id ORDER BY 1) AS "channelIds"
        FROM group_link WHERE provider_id = $1 ORDER BY id`,
      [providerId],
    );
  }

  async insert(providerId: number, { externalGroup, userGroupId, role, channelIds }: NewGroupLink): Promise<number> {
    const row = await this.database.row<{ id: number }>(
      `INSERT INTO group_link (provider_id, external_group, user_group_id, role) VALUES ($1, $2, $3, $4) RETURNING id`,
      [providerId, externalGroup, userGroupId, role],
    );
    if (channelIds.length > 0)
      await this.database.write(
        'INSERT INTO group_link_channel (link_id, channel_id) SELECT $1, unnest($2::bigint[])',
        [row!.id, channelIds],
      );
    return row!.id;
  }

  async remove(id: number): Promise<void> {
    await this.database.write('DELETE FROM group_link WHERE id = $1', [id]);
  }

  /** The name of the provider in use that has a link with the group; `null`: none has. */
  async managerOf(organizationId: OrganizationId, groupId: UserGroupId): Promise<string | null> {
    const row = await this.database.row<{ name: string }>(
      `SELECT p.name FROM group_link l JOIN identity_provider p ON p.id = l.provider_id
        WHERE l.user_group_id = $2 AND p.organization_id = $1 AND p.is_enabled ORDER BY p.id LIMIT 1`,
      [organizationId, groupId],
    );
    return row?.name ?? null;
  }

  /** Who has which links of the provider. */
  holdings(providerId: number, userIds: readonly UserId[]): Promise<LinkMembership[]> {
    return this.database.rows<LinkMembership>(
      `SELECT m.link_id AS "linkId", m.user_id AS "userId" FROM group_link_member m
        JOIN group_link l ON l.id = m.link_id WHERE l.provider_id = $1 AND m.user_id = ANY ($2::bigint[])`,
      [providerId, userIds],
    );
  }

  /** The users who are in the user group through any link. */
  async inUserGroup(groupId: UserGroupId, userIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT DISTINCT m.user_id AS "userId" FROM group_link l JOIN group_link_member m ON m.link_id = l.id
        WHERE l.user_group_id = $1 AND m.user_id = ANY ($2::bigint[])`,
      [groupId, userIds],
    );
    return rows.map(({ userId }) => userId);
  }

  /** The users to whom any link gives the channel. */
  async inChannel(channelId: ChannelId, userIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await this.database.rows<{ userId: UserId }>(
      `SELECT DISTINCT m.user_id AS "userId" FROM group_link_channel c JOIN group_link_member m ON m.link_id = c.link_id
        WHERE c.channel_id = $1 AND m.user_id = ANY ($2::bigint[])`,
      [channelId, userIds],
    );
    return rows.map(({ userId }) => userId);
  }

  /** The strongest role that links of any provider give the user; `null`: none gives one. */
  async roleOf(userId: UserId): Promise<Role | null> {
    const row = await this.database.row<{ role: Role | null }>(
      `SELECT min(l.role)::int AS role FROM group_link_member m JOIN group_link l ON l.id = m.link_id WHERE m.user_id = $1`,
      [userId],
    );
    return row!.role;
  }

  async store(gained: readonly LinkMembership[], lost: readonly LinkMembership[]): Promise<void> {
    const pairs = (all: readonly LinkMembership[]) => [
      all.map(({ linkId }) => linkId),
      all.map(({ userId }) => userId),
    ];
    if (lost.length > 0)
      await this.database.write(
        `DELETE FROM group_link_member m USING unnest($1::bigint[], $2::bigint[]) AS gone (link_id, user_id)
          WHERE m.link_id = gone.link_id AND m.user_id = gone.user_id`,
        pairs(lost),
      );
    if (gained.length > 0)
      await this.database.write(
        `INSERT INTO group_link_member (link_id, user_id)
          SELECT new.link_id, new.user_id FROM unnest($1::bigint[], $2::bigint[]) AS new (link_id, user_id)
          JOIN group_link l ON l.id = new.link_id ON CONFLICT DO NOTHING`,
        pairs(gained),
      );
  }
}
