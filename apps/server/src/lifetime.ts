import type { OpenDatabase, RunningServer } from './boot';

/** Within ten seconds of a signal the process is gone, whatever hangs. */
const PATIENCE_MS = 9_000;

/** A signal ends the server first and its database after it; a database that goes by itself ends the server. */
export function endOnSignal(server: RunningServer, database: OpenDatabase): void {
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await server.stop();
    await database.close();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));
  void database.gone.then(() => end(1));
}
