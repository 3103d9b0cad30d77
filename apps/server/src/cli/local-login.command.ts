import { LocalLogins, Passwords } from '@app/identity';
import { Argument, Command, Option } from 'commander';
import { choosePassword, userOf } from './accounts';
import type { Terminal } from './terminal';
import { organizationAt, withServices } from './workplace';

interface Options {
  organization?: string;
  passwordStdin?: boolean;
}

/** `users local-login`: the way in for an owner whose provider is gone. */
export function addLocalLoginCommand(users: Command, terminal: Terminal): void {
  users
    .command('local-login')
    .description('give an owner a new password, when the provider of the company lets no owner in')
    .addArgument(new Argument('<user>', 'e-mail address or id'))
    .option('--password-stdin', 'read the password from standard input')
    .addOption(new Option('--organization <host>', 'which organization, where there are several'))
    .action((user: string, options: Options) => openLocalLogin(terminal, user, options));
}

function openLocalLogin(terminal: Terminal, named: string, { organization: host, passwordStdin }: Options) {
  return withServices(terminal, async (context) => {
    const organization = await organizationAt(context, host);
    const { id, fullName, deliveryEmail } = await userOf(context, organization, named);
    const passwords = context.get(Passwords, { strict: false });
    const { password, isGenerated } = await choosePassword(terminal, passwordStdin, () => passwords.generate());
    await context.get(LocalLogins, { strict: false }).open(organization.id, id, password);
    terminal.say(
      `${fullName} logs in at ${organization.url}/login/ as ${deliveryEmail}. Sessions and keys have ended.`,
    );
    if (isGenerated) terminal.say(`Password (shown this once): ${password}`);
  });
}
