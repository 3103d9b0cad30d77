import type { OpenDatabase } from './open-database';

const GONE = 'PostgreSQL has ended by itself, and so does this: see postgres.log. Start it again.';

/** The process ends within ten seconds of a signal, even if something hangs, unless draining takes longer. */
const PATIENCE_MS = 9_000;

const OUTDATED = 'The database was set back, and so this ends, to start again with what is in it now.';

/**
 * A signal ends the server first, and then its database. If the database ends without a signal, the server ends.
 * @param announcedSeconds additional time for `stop`, while balancers notice
 * @param renewal ends the server too, as an error that a supervisor repairs by a restart
 */
export function endOnSignal(
  stop: () => Promise<void>,
  database: Pick<OpenDatabase, 'gone' | 'close'>,
  announcedSeconds = 0,
  renewal: Promise<void> = new Promise(() => undefined),
): void {
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), PATIENCE_MS + announcedSeconds * 1_000).unref();
    await stop();
    await database.close();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));
  void renewal.then(() => {
    if (!isEnding) process.stderr.write(`${OUTDATED}\n`);
    return end(1);
  });
  void database.gone.then(() => {
    if (!isEnding) process.stderr.write(`${GONE}\n`);
    return end(1);
  });
}
