import { type OrganizationId, type UserId, single } from '@app/kernel';
import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { AvatarSource } from './user';
import { ROLE, Role } from '../roles/role';
import type { SpecialPermission } from '../roles/special-permission';
import type { User } from './user';

export interface UserRow {
  id: UserId;
  organizationId: OrganizationId;
  email: string;
  deliveryEmail: string;
  emailAddressVisibility: number;
  fullName: string;
  role: Role;
  isBot: boolean;
  isSystemBot: boolean;
  botType: number | null;
  passwordHash: string | null;
  specialPermissions: readonly SpecialPermission[];
  avatarSource: AvatarSource;
  /** Personal settings that differ from the defaults. */
  settings: Record<string, unknown>;
}

const COLUMNS = `id, organization_id AS "organizationId", email, delivery_email AS "deliveryEmail",
  email_address_visibility AS "emailAddressVisibility", full_name AS "fullName", role, is_active AS "isActive",
  is_bot AS "isBot", is_system_bot AS "isSystemBot", bot_type AS "botType", bot_owner_id AS "botOwnerId", timezone,
  avatar_version AS "avatarVersion", avatar_source AS "avatarSource", avatar_key AS "avatarKey",
  floor(extract(epoch FROM date_joined) * 1000)::bigint AS "joinedAt"`;
const SELECT = `SELECT ${COLUMNS} FROM user_account`;

const GET = prepared(`${SELECT} WHERE organization_id = $1 AND id = $2`);
const BY_IDS = prepared(`${SELECT} WHERE organization_id = $1 AND id = ANY($2::bigint[])`);
const BY_EMAIL = prepared(`${SELECT} WHERE organization_id = $1 AND (lower(email) = $2 OR lower(delivery_email) = $2)`);
const BY_EMAILS = `${SELECT} WHERE organization_id = $1
  AND (lower(email) = ANY($2::text[]) OR lower(delivery_email) = ANY($2::text[]))`;
const BY_NAMES_OR_IDS = prepared(`${SELECT} WHERE organization_id = $1 AND NOT is_system_bot
  AND (lower(full_name) = ANY(ARRAY(SELECT lower(name) FROM unnest($2::text[]) name)) OR id = ANY($3::bigint[])) ORDER BY id`);
const PEOPLE_VERSION = prepared('SELECT people_version AS version FROM organization WHERE id = $1');
const PEOPLE = prepared(`SELECT ${COLUMNS}, (SELECT people_version FROM organization WHERE id = $1) AS version
  FROM user_account WHERE organization_id = $1 ORDER BY id`);
const LIST = `${SELECT} WHERE organization_id = $1 AND ($2::bigint[] IS NULL OR id = ANY($2)) ORDER BY id`;

/**
 * Accounts. Addresses are ASCII, so lower-casing in the program and in the index agree. Names are lower-cased by
 * PostgreSQL.
 */
