import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log: a chain of entries for each organization, and its end (docs/adr/0007-audit-log.md). */
export class AuditLog1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('An audit log is not taken away again.');
  }
}

const STATEMENTS = [
  // Locked as the last step of a transaction, so that entries follow each other; rewritten with every change.
  `CREATE TABLE audit_head (
    organization_id bigint PRIMARY KEY REFERENCES organization,
    sequence bigint NOT NULL DEFAULT 0,
    hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
  ) WITH (fillfactor = 50)`,
  // No foreign key to the actor or the object: an entry outlives both.
  `CREATE TABLE audit_log (
    organization_id bigint NOT NULL REFERENCES audit_head,
    sequence bigint NOT NULL,
    at timestamptz NOT NULL,
    actor_id bigint,
    client text,
    address text,
    action text NOT NULL,
    object_type text NOT NULL,
    object_id bigint,
    before jsonb,
    after jsonb,
    hash bytea NOT NULL,
    PRIMARY KEY (organization_id, sequence)
  )`,
  'CREATE INDEX audit_log_actor ON audit_log (organization_id, actor_id, sequence)',
  'CREATE INDEX audit_log_object ON audit_log (organization_id, object_type, object_id, sequence)',
  // Emptying an empty table removes nothing: a restore into a new database does so.
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE has_rows boolean;
    BEGIN
      EXECUTE format('SELECT EXISTS (SELECT FROM %s)', TG_RELID::regclass) INTO has_rows;
      IF TG_OP = 'TRUNCATE' AND NOT has_rows THEN RETURN NULL; END IF;
      RAISE EXCEPTION 'The audit log is only added to: % of % is refused.', TG_OP, TG_TABLE_NAME;
    END $$`,
  `CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON audit_head
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
];
