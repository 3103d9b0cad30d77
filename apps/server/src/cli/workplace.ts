import { OPERATOR_CLIENTS, Organization, Organizations } from '@app/identity';
import { Config, OpenDatabase, openShared, withOrigin } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database';
import { CommandFailed } from './errors';
import type { Terminal } from './terminal';

/** The configuration of the server, with a log that does not mix with the command's output. */
export function configOf({ environment }: Terminal): Config {
  return Config.fromEnvironment({ ...environment, PARLEY_LOG_LEVEL: environment.PARLEY_LOG_LEVEL ?? 'error' });
}

/** Whether there is anything to connect to without making it. */
export const isDatabaseThere = ({ databaseUrl, dataDirectory }: Config): boolean =>
  databaseUrl !== null || existsSync(join(dataDirectory, 'postgres'));

/** The server's database: of the server that runs in the data directory, if one does, else opened for the command. */
export const openSharedDatabase = (config: Config): Promise<OpenDatabase> =>
  openShared(config.dataDirectory, () => openDatabase(config));

/** Does some work with the services of the server, which need not be running. */
export async function withServices<T>(
  terminal: Terminal,
  work: (context: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const config = configOf(terminal);
  if (!isDatabaseThere(config))
    throw new CommandFailed(`There is no database in ${config.dataDirectory} yet: "npm start" makes it.`);
  const database = await openSharedDatabase(config);
  try {
    const { openContext } = await import('../boot');
    const context = await openContext(config, database.url);
    try {
      return await withOrigin({ client: OPERATOR_CLIENTS.commandLine }, () => work(context));
    } finally {
      await context.close();
    }
  } finally {
    await database.close();
  }
}

/** The organization that a command is about: the one of that host, or the only one. */
export async function organizationAt(
  context: INestApplicationContext,
  host: string | undefined,
): Promise<Organization> {
  const all = await context.get(Organizations, { strict: false }).list();
  if (all.length === 0)
    throw new CommandFailed('There is no organization yet: the first start of the server makes one.');
  const found = host === undefined ? all : all.filter((one) => one.host === host.toLowerCase());
  const [first, second] = found;
  if (first && !second) return first;
  const hosts = all.map((one) => one.host).join(', ');
  if (!first) throw new CommandFailed(`There is no organization at ${host}; there are: ${hosts}.`);
  throw new CommandFailed(`There are several organizations: choose one by --organization <host>, of ${hosts}.`);
}
