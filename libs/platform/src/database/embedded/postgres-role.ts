import type { Client } from 'pg';

/** The role that the server connects as, and its database, which that role owns. */
export const POSTGRES_NAME = 'parley';

/** The cluster's first role, which is always a superuser. Without a password: no connection can be made as it. */
const SUPERUSER = 'parley_superuser';
const FOR_THE_CHANGE = 'parley_change';

/** Whether the role of this connection is a superuser: that of a new cluster, and of one that an older version made. */
export async function isSuperuser(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    'SELECT rolsuper AS is FROM pg_roles WHERE rolname = current_user',
  );
  return rows[0]!.is;
}

/**
 * Takes the rights of a superuser from the role of this connection. The first role of a cluster cannot lose them, so that
 * it gets another name, and another role the name, the password, the database and everything in it. All in one
 * transaction: a start that was killed half way has changed nothing.
 */
export async function demote(client: Client): Promise<void> {
  await client.query('BEGIN');
  // PostgreSQL refuses to rename the role of the session: during the change the session has another one.
  await client.query(`CREATE ROLE ${FOR_THE_CHANGE} SUPERUSER`);
  await client.query(`SET SESSION AUTHORIZATION ${FOR_THE_CHANGE}`);
  await client.query(`ALTER ROLE ${POSTGRES_NAME} RENAME TO ${SUPERUSER}`);
  await client.query(NEW_ROLE);
  await client.query(NEW_OWNER);
  await client.query(`ALTER ROLE ${SUPERUSER} PASSWORD NULL`);
  await client.query('RESET SESSION AUTHORIZATION');
  await client.query(`DROP ROLE ${FOR_THE_CHANGE}`);
  await client.query('COMMIT');
}

/** May make a database where there is none, see since when the transactions of others run, and ask for a checkpoint. */
const NEW_ROLE = `
  DO $$ BEGIN
    EXECUTE format('CREATE ROLE ${POSTGRES_NAME} LOGIN NOSUPERUSER CREATEDB PASSWORD %L',
      (SELECT rolpassword FROM pg_authid WHERE rolname = '${SUPERUSER}'));
    GRANT pg_read_all_stats, pg_checkpoint TO ${POSTGRES_NAME};
  END $$`;

/**
 * REASSIGN OWNED does not work for the first role, because that owns the catalog too. Dependent objects change with
 * their main object: indexes, row types, sequences of columns. Objects of extensions stay.
 */
const NEW_OWNER = `
  DO $$
  DECLARE
    superuser oid := '${SUPERUSER}'::regrole;
    statement text;
  BEGIN
    EXECUTE format('ALTER DATABASE %I OWNER TO ${POSTGRES_NAME}', current_database());
    FOR statement IN
      WITH owned AS (
        SELECT 'pg_namespace'::regclass AS class, oid FROM pg_namespace
        WHERE nspowner = superuser AND nspname NOT LIKE 'pg\\_%'
        UNION ALL
        SELECT 'pg_class'::regclass, c.oid FROM pg_class c
        WHERE relowner = superuser AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relpersistence <> 't'
          AND NOT (relkind = 'S' AND EXISTS (
            SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('a', 'i')))
        UNION ALL
        SELECT 'pg_type'::regclass, t.oid FROM pg_type t LEFT JOIN pg_class c ON c.oid = typrelid
        WHERE typowner = superuser AND (typtype IN ('d', 'e', 'r') OR c.relkind = 'c')
        UNION ALL
        SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE proowner = superuser
        UNION ALL
        SELECT 'pg_statistic_ext'::regclass, oid FROM pg_statistic_ext WHERE stxowner = superuser
        UNION ALL
        SELECT 'pg_collation'::regclass, oid FROM pg_collation WHERE collowner = superuser
        UNION ALL
        SELECT 'pg_ts_dict'::regclass, oid FROM pg_ts_dict WHERE dictowner = superuser
        UNION ALL
        SELECT 'pg_ts_config'::regclass, oid FROM pg_ts_config WHERE cfgowner = superuser)
      SELECT format('ALTER %s %s OWNER TO ${POSTGRES_NAME}', replace(type, ' object', ''), identity)
      FROM owned, pg_identify_object(class, oid, 0)
      WHERE oid >= 16384 -- made after initdb
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = class AND objid = oid AND deptype = 'e')
    LOOP
      EXECUTE statement;
    END LOOP;
  END $$`;
