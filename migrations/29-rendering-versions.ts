import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versions of what rendering takes from an organization, one for each kind, and for each emoji the version of its last
 * change. The database raises them, so that nodes of the previous version need not know them.
 */
export class RenderingVersions1766500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Nothing is taken away again.');
  }
}

const noteLinkifiers = (name: string, event: string, rows: string): string =>
  `CREATE TRIGGER ${name} AFTER ${event} ON linkifier
     REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_linkifiers()`;

/** The trigger's own update of the emoji is no change. */
const noteEmoji = (name: string, event: string): string =>
  `CREATE TRIGGER ${name} AFTER ${event} ON custom_emoji REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION note_emoji()`;

const STATEMENTS: string[] = [
  `ALTER TABLE organization
    ADD COLUMN linkifier_version bigint NOT NULL DEFAULT 1, ADD COLUMN emoji_version bigint NOT NULL DEFAULT 1`,
  'ALTER TABLE custom_emoji ADD COLUMN version bigint NOT NULL DEFAULT 1',
  `CREATE FUNCTION note_linkifiers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE organization SET linkifier_version = linkifier_version + 1
     WHERE id IN (SELECT organization_id FROM changed);
     RETURN NULL; END $$`,
  noteLinkifiers('linkifier_made', 'INSERT', 'NEW'),
  noteLinkifiers('linkifier_changed', 'UPDATE', 'NEW'),
  noteLinkifiers('linkifier_gone', 'DELETE', 'OLD'),
  `CREATE FUNCTION note_emoji() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     WITH raised AS (
       UPDATE organization SET emoji_version = emoji_version + 1
       WHERE id IN (SELECT organization_id FROM changed) RETURNING id, emoji_version AS version)
     UPDATE custom_emoji e SET version = raised.version FROM raised, changed
     WHERE e.id = changed.id AND raised.id = e.organization_id;
     RETURN NULL; END $$`,
  noteEmoji('custom_emoji_made', 'INSERT'),
  noteEmoji('custom_emoji_changed', 'UPDATE'),
];
