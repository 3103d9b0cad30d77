import { IndexStatus, SearchIndex } from '@app/messaging';
import type { Command } from 'commander';
import { quantity, size } from './progress-lines';
import type { Terminal } from './terminal';
import { withServices } from './workplace';

const TELL_EVERY_MS = 5_000;

export function addSearchCommands(program: Command, terminal: Terminal): void {
  const search = program.command('search').description('the full-text index of messages');

  search
    .command('status')
    .description('how much is indexed, in which language, and what is still to be')
    .action(() => status(terminal));

  search
    .command('rebuild')
    .description('index all messages again, in the language of PARLEY_SEARCH_LANGUAGE; searches go on meanwhile')
    .action(() => rebuild(terminal));
}

function status(terminal: Terminal): Promise<void> {
  return withServices(terminal, async (context) => {
    const found = await context.get(SearchIndex, { strict: false }).status();
    terminal.say(`Language: ${found.language ?? 'none yet'}`);
    terminal.say(`Indexed: ${quantity(found.messages, 'message')}, ${size(found.bytes)}`);
    terminal.say(`Waiting: ${waiting(found)}`);
    if (found.rebuildBelow !== null)
      terminal.say(`Being indexed again: everything below message ${found.rebuildBelow}`);
  });
}

/** Messages are counted only up to a limit. */
const waiting = ({ waiting: count, isMore }: IndexStatus): string =>
  `${isMore ? 'more than ' : ''}${quantity(count, 'message')}`;

/** A running server takes part in it; when the command is cancelled, the server does the rest. */
function rebuild(terminal: Terminal): Promise<void> {
  return withServices(terminal, async (context) => {
    const index = context.get(SearchIndex, { strict: false });
    await index.restart();
    const begun = performance.now();
    let told = begun;
    while (await index.rebuildSome()) {
      if (performance.now() - told < TELL_EVERY_MS) continue;
      told = performance.now();
      terminal.complain(`${waiting(await index.status())} to go ...`);
    }
    const { messages, bytes, language } = await index.status();
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    terminal.say(`${quantity(messages, 'message')} indexed in ${language} (${size(bytes)}) in ${seconds} s.`);
  });
}
