import { DomainError } from '@app/kernel';
import {
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
} from '@app/platform';
import { Command, CommanderError } from 'commander';
import { addAuditCommands } from './audit.commands';
import { addBackupCommands } from './backup';
import { addDoctorCommand } from './doctor.command';
import { CommandFailed } from './errors';
import { addExplainCommand } from './explain.command';
import { addMailCommands } from './mails.commands';
import { addMigrateCommand } from './migrate.command';
import { addOrganizationCommands } from './organization.commands';
import { addSearchCommands } from './search.commands';
import type { Terminal } from './terminal';
import { addUserCommands } from './users.commands';

/** Errors whose message is all that the operator needs. */
const EXPECTED = [
  CommandFailed,
  DomainError,
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
];

/** Runs one command of the admin command line; the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await programFor(terminal).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    terminal.complain(sentenceOf(error));
    return 1;
  }
}

function programFor(terminal: Terminal): Command {
  const program = new Command('parley')
    .description('Looks after a Parley server, on its database or the one in its data directory.')
    .configureOutput({
      writeOut: (text) => terminal.say(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
    })
    .exitOverride();
  addUserCommands(program, terminal);
  addOrganizationCommands(program, terminal);
  addAuditCommands(program, terminal);
  addBackupCommands(program, terminal);
  addExplainCommand(program, terminal);
  addMailCommands(program, terminal);
  addMigrateCommand(program, terminal);
  addSearchCommands(program, terminal);
  addDoctorCommand(program, terminal);
  return program;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message;
  const { code } = error as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database cannot be reached (${code}): ask "doctor" what is wrong.`;
  return `The command failed: ${error.stack ?? error.message}`;
}
