import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts that are deactivated, reactivated and searched for. */
export class People1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const OPEN_END = '9223372036854775807';

/** The columns of an account that its user object contains. */
const SHOWN = [
  'email',
  'delivery_email',
  'email_address_visibility',
  'full_name',
  'role',
  'is_active',
  'bot_type',
  'bot_owner_id',
  'timezone',
  'avatar_version',
  'avatar_source',
  'avatar_key',
  'date_joined',
];

const STATEMENTS = [
  // The channels context's own copy of deactivation: deactivated users stay subscribed, but lists and counts omit them.
  'CREATE TABLE absent_subscriber (user_id bigint PRIMARY KEY)',
  'INSERT INTO absent_subscriber SELECT id FROM user_account WHERE NOT is_active',
  `UPDATE channel c SET subscriber_count = c.subscriber_count - gone.number
     FROM (SELECT p.channel_id, count(*) AS number FROM subscription_period p JOIN absent_subscriber USING (user_id)
           WHERE p.to_position = ${OPEN_END} GROUP BY p.channel_id) gone
     WHERE c.id = gone.channel_id`,
  // The users that limited guests know; written for organizations with such guests only.
  `CREATE TABLE acquaintance (
    guest_id bigint NOT NULL,
    user_id bigint NOT NULL,
    PRIMARY KEY (guest_id, user_id)
  )`,
  'CREATE INDEX acquaintance_user ON acquaintance (user_id)',
  `INSERT INTO acquaintance
     WITH guest AS (
       SELECT u.id FROM user_account u JOIN organization o ON o.id = u.organization_id
       JOIN user_group everyone ON everyone.organization_id = o.id AND everyone.name = 'role:everyone'
       WHERE u.role = 600 AND o.settings -> 'permissions' ->> 'can_access_all_users_group' <> everyone.id::text)
     SELECT guest.id, other.user_id FROM guest
     JOIN subscription_period own ON own.user_id = guest.id AND own.to_position = ${OPEN_END}
     JOIN subscription_period other ON other.channel_id = own.channel_id AND other.to_position = ${OPEN_END}
     WHERE other.user_id <> guest.id
     UNION
     SELECT guest.id, other.user_id FROM guest
     JOIN conversation_participant own ON own.user_id = guest.id
     JOIN conversation_participant other ON other.conversation_id = own.conversation_id
     WHERE other.user_id <> guest.id`,
  'CREATE INDEX user_account_owner ON user_account (bot_owner_id) WHERE bot_owner_id IS NOT NULL',
  // Rises with each change of a user object, so that nodes can cache the list of an organization's users.
  'ALTER TABLE organization ADD COLUMN people_version bigint NOT NULL DEFAULT 1',
  `CREATE FUNCTION note_new_people() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE organization SET people_version = people_version + 1
     WHERE id IN (SELECT organization_id FROM made); RETURN NULL; END $$`,
  `CREATE FUNCTION note_changed_people() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE organization SET people_version = people_version + 1
     WHERE id IN (SELECT made.organization_id FROM made JOIN gone USING (id)
       WHERE (${SHOWN.map((column) => `made.${column}`).join(', ')})
         IS DISTINCT FROM (${SHOWN.map((column) => `gone.${column}`).join(', ')})); RETURN NULL; END $$`,
  `CREATE TRIGGER user_account_made AFTER INSERT ON user_account
     REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_new_people()`,
  `CREATE TRIGGER user_account_changed AFTER UPDATE ON user_account
     REFERENCING NEW TABLE AS made OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_changed_people()`,
];
