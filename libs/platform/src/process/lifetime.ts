import type { OpenDatabase } from './open-database';

const GONE = 'PostgreSQL has ended by itself, and so does this: see postgres.log. Start it again.';

/** Within ten seconds of a signal the process is gone, whatever hangs, unless it is to be announced for a while. */
const PATIENCE_MS = 9_000;

const OUTDATED = 'The database was set back, and so this ends, to start again with what is in it now.';

/**
 * A signal ends the server first and its database after it; a database that goes by itself ends the server.
 * @param announcedSeconds what `stop` takes longer, because it waits for others to hear of it
 * @param renewal ends the server, too, as a fault that a supervisor repairs by a restart
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
