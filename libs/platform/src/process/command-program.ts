import { Command, CommanderError } from 'commander';
import { ConfigurationIsInvalid } from '../config/environment';
import { TransactionTookTooLong } from '../database/deadline.errors';
import {
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
} from '../database/embedded/embedded-postgres.errors';
import { withOperation } from '../http/authentication/origin';
import { CommandFailed, Terminal } from './terminal';

/** Errors whose message is all that the operator needs. */
const EXPECTED = [
  TransactionTookTooLong,
  CommandFailed,
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
];

/** A command line that uses the terminal, and leaves the end of the process to its caller. */
export function commandLine(name: string, description: string, terminal: Terminal): Command {
  return new Command(name)
    .description(description)
    .configureOutput({
      writeOut: (text) => terminal.say(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
    })
    .exitOverride();
}

/**
 * Runs one command; the exit code.
 * @param sentenceOf the sentence for an error whose message does not explain it; null: an unexpected error
 */
export async function runCommandLine(
  program: Command,
  args: readonly string[],
  terminal: Terminal,
  sentenceOf: (error: unknown) => string | null = () => null,
): Promise<number> {
  let name: string | null = null;
  program.hook('preAction', (_program, action) => void (name = nameOf(action)));
  try {
    await withOperation(
      () => name,
      () => program.parseAsync([...args], { from: 'user' }),
    );
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    terminal.complain(sentenceOf(error) ?? plainSentenceOf(error));
    return 1;
  }
}

/** The full name with the parent commands, such as "command users deactivate". */
const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : 'command';

function plainSentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message;
  const { code } = error as { code?: string };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database cannot be reached (${code}).`;
  return `The command failed: ${error.stack ?? error.message}`;
}
