import { LinkExplanations } from '@app/sign-in';
import { Argument, type Command } from 'commander';
import { userOf } from '../accounts';
import type { Terminal } from '../terminal';
import { organizationAt, withServices } from '../workplace';
import { Chosen, organizationOption } from './site';

/** `sso explain` */
export function addSsoExplainCommand(sso: Command, terminal: Terminal): void {
  sso
    .command('explain')
    .description('which provider knows a user, as whom, and why')
    .addArgument(new Argument('<user>', 'e-mail address or id'))
    .addOption(organizationOption())
    .action((user: string, options: Chosen) => explain(terminal, user, options));
}

function explain(terminal: Terminal, named: string, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const user = await userOf(context, await organizationAt(context, host), named);
    terminal.say(`${user.fullName} <${user.deliveryEmail}>, id ${user.id}${user.isActive ? '' : ', deactivated'}`);
    for (const line of await context.get(LinkExplanations, { strict: false }).of(user)) terminal.say(line);
  });
}
