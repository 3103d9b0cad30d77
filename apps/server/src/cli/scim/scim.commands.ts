import { ScimTokens } from '@app/sign-in';
import { Argument, Command } from 'commander';
import { CommandFailed } from '../errors';
import { Chosen, organizationOption, slugArgument } from '../sso/site';
import { table, Terminal } from '../terminal';
import { organizationAt, withServices } from '../workplace';

/** Tokens with which identity providers write users and groups by SCIM. */
export function addScimCommands(program: Command, terminal: Terminal): void {
  const scim = program.command('scim').description('users and groups that identity providers write by SCIM');
  const token = scim.command('token').description('the tokens of the providers');

  token
    .command('create')
    .description('make a token and show it, this once; two are valid at once, and a third one ends the oldest')
    .addArgument(slugArgument())
    .addOption(organizationOption())
    .action((slug: string, options: Chosen) => createToken(terminal, slug, options));

  token
    .command('list')
    .description('the tokens of a provider, without the secrets')
    .addArgument(slugArgument())
    .addOption(organizationOption())
    .action((slug: string, options: Chosen) => listTokens(terminal, slug, options));

  token
    .command('revoke')
    .description('end a token')
    .addArgument(slugArgument())
    .addArgument(new Argument('<id>', 'as "scim token list" shows it'))
    .addOption(organizationOption())
    .action((slug: string, id: string, options: Chosen) => revokeToken(terminal, slug, id, options));
}

/** The token is alone on its line, so that scripts can take it. */
function createToken(terminal: Terminal, slug: string, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, host);
    const { token, ended } = await context.get(ScimTokens, { strict: false }).create(id, slug);
    terminal.say(token);
    for (const one of ended) terminal.complain(`Token ${one} has ended: two are valid at once.`);
  });
}

function listTokens(terminal: Terminal, slug: string, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, host);
    const tokens = await context.get(ScimTokens, { strict: false }).list(id, slug);
    if (tokens.length === 0) return terminal.say('There is no token: "scim token create" makes one.');
    const rows = tokens.map((one) => [
      String(one.id),
      one.createdAt.toISOString(),
      one.lastUsedAt?.toISOString() ?? 'never',
    ]);
    for (const line of table(['id', 'created', 'last used'], rows)) terminal.say(line);
  });
}

function revokeToken(terminal: Terminal, slug: string, given: string, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, host);
    const number = /^\d{1,15}$/.test(given) ? Number(given) : 0;
    const isEnded = await context.get(ScimTokens, { strict: false }).revoke(id, slug, number);
    if (!isEnded) throw new CommandFailed(`The provider has no token ${given}.`);
    terminal.say(`Token ${given} has ended.`);
  });
}
