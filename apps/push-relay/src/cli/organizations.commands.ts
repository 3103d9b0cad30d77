import { CommandFailed, table, Terminal } from '@app/platform';
import type { Command } from 'commander';
import { uuidOf } from '../organizations/organization';
import { Credentials, Organizations } from '../organizations/organizations.service';
import { withServices } from './workplace';

const LONGEST_NAME = 100;

export function addOrganizationCommands(program: Command, terminal: Terminal): void {
  const organizations = program.command('organizations').description('who may send notifications through this relay');
  organizations
    .command('add <name>')
    .description('admit a server; prints its id and key, the key this once')
    .action((name: string) => add(terminal, name));
  organizations
    .command('list')
    .description('all of them, with the number of their realms and devices')
    .action(() => list(terminal));
  organizations
    .command('rotate-key <id>')
    .description('a new key; the old one is of no more use at once')
    .action((id: string) => rotateKey(terminal, id));
  organizations
    .command('disable <id>')
    .description('take nothing from it any more; its devices are kept')
    .action((id: string) => setDisabled(terminal, id, true));
  organizations
    .command('enable <id>')
    .description('take notifications from it again')
    .action((id: string) => setDisabled(terminal, id, false));
  organizations
    .command('remove <id>')
    .description('forget it and its devices for good')
    .action((id: string) => remove(terminal, id));
}

function add(terminal: Terminal, given: string): Promise<void> {
  const name = given.trim();
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    throw new CommandFailed(`A name has 1 to ${LONGEST_NAME} characters.`);
  return withServices(terminal, async (context) => {
    const credentials = await context.get(Organizations, { strict: false }).add(name);
    if (!credentials) throw new CommandFailed(`There is an organization named ${name} already.`);
    sayCredentials(terminal, credentials);
  });
}

function list(terminal: Terminal): Promise<void> {
  return withServices(terminal, async (context) => {
    const rows = (await context.get(Organizations, { strict: false }).list()).map((one) => [
      one.id,
      one.isDisabled ? 'disabled' : 'active',
      String(one.realms),
      String(one.devices),
      one.createdAt.toISOString().slice(0, 10),
      one.name,
    ]);
    for (const line of table(['id', 'state', 'realms', 'devices', 'since', 'name'], rows)) terminal.say(line);
  });
}

function rotateKey(terminal: Terminal, given: string): Promise<void> {
  const id = checkedId(given);
  return withServices(terminal, async (context) => {
    const credentials = await context.get(Organizations, { strict: false }).rotateKey(id);
    if (!credentials) throw unknown(id);
    sayCredentials(terminal, credentials);
  });
}

function setDisabled(terminal: Terminal, given: string, isDisabled: boolean): Promise<void> {
  const id = checkedId(given);
  return withServices(terminal, async (context) => {
    if (!(await context.get(Organizations, { strict: false }).setDisabled(id, isDisabled))) throw unknown(id);
    terminal.say(`The organization ${id} is ${isDisabled ? 'disabled' : 'enabled'}.`);
  });
}

function remove(terminal: Terminal, given: string): Promise<void> {
  const id = checkedId(given);
  return withServices(terminal, async (context) => {
    if (!(await context.get(Organizations, { strict: false }).remove(id))) throw unknown(id);
    terminal.say(`The organization ${id} and its devices are forgotten.`);
  });
}

/** In the form of the server's environment variables. */
function sayCredentials(terminal: Terminal, { id, key }: Credentials): void {
  terminal.say(`PARLEY_PUSH_RELAY_ORG_ID=${id}`);
  terminal.say(`PARLEY_PUSH_RELAY_ORG_KEY=${key}`);
  terminal.complain('The key is shown this once: give both to the server, with PARLEY_PUSH_RELAY_URL.');
}

const unknown = (id: string): CommandFailed =>
  new CommandFailed(`There is no organization ${id}; "organizations list" shows all.`);

function checkedId(given: string): string {
  const id = uuidOf(given);
  if (id === null) throw unknown(given);
  return id;
}
