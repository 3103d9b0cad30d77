import { CommandFailed, table, Terminal } from '@app/platform';
import type { Command } from 'commander';
import { RelayKeys } from '../keys/relay-keys.service';
import { withServices } from './workplace';

export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('the keys that apps encrypt their registrations to');
  keys
    .command('list')
    .description('all of them; registrations to those in use are taken')
    .action(() => list(terminal));
  keys
    .command('add')
    .description('one more, for new versions of the apps; prints its public half')
    .action(() => add(terminal));
  keys
    .command('retire <public-key>')
    .description('destroy its private half: registrations that are encrypted to it are refused from now on')
    .action((publicKey: string) => retire(terminal, publicKey));
}

function list(terminal: Terminal): Promise<void> {
  return withServices(terminal, async (context) => {
    const rows = (await context.get(RelayKeys, { strict: false }).list()).map(({ publicKey, createdAt, retiredAt }) => [
      publicKey,
      createdAt.toISOString().slice(0, 10),
      retiredAt ? `retired ${retiredAt.toISOString().slice(0, 10)}` : 'in use',
    ]);
    for (const line of table(['public key', 'since', 'state'], rows)) terminal.say(line);
  });
}

function add(terminal: Terminal): Promise<void> {
  return withServices(terminal, async (context) => {
    terminal.say(await context.get(RelayKeys, { strict: false }).add());
  });
}

function retire(terminal: Terminal, publicKey: string): Promise<void> {
  return withServices(terminal, async (context) => {
    const keys = context.get(RelayKeys, { strict: false });
    if (!(await keys.retire(publicKey))) throw new CommandFailed('There is no such key in use; "keys list" shows all.');
    terminal.say('Its private half is destroyed.');
    if ((await keys.list()).every(({ retiredAt }) => retiredAt))
      terminal.say('No key is left, and no device can register: "keys add" makes one for the next version of the app.');
  });
}
