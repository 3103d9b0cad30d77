import type { Person } from '../person';
import type { World } from '../world';
import { restoreFactors } from './factor-props';
import { restoreProvider } from './provider-props';
import { OwnThings, restoreOwnThings } from './own-props';
import { restoreOrganizationThings } from './organization-props';
import { restorePersonalThings } from './personal-props';
import { restoreThingsForLater } from './scheduled-props';

/** The objects that actors may rename, archive and deactivate: they are restored. */
export class Props {
  /** Channels, after the one with all users. */
  channelIds: number[] = [];
  /** A group, and one within it. */
  groupId: number;
  innerGroupId: number;
  /** A channel without a folder. */
  looseGroupId: number;
  /** All existing ones, in their order. */
  folderIds: number[] = [];
  /** All existing ones, in their order. */
  linkifierIds: number[] = [];
  /** The personal objects of each user, by id. */
  ownThings = new Map<number, OwnThings>();
  /** The one custom profile field. */
  profileFieldId: number;
  moderatorsId: number;
  /** A bot, a session and a key of the owner. */
  botId: number;
  sessionId: number;
  keyId: number;
  /** A user to change and to deactivate, who sends no requests. */
  victimId: number;
  /** Second factors of the owner: one that is set up, and one that is being set up. */
  factorId: number;
  pendingFactorId: number;
  /** An identity provider. */
  providerId: number;
  groupLinkId: number;
  scimTokenId: number;
  /** An invitation by mail, and one by link. */
  inviteId: number;
  linkId: number;
  /** Of the owner. */
  scheduledMessageId: number;
  reminderId: number;
  /** A failed one, as all are. */
  exportId: number;
  /** One that is done. */
  importId: number;

  private constructor(
    private readonly world: World,
    readonly owner: Person,
    readonly member: Person,
    readonly guest: Person,
  ) {}

  static async make(world: World, member: Person, guest: Person): Promise<Props> {
    const props = new Props(world, world.owner, member, guest);
    await props.build(member);
    return props;
  }

