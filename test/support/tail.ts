import type { World } from './world';

/** Resolves when the server has read the event log twice, whatever it contained. */
export async function tailHasLooked(world: World): Promise<void> {
  const lastLook = async () => {
    const [{ at }] = await world.sql<{ at: string }>(
      `SELECT extract(epoch FROM query_start)::text AS at FROM pg_stat_activity
       WHERE application_name = 'parley-tail' AND datname = current_database()`,
    );
    return at;
  };
  for (let looks = 0; looks < 2; looks++) {
    const before = await lastLook();
    while ((await lastLook()) === before) await new Promise(setImmediate);
  }
}
