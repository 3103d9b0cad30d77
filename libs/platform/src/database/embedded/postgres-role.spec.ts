import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import {
  accounts,
  ask,
  directoryFor,
  NONE,
  own,
  RIGHTS,
  run,
  useSandbox,
} from '../../../../../test/support/embedded-owners';

useSandbox();

/** The owners of what is in the database, apart from the system's own. */
const OWNERS = `
  SELECT DISTINCT owner::regrole::text FROM (
    SELECT relowner, relnamespace FROM pg_class WHERE relpersistence <> 't'
    UNION SELECT proowner, pronamespace FROM pg_proc
    UNION SELECT typowner, typnamespace FROM pg_type
    UNION SELECT stxowner, stxnamespace FROM pg_statistic_ext
    UNION SELECT datdba, 'public'::regnamespace FROM pg_database WHERE datname = current_database()
    UNION SELECT nspowner, oid FROM pg_namespace WHERE nspname = 'side'
  ) AS owned (owner, namespace) WHERE namespace IN ('public'::regnamespace, to_regnamespace('side')) ORDER BY 1`;

/** Something of each kind that may have an owner. */
const CONTENTS = `
  CREATE SCHEMA side;
  CREATE TYPE mood AS ENUM ('fine', 'tired');
  CREATE TYPE pair AS (a integer, b integer);
  CREATE DOMAIN side.short AS text CHECK (length(VALUE) < 10);
  CREATE SEQUENCE turn;
  CREATE TABLE note (id serial PRIMARY KEY, also integer GENERATED ALWAYS AS IDENTITY, mood mood, words side.short);
  CREATE INDEX ON note (words);
  CREATE STATISTICS note_statistics ON mood, words FROM note;
  CREATE TABLE side.log (day date NOT NULL, note integer) PARTITION BY RANGE (day);
  CREATE TABLE side."log of 1" PARTITION OF side.log FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE VIEW words AS SELECT words FROM note;
  CREATE MATERIALIZED VIEW old_words AS SELECT words FROM note;
  CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.mood := ''fine''; RETURN NEW; END';
  CREATE TRIGGER stamped BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION stamp();
  CREATE PROCEDURE side.rest(pair) LANGUAGE sql AS 'SELECT 1';
  INSERT INTO note (words) VALUES ('kept');
  INSERT INTO side.log VALUES ('2026-05-05', 1)`;

describe("the role of the server's connections", () => {
  it('is no superuser, owns its database, and no client can connect as the superuser', async () => {
    const url = new URL(await own(directoryFor({})).url());
    expect(await ask(url.href, RIGHTS)).toEqual(NONE);
    expect(await ask(url.href, OWNERS)).toEqual([['parley']]);
    expect(await ask(url.href, 'SELECT rolname FROM pg_roles WHERE rolsuper')).toEqual([['parley_superuser']]);
    await expect(ask(url.href, 'SET session_replication_role = replica')).rejects.toThrow('permission denied');
    await expect(ask(url.href, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow('permission denied');
    url.username = 'parley_superuser';
    await expect(ask(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('can read the transactions of other roles, and the id of the cluster', async () => {
    const url = await own(directoryFor({})).url();
    expect(await ask(url, "SELECT pg_has_role('pg_read_all_stats', 'usage')")).toEqual([[true]]);
    expect(await ask(url, 'SELECT system_identifier > 0 FROM pg_control_system()')).toEqual([[true]]);
  });

  it.each(accounts)(
    'loses the permissions in a cluster of an older version, with all data kept, %s',
    async (_, identity) => {
      const data = directoryFor(identity);
      const older = run('older.js', [data], identity);
      const before = await older.url();
      expect(await ask(before, RIGHTS)).toEqual([[true, true, true, true]]);
      await ask(before, CONTENTS);
      await older.stop();

      const first = own(data, identity, 'durable');
      const url = await first.url();
      expect(new URL(url).password).toBe(new URL(before).password);
      expect(await ask(url, RIGHTS)).toEqual(NONE);
      expect(await ask(url, OWNERS)).toEqual([['parley']]);
      expect(await ask(url, 'SELECT id, also, mood, words FROM words JOIN note USING (words)')).toEqual([
        [1, 1, 'fine', 'kept'],
      ]);
      await ask(url, "INSERT INTO note (words) VALUES ('more'); ALTER TABLE side.log ADD COLUMN extra text");
      await ask(url, "ALTER TYPE mood ADD VALUE 'glad'; REFRESH MATERIALIZED VIEW old_words; DROP SCHEMA side CASCADE");
      await first.stop();

      const second = own(data, identity, 'durable');
      expect(await ask(await second.url(), 'SELECT count(*)::int FROM note')).toEqual([[2]]);
      await second.stop();
      const olderAgain = run('older.js', [data], identity);
      expect(await ask(await olderAgain.url(), 'SELECT count(*)::int FROM note')).toEqual([[2]]);
    },
  );

  it('stays a superuser when its owner was killed during the change, until the next start', async () => {
    const data = directoryFor({});
    const older = run('older.js', [data]);
    const url = await older.url();
    await ask(url, CONTENTS);
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; LOCK TABLE note IN ACCESS SHARE MODE');
    const demoter = run('demoter.js', [url]);
    const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while ((await reader.query(waits)).rowCount === 0) {
      await reader.query('SELECT pg_stat_clear_snapshot()');
      await delay(20);
    }
    await demoter.kill();
    await reader.end();
    expect(await ask(url, RIGHTS)).toEqual([[true, true, true, true]]);
    expect(await ask(url, "SELECT rolname FROM pg_roles WHERE rolname !~ '^pg_'")).toEqual([['parley']]);
    await older.stop();

    const next = await own(data, {}, 'durable').url();
    expect(await ask(next, RIGHTS)).toEqual(NONE);
    expect(await ask(next, OWNERS)).toEqual([['parley']]);
    expect(await ask(next, 'SELECT words FROM note')).toEqual([['kept']]);
  });
});
