/** Another live process holds the data directory. `pid` is its process id, absent when it could not be read. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';

  constructor(
    readonly dataDirectory: string,
    readonly pid: number | undefined,
  ) {
    const holder = pid === undefined ? 'another process' : `process ${pid}`;
    super(
      `The data directory ${dataDirectory} is in use by ${holder}. ` +
        'Stop that one first, or choose another directory in the settings (DATA_DIR).',
    );
  }
}

/** The embedded PostgreSQL cannot run on this machine; an external one, named by DATABASE_URL, can. */
export class EmbeddedPostgresUnavailable extends Error {
  override readonly name = 'EmbeddedPostgresUnavailable';

  constructor(reason: string) {
    super(`${reason} Name a PostgreSQL (14 or newer) of your own in the settings (DATABASE_URL) instead.`);
  }
}

/** PostgreSQL was there but did not come up; the message carries its own last words and the log's path. */
export class EmbeddedPostgresFailed extends Error {
  override readonly name = 'EmbeddedPostgresFailed';
}
