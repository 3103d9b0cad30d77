import {
  CommandFailed,
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
  Terminal,
} from '@app/platform';
import { Command, CommanderError } from 'commander';
import { addKeyCommands } from './keys.commands';
import { addOrganizationCommands } from './organizations.commands';
import { addVapidCommands } from './vapid.commands';

/** Errors whose message is all that the operator needs. */
const EXPECTED = [
  CommandFailed,
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
];

/** Runs one command of the relay's operator; the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await programFor(terminal).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    const { message, stack } = error as Error;
    terminal.complain(isExpected ? message : `The command failed: ${stack ?? message}`);
    return 1;
  }
}

function programFor(terminal: Terminal): Command {
  const program = new Command('relay')
    .description(
      'Looks after a push relay, on its database or the one in its data directory. Without a command: runs it.',
    )
    .configureOutput({
      writeOut: (text) => terminal.say(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
    })
    .exitOverride();
  addOrganizationCommands(program, terminal);
  addKeyCommands(program, terminal);
  addVapidCommands(program, terminal);
  return program;
}