@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  find(organizationId: OrganizationId, id: number): Promise<User | null> {
    return this.database.row<User>(GET, [organizationId, id]);
  }

  findByIds(organizationId: OrganizationId, ids: readonly number[]): Promise<User[]> {
    return this.database.rows<User>(BY_IDS, [organizationId, ids]);
  }

  /** Users with that address as API address or real address: none, one, or two. */
  findByEmail(organizationId: OrganizationId, email: string): Promise<User[]> {
    return this.database.rows<User>(BY_EMAIL, [organizationId, email.toLowerCase()]);
  }

  findByEmails(organizationId: OrganizationId, emails: readonly string[]): Promise<User[]> {
    return this.database.rows<User>(BY_EMAILS, [organizationId, emails.map((email) => email.toLowerCase())]);
  }

  findByNamesOrIds(organizationId: OrganizationId, names: readonly string[], ids: readonly number[]): Promise<User[]> {
    return this.database.rows<User>(BY_NAMES_OR_IDS, [organizationId, names, ids]);
  }

  /** Ascending by id, including system bots; `ids` `null`: all users. */
  list(organizationId: OrganizationId, ids: readonly number[] | null): Promise<User[]> {
    return this.database.rows<User>(LIST, [organizationId, ids]);
  }

  /** A number that rises whenever a user object of the organization changes. */
  async peopleVersion(organizationId: OrganizationId): Promise<number> {
    const row = await this.database.row<{ version: number }>(PEOPLE_VERSION, [organizationId]);
    return row!.version;
  }

  /** All users as `list` returns them, with their version, in one statement. */
  async people(organizationId: OrganizationId): Promise<{ version: number; users: User[] }> {
    const rows = await this.database.rows<User & { version: number }>(PEOPLE, [organizationId]);
    const { version } = rows[0]!; // every organization has system bots
    return { version, users: rows.map(({ version: _, ...user }) => user) };
  }

  /** The active user, not a bot, who has been owner for the longest time, by id. */
  firstOwner(organizationId: OrganizationId): Promise<User | null> {
    return this.database.row<User>(
      `${SELECT} WHERE organization_id = $1 AND role = $2 AND is_active AND NOT is_bot ORDER BY id LIMIT 1`,
      [organizationId, ROLE.owner],
    );
  }

  findSystemBot(organizationId: OrganizationId, fullName: string): Promise<User | null> {
    return this.database.row<User>(`${SELECT} WHERE organization_id = $1 AND is_system_bot AND full_name = $2`, [
      organizationId,
      fullName,
    ]);
  }

  /** Which of the users are system bots of that name. */
  async systemBotsAmong(ids: readonly UserId[], fullName: string): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      'SELECT id FROM user_account WHERE id = ANY ($1::bigint[]) AND is_system_bot AND full_name = $2',
      [ids, fullName],
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of active accounts with one of the roles, ascending, without system bots. */
  async activeIds(organizationId: OrganizationId, strongest: number, weakest: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT id FROM user_account
        WHERE organization_id = $1 AND is_active AND NOT is_system_bot AND role BETWEEN $2 AND $3 ORDER BY id`,
      [organizationId, strongest, weakest],
    );
    return rows.map(({ id }) => id);
  }

  /** Which of the accounts have the role. */
  async withRole(ids: readonly UserId[], role: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      'SELECT id FROM user_account WHERE id = ANY ($1::bigint[]) AND role = $2',
      [ids, role],
    );
    return rows.map(({ id }) => id);
  }

  /** As `activeIds`, without bots. */
  async activePeople(organizationId: OrganizationId, strongest: number, weakest: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT id FROM user_account
        WHERE organization_id = $1 AND is_active AND NOT is_bot AND role BETWEEN $2 AND $3 ORDER BY id`,
      [organizationId, strongest, weakest],
    );
    return rows.map(({ id }) => id);
  }

  async countActiveOwners(organizationId: OrganizationId): Promise<number> {
    const row = await this.database.row<{ owners: number }>(
      `SELECT count(*) AS owners FROM user_account
        WHERE organization_id = $1 AND role = $2 AND is_active AND NOT is_bot`,
      [organizationId, ROLE.owner],
    );
    return row!.owners;
  }

  /** The account with that real address, with the fields that a login needs. */
  findForLogin(
    organizationId: OrganizationId,
    email: string,
  ): Promise<(User & { passwordHash: string | null }) | null> {
    return this.database.row(
      `SELECT ${COLUMNS}, password_hash AS "passwordHash" FROM user_account
        WHERE organization_id = $1 AND lower(delivery_email) = $2`,
      [organizationId, email.toLowerCase()],
    );
  }

  async nextId(): Promise<UserId> {
    return single(await this.nextIds(1));
  }

  /** Ascending. */
  async nextIds(count: number): Promise<UserId[]> {
    const rows = await this.database.rows<{ id: UserId }>(
      `SELECT nextval(pg_get_serial_sequence('user_account', 'id')) AS id FROM generate_series(1, $1)`,
      [count],
    );
    return rows.map(({ id }) => id).sort((one, other) => one - other);
  }

  async insert(users: readonly UserRow[]): Promise<void> {
    await this.database.write(
      `INSERT INTO user_account (id, organization_id, email, delivery_email, email_address_visibility, full_name, role,
          is_bot, is_system_bot, bot_type, password_hash, special_permissions, settings, avatar_source)
        OVERRIDING SYSTEM VALUE SELECT u.* FROM jsonb_to_recordset($1::jsonb) AS u (id bigint, "organizationId" bigint,
          email text, "deliveryEmail" text, "emailAddressVisibility" smallint, "fullName" text, role smallint,
          "isBot" boolean, "isSystemBot" boolean, "botType" smallint, "passwordHash" text,
          "specialPermissions" text[], settings jsonb, "avatarSource" text)`,
      [JSON.stringify(users)],
    );
  }

  async updateRole(id: UserId, role: Role): Promise<void> {
    await this.database.write('UPDATE user_account SET role = $2 WHERE id = $1', [id, role]);
  }

  async setActive(id: UserId, isActive: boolean): Promise<void> {
    await this.database.write('UPDATE user_account SET is_active = $2 WHERE id = $1', [id, isActive]);
  }

  async rename(id: UserId, fullName: string): Promise<void> {
    await this.database.write('UPDATE user_account SET full_name = $2 WHERE id = $1', [id, fullName]);
  }

  async updateAddresses({
    id,
    email,
    deliveryEmail,
    emailAddressVisibility,
  }: Pick<User, 'id' | 'email' | 'deliveryEmail' | 'emailAddressVisibility'>): Promise<void> {
    await this.database.write(
      'UPDATE user_account SET email = $2, delivery_email = $3, email_address_visibility = $4 WHERE id = $1',
      [id, email, deliveryEmail, emailAddressVisibility],
    );
  }

  /** The active bots of an owner, ascending by id. */
  activeBotsOf(organizationId: OrganizationId, ownerId: UserId): Promise<User[]> {
    return this.database.rows<User>(
      `${SELECT} WHERE organization_id = $1 AND bot_owner_id = $2 AND is_bot AND is_active ORDER BY id`,
      [organizationId, ownerId],
    );
  }

  /** Whether an account, active or not, has a name that looks like one of these. */
  async areNamesTaken(organizationId: OrganizationId, fullNames: readonly string[]): Promise<boolean> {
    const row = await this.database.row(
      `SELECT 1 FROM user_account WHERE organization_id = $1 AND lower(normalize(full_name, NFKC)) IN
          (SELECT lower(normalize(name, NFKC)) FROM unnest($2::text[]) AS name) LIMIT 1`,
      [organizationId, fullNames],
    );
    return row !== null;
  }

  /** Whether another account, active or not, has a name that looks the same. */
  async isNameTaken(organizationId: OrganizationId, fullName: string, exceptId: UserId | null): Promise<boolean> {
    const row = await this.database.row(
      `SELECT 1 FROM user_account WHERE organization_id = $1 AND id IS DISTINCT FROM $3::bigint
          AND lower(normalize(full_name, NFKC)) = lower(normalize($2, NFKC)) LIMIT 1`,
      [organizationId, fullName, exceptId],
    );
    return row !== null;
  }

  async countActivePeople(organizationId: OrganizationId): Promise<number> {
    const row = await this.database.row<{ people: number }>(
      'SELECT count(*) AS people FROM user_account WHERE organization_id = $1 AND is_active AND NOT is_bot',
      [organizationId],
    );
    return row!.people;
  }

  async specialPermissions(id: UserId): Promise<SpecialPermission[]> {
    const row = await this.database.row<{ special: SpecialPermission[] }>(
      'SELECT special_permissions AS special FROM user_account WHERE id = $1',
      [id],
    );
    return row?.special ?? [];
  }

  listSpecialPermissions(organizationId: OrganizationId): Promise<{ id: UserId; special: SpecialPermission[] }[]> {
    return this.database.rows(
      `SELECT id, special_permissions AS special FROM user_account
        WHERE organization_id = $1 AND special_permissions <> '{}' ORDER BY id`,
      [organizationId],
    );
  }

  async updateSpecialPermissions(id: UserId, special: readonly SpecialPermission[]): Promise<void> {
    await this.database.write('UPDATE user_account SET special_permissions = $2 WHERE id = $1', [id, special]);
  }
}
