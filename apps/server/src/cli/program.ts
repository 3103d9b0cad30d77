import { DomainError } from '@app/kernel';
import { commandLine, runCommandLine } from '@app/platform';
import { addAuditCommands } from './audit.commands';
import { addBackupCommands } from './backup';
import { addDoctorCommand } from './doctor.command';
import { addExplainCommand } from './explain.command';
import { addGroupAndChannelCommands } from './export.commands';
import { addMailCommands } from './mails.commands';
import { addMigrateCommand } from './migrate.command';
import { addOrganizationCommands } from './organization.commands';
import { addScimCommands } from './scim/scim.commands';
import { addSearchCommands } from './search.commands';
import { addSsoCommands } from './sso/sso.commands';
import type { Terminal } from './terminal';
import { addUserCommands } from './users.commands';

const DESCRIPTION = 'Administers a Parley server: its own database, or the one that DATABASE_URL names.';

/** Runs one command of the admin command line; the exit code. */
export function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = commandLine('parley', DESCRIPTION, terminal);
  addUserCommands(program, terminal);
  addGroupAndChannelCommands(program, terminal);
  addOrganizationCommands(program, terminal);
  addAuditCommands(program, terminal);
  addBackupCommands(program, terminal);
  addExplainCommand(program, terminal);
  addMailCommands(program, terminal);
  addMigrateCommand(program, terminal);
  addScimCommands(program, terminal);
  addSearchCommands(program, terminal);
  addSsoCommands(program, terminal);
  addDoctorCommand(program, terminal);
  return runCommandLine(program, args, terminal, sentenceOf);
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof DomainError) return error.message;
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database cannot be reached (${code}): "doctor" shows what is wrong.`;
  return null;
}
