import type { World } from './world';

/** The most rows that one transaction wrote into each of the tables during the work; none: 0. */
export async function mostWritten<Table extends string>(
  world: World,
  tables: readonly Table[],
  work: () => Promise<unknown>,
): Promise<Record<Table, number>> {
  await world.sql('CREATE TABLE noted_write (xid xid8, name text)');
  await world.sql(
    `CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO noted_write VALUES (pg_current_xact_id(), TG_ARGV[0]); RETURN NULL; END'`,
  );
  for (const table of tables)
    await world.sql(
      `CREATE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_write('${table}')`,
    );
  try {
    await work();
    const found = await world.sql<{ name: Table; most: string }>(
      `SELECT name, max(rows) AS most FROM (SELECT name, count(*) AS rows FROM noted_write GROUP BY xid, name) written GROUP BY name`,
    );
    const most = new Map(found.map((row) => [row.name, Number(row.most)]));
    return Object.fromEntries(tables.map((table) => [table, most.get(table) ?? 0])) as Record<Table, number>;
  } finally {
    // One table at a time: a transaction of the server may hold one of them and wait for another.
    for (const table of tables) await world.sql(`DROP TRIGGER note_write ON ${table}`);
    await world.sql('DROP FUNCTION note_write()');
    await world.sql('DROP TABLE noted_write');
  }
}
