import type { Person } from '../person';
import type { World } from '../world';

/** What the actors may rename, archive, dissolve and take apart: it is put together again. */
export class Props {
  /** Channels, after that of everybody. */
  channelIds: number[] = [];
  /** A group, and one within it. */
  groupId: number;
  innerGroupId: number;
  /** One that is in none. */
  looseGroupId: number;
  /** All that there are at the moment, in their order. */
  folderIds: number[] = [];
  moderatorsId: number;

  private constructor(
    private readonly world: World,
    private readonly owner: Person,
  ) {}

  static async make(world: World, member: Person): Promise<Props> {
    const props = new Props(world, world.owner);
    await props.build(member);
    return props;
  }

  /** From now on this is what things are restored to. */
  async remember(): Promise<void> {
    const { organizationId } = this.world;
    for (const [table, filter] of [
      ['channel', 'organization_id = $1'],
      ['organization', 'id = $1'],
      ['user_group', 'organization_id = $1 AND NOT is_system'],
    ]) {
      await this.world.sql(`CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE false`);
      await this.world.sql(`INSERT INTO kept_${table} SELECT * FROM ${table} WHERE ${filter}`, [organizationId]);
    }
    for (const table of ['user_group_member', 'user_group_subgroup']) {
      await this.world.sql(
        `CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE group_id IN (SELECT id FROM kept_user_group)`,
      );
    }
  }

  /** Behind the server's back; what it remembers of permissions it loads anew. */
  async restore(): Promise<void> {
    await this.world.sql(RESTORATION);
    const rows = await this.world.sql<{ id: number }>(
      'SELECT id::int AS id FROM channel_folder WHERE organization_id = $1 ORDER BY position, id',
      [this.world.organizationId],
    );
    this.folderIds = rows.map(({ id }) => id);
  }

  private async build(member: Person): Promise<void> {
    const { owner, world } = this;
    await owner.subscribe(['spare', 'spare too'], { principals: [owner.id, member.id] });
    this.channelIds = [await owner.channelId('spare'), await owner.channelId('spare too')];
    const make = async (name: string, members: Person[], subgroups: number[]) =>
      (
        await owner.ok('POST', 'user_groups/create', {
          name,
          description: 'Of nobody in particular',
          members: members.map(({ id }) => id),
          subgroups,
        })
      ).group_id as number;
    this.innerGroupId = await make('inner', [owner], []);
    this.groupId = await make('outer', [member], [this.innerGroupId]);
    this.looseGroupId = await make('loose', [], []);
    for (const name of ['Drawer', 'Shelf']) await owner.ok('POST', 'channel_folders/create', { name });
    const [{ id }] = await world.sql<{ id: number }>(
      `SELECT id::int AS id FROM user_group WHERE organization_id = $1 AND name = 'role:moderators'`,
      [world.organizationId],
    );
    this.moderatorsId = id;
  }
}

const RESTORATION = `DO $$ BEGIN
  UPDATE channel c SET name = 'moved ' || c.id
    FROM kept_channel k WHERE lower(c.name) = lower(k.name) AND c.organization_id = k.organization_id AND c.id <> k.id;
  UPDATE channel c SET name = k.name, description = k.description, rendered_description = k.rendered_description,
      is_private = k.is_private, is_web_public = k.is_web_public, is_archived = k.is_archived,
      history_public_to_subscribers = k.history_public_to_subscribers, is_default = k.is_default,
      message_retention_days = k.message_retention_days, topics_policy = k.topics_policy,
      permissions = k.permissions, folder_id = k.folder_id
    FROM kept_channel k WHERE c.id = k.id;
  UPDATE user_group g SET name = 'moved ' || g.id
    FROM kept_user_group k WHERE g.name = k.name AND g.organization_id = k.organization_id AND g.id <> k.id;
  UPDATE user_group g SET name = k.name, description = k.description, deactivated = k.deactivated,
      permissions = k.permissions
    FROM kept_user_group k WHERE g.id = k.id;
  DELETE FROM user_group_member WHERE group_id IN (SELECT id FROM kept_user_group);
  INSERT INTO user_group_member SELECT * FROM kept_user_group_member;
  DELETE FROM user_group_subgroup WHERE group_id IN (SELECT id FROM kept_user_group)
    OR subgroup_id IN (SELECT id FROM kept_user_group);
  INSERT INTO user_group_subgroup SELECT * FROM kept_user_group_subgroup;
  UPDATE organization o SET name = k.name, description = k.description, settings = k.settings,
      permission_version = o.permission_version + 1
    FROM kept_organization k WHERE o.id = k.id;
END $$`;