  /** The state that is restored from now on. */
  async remember(): Promise<void> {
    const { organizationId } = this.world;
    for (const [table, filter] of [
      ['channel', 'organization_id = $1'],
      ['organization', 'id = $1'],
      ['user_group', 'organization_id = $1 AND NOT is_system'],
      ['user_account', 'organization_id = $1'],
      ['browser_session', 'organization_id = $1'],
      ['api_key', 'organization_id = $1 AND revoked_at IS NULL'],
      ['invitation', 'organization_id = $1'],
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

  /** By SQL; the server reads its cached permissions again. */
  async restore(): Promise<void> {
    await this.world.sql(RESTORATION);
    // Only so many a week are allowed.
    await this.world.sql("UPDATE organization_export SET requested_at = now() - interval '8 days' WHERE id <> $1", [
      this.exportId,
    ]);
    await this.world.sql(
      `UPDATE organization_export SET ready_at = now(), failed_at = NULL, deleted_at = NULL, due_at = 'infinity'
       WHERE id = $1`,
      [this.exportId],
    );
    const rows = await this.world.sql<{ id: number }>(
      'SELECT id::int AS id FROM channel_folder WHERE organization_id = $1 ORDER BY position, id',
      [this.world.organizationId],
    );
    this.folderIds = rows.map(({ id }) => id);
    this.linkifierIds = await restoreOrganizationThings(this.world);
    this.profileFieldId = await restorePersonalThings(this.world, this);
    const people = [this.owner.id, this.member.id, this.guest.id];
    this.ownThings = await restoreOwnThings(this.world, people);
    [this.factorId, this.pendingFactorId] = await restoreFactors(this.world, this.owner.id);
    [this.providerId, this.groupLinkId, this.scimTokenId] = await restoreProvider(this.world);
    const later = await restoreThingsForLater(this.world, this.owner, this.channelIds[0]);
    [this.scheduledMessageId, this.reminderId] = [later.messageId, later.reminderId];
  }

  private async build(member: Person): Promise<void> {
    const { owner, world } = this;
    await owner.subscribe(['spare', 'spare too'], { principals: [owner.id, member.id] });
    this.channelIds = [await owner.channelId('spare'), await owner.channelId('spare too')];
    await owner.subscribe('bench', { invite_only: true });
    await owner.ok('PATCH', 'realm', { moderation_request_channel_id: await owner.channelId('bench') });
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
    const { user_id } = await owner.ok('POST', 'bots', { full_name: 'Odd Job', short_name: 'odd.job' });
    this.botId = user_id as number;
    [{ id: this.sessionId }] = (await owner.ok('GET', 'sessions')).sessions as { id: number }[];
    [{ id: this.keyId }] = (await owner.ok('GET', 'users/me/api_keys')).api_keys as { id: number }[];
    this.victimId = (await world.member('Vic Victim')).id;
    this.exportId = (await owner.ok('POST', 'export/realm', { export_type: 1 })).id as number;
    [{ id: this.importId }] = await world.sql<{ id: number }>(
      `INSERT INTO user_import (organization_id, actor_id, rows, total, done, due_at)
       VALUES ($1, $2, '[]', 0, 0, 'infinity') RETURNING id::int AS id`,
      [world.organizationId, owner.id],
    );
    const terms = { stream_ids: [], invite_expires_in_minutes: null };
    await owner.ok('POST', 'invites', { ...terms, invitee_emails: 'kept@example.net' });
    [{ id: this.inviteId }] = (await owner.ok('GET', 'invites')).invites as { id: number }[];
    await owner.ok('POST', 'invites/multiuse', terms);
    [{ id: this.linkId }] = (await owner.ok('GET', 'invites')).invites as { id: number }[];
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
  UPDATE user_account u SET full_name = 'moved ' || u.id, email = u.id || '@moved.example',
      delivery_email = u.id || '@moved.example'
    FROM kept_user_account k WHERE u.organization_id = k.organization_id AND u.id <> k.id
      AND (lower(u.delivery_email) = lower(k.delivery_email) OR lower(u.email) = lower(k.email))
      AND u.id NOT IN (SELECT id FROM kept_user_account);
  UPDATE user_account u SET full_name = k.full_name, role = k.role, is_active = k.is_active, email = k.email,
      delivery_email = k.delivery_email, email_address_visibility = k.email_address_visibility,
      password_hash = k.password_hash, special_permissions = k.special_permissions
    FROM kept_user_account k WHERE u.id = k.id;
  UPDATE user_account u SET bot_owner_id = k.bot_owner_id FROM kept_user_account k WHERE u.id = k.id;
  INSERT INTO browser_session OVERRIDING SYSTEM VALUE SELECT * FROM kept_browser_session ON CONFLICT DO NOTHING;
  UPDATE api_key a SET revoked_at = NULL FROM kept_api_key k WHERE a.id = k.id;
  INSERT INTO invitation OVERRIDING SYSTEM VALUE SELECT * FROM kept_invitation ON CONFLICT DO NOTHING;
  DELETE FROM invitation_tally;
  UPDATE inactive_period SET to_position = nextval('message_id_seq')
    FROM kept_user_account k WHERE user_id = k.id AND k.is_active AND to_position = 9223372036854775807;
  DELETE FROM absent_subscriber a USING kept_user_account k WHERE a.user_id = k.id AND k.is_active;
  DELETE FROM acquaintance;
  UPDATE channel c SET subscriber_count = (SELECT count(*) FROM subscription_period p
    WHERE p.channel_id = c.id AND p.to_position = 9223372036854775807
      AND p.user_id NOT IN (SELECT user_id FROM absent_subscriber));
  UPDATE organization o SET name = k.name, description = k.description, settings = k.settings,
      deactivated_at = NULL,
      permission_version = o.permission_version + 1
    FROM kept_organization k WHERE o.id = k.id;
  UPDATE user_group g SET permission_version = o.permission_version
    FROM kept_user_group k, organization o WHERE g.id = k.id AND o.id = g.organization_id;
END $$`;
