import { DomainError } from '@app/kernel';
import { commandLine, runCommandLine } from '@app/platform';
import type { Command } from 'commander';
import type { Terminal } from './terminal';

type Add = (program: Command, terminal: Terminal) => void;

/** The files of the commands, in the order of the help. */
const FILES: readonly { commands: readonly string[]; load: () => Promise<Add> }[] = [
  { commands: ['users'], load: async () => (await import('./users.commands')).addUserCommands },
  {
    commands: ['groups', 'channels'],
    load: async () => (await import('./export.commands')).addGroupAndChannelCommands,
  },
  { commands: ['organization'], load: async () => (await import('./organization.commands')).addOrganizationCommands },
  { commands: ['audit'], load: async () => (await import('./audit.commands')).addAuditCommands },
  { commands: ['backup', 'restore'], load: async () => (await import('./backup')).addBackupCommands },
  { commands: ['explain'], load: async () => (await import('./explain.command')).addExplainCommand },
  { commands: ['mails'], load: async () => (await import('./mails.commands')).addMailCommands },
  { commands: ['migrate'], load: async () => (await import('./migrate.command')).addMigrateCommand },
  { commands: ['scim'], load: async () => (await import('./scim/scim.commands')).addScimCommands },
  { commands: ['search'], load: async () => (await import('./search.commands')).addSearchCommands },
  { commands: ['sso'], load: async () => (await import('./sso/sso.commands')).addSsoCommands },
  { commands: ['doctor'], load: async () => (await import('./doctor.command')).addDoctorCommand },
];

const DESCRIPTION = 'Administers a Parley server: its own database, or the one that DATABASE_URL names.';

/** Runs one command of the admin command line; the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = commandLine('parley', DESCRIPTION, terminal);
  for (const { load } of filesFor(args)) (await load())(program, terminal);
  return runCommandLine(program, args, terminal, sentenceOf);
}

/** A short command takes about as long as loading its files. The help, and what is no command, need those of all. */
function filesFor([command = '']: readonly string[]): typeof FILES {
  const file = FILES.find(({ commands }) => commands.includes(command));
  return file ? [file] : FILES;
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof DomainError) return error.message;
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database cannot be reached (${code}): "doctor" shows what is wrong.`;
  return null;
}
