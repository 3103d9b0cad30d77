import { commandLine, runCommandLine, Terminal } from '@app/platform';
import { addKeyCommands } from './keys.commands';
import { addOrganizationCommands } from './organizations.commands';
import { addVapidCommands } from './vapid.commands';

const DESCRIPTION =
  'Looks after a push relay, on its database or the one in its data directory. Without a command: runs it.';

/** Runs one command of the relay's operator; the exit code. */
export function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = commandLine('relay', DESCRIPTION, terminal);
  addOrganizationCommands(program, terminal);
  addKeyCommands(program, terminal);
  addVapidCommands(program, terminal);
  return runCommandLine(program, args, terminal);
}
