import { Providers } from '@app/sign-in';
import type { ListedProvider } from '@app/sign-in';
import type { Command } from 'commander';
import { table, Terminal } from '../terminal';
import { organizationAt, withServices } from '../workplace';
import { Chosen, organizationOption } from './site';

const HEADING = ['id', 'slug', 'kind', 'name', 'state', 'new accounts', 'domains', 'secret'];

/** `sso list` */
export function addListCommand(sso: Command, terminal: Terminal): void {
  sso
    .command('list')
    .description('all identity providers, without their secrets')
    .addOption(organizationOption())
    .action((options: Chosen) => list(terminal, options));
}

function list(terminal: Terminal, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, host);
    const all = await context.get(Providers, { strict: false }).list(id);
    if (all.length === 0) return terminal.say('There is no identity provider: "sso add" adds one.');
    for (const line of table(HEADING, all.map(cellsOf))) terminal.say(line);
  });
}

const cellsOf = ({ id, slug, kind, name, isEnabled, settings, hasSecret }: ListedProvider): string[] => [
  String(id),
  slug,
  kind,
  name,
  isEnabled ? 'on' : 'off',
  settings.jit ? 'yes' : 'no',
  settings.domains.join(',') || '-',
  hasSecret ? 'yes' : 'no',
];
