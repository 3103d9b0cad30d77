import { migrate } from '@app/platform';
import type { Command } from 'commander';
import type { Terminal } from './terminal';
import { configOf, openSharedDatabase } from './workplace';

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('bring the database to the schema of this version; a start of the server does so, too')
    .action(() => runMigrations(terminal));
}

async function runMigrations(terminal: Terminal): Promise<void> {
  const config = configOf(terminal);
  const database = await openSharedDatabase(config);
  try {
    const { migrations } = await import('@migrations'); // many modules, which other commands can do without
    const done = await migrate(database.url, migrations, undefined, config.databasePooler);
    terminal.say(done.length === 0 ? 'The database is up to date.' : `Ran ${done.join(', ')}.`);
  } finally {
    await database.close();
  }
}
