import {
  ApiKeys,
  Passwords,
  ROLE,
  ROLE_NAMES,
  RoleName,
  roleNameOf,
  SPECIAL_PERMISSIONS,
  SpecialPermission,
  SpecialPermissions,
  UserCreation,
  UserRoles,
  Users,
} from '@app/identity';
import { FactorResets } from '@app/sign-in';
import { Argument, Command, Option } from 'commander';
import { choosePassword, sayZuliprc, userOf } from './accounts';
import { addExportCommand } from './export.commands';
import { addLocalLoginCommand } from './local-login.command';
import { importUsers } from './imports';
import { table, Terminal } from './terminal';
import { organizationAt, withServices } from './workplace';

interface Chosen {
  organization?: string;
}

const organizationOption = () => new Option('--organization <host>', 'which organization, where there are several');
const userArgument = () => new Argument('<user>', 'e-mail address or id');
const permissionArgument = () => new Argument('<permission>').choices([...SPECIAL_PERMISSIONS]);

export function addUserCommands(program: Command, terminal: Terminal): void {
  const users = program.command('users').description('accounts, their roles, permissions and keys');

  users
    .command('create')
    .description('make an account; its password is generated and shown, or read from standard input')
    .argument('<email>')
    .requiredOption('--name <full name>', 'the name that others see')
    .addOption(new Option('--role <role>').choices(ROLE_NAMES).default('member'))
    .option('--password-stdin', 'read the password from standard input')
    .addOption(organizationOption())
    .action((email: string, options: Chosen & { name: string; role: RoleName; passwordStdin?: boolean }) =>
      createUser(terminal, email, options),
    );

  users
    .command('list')
    .description('all accounts, bots and deactivated ones included')
    .addOption(organizationOption())
    .action((options: Chosen) => listUsers(terminal, options));

  users
    .command('import')
    .description('create, change, deactivate and reactivate users as a file says; a file with an error changes nothing')
    .argument('<file>', 'comma-separated values: email,full_name,role[,active,groups,channels]')
    .option('--dry-run', 'only print what each line would do')
    .addOption(organizationOption())
    .action((file: string, options: Chosen & { dryRun?: boolean }) => importUsers(terminal, file, options));

  addExportCommand(users, terminal, 'users');

  users
    .command('set-role')
    .description('give an account another role')
    .addArgument(userArgument())
    .addArgument(new Argument('<role>').choices(ROLE_NAMES))
    .addOption(organizationOption())
    .action((user: string, role: RoleName, options: Chosen) => setRole(terminal, user, role, options));

  for (const verb of ['grant', 'revoke'] as const) {
    users
      .command(verb)
      .description(
        verb === 'grant' ? 'grant a special permission, which no role includes' : 'revoke a special permission',
      )
      .addArgument(userArgument())
      .addArgument(permissionArgument())
      .addOption(organizationOption())
      .action((user: string, permission: SpecialPermission, options: Chosen) =>
        changePermission(terminal, verb, user, permission, options),
      );
  }

  users
    .command('reset-key')
    .description('revoke all API keys of an account and show a new one')
    .addArgument(userArgument())
    .addOption(organizationOption())
    .action((user: string, options: Chosen) => resetKey(terminal, user, options));

  addLocalLoginCommand(users, terminal);

  users
    .command('remove-factors')
    .description('remove all second factors and recovery codes of a user who has lost them')
    .addArgument(userArgument())
    .addOption(organizationOption())
    .action((user: string, options: Chosen) => removeFactors(terminal, user, options));
}

function createUser(
  terminal: Terminal,
  email: string,
  { organization: host, name, role, passwordStdin }: Chosen & { name: string; role: RoleName; passwordStdin?: boolean },
): Promise<void> {
  return withServices(terminal, async (context) => {
    const organization = await organizationAt(context, host);
    const passwords = context.get(Passwords, { strict: false });
    const { password, isGenerated } = await choosePassword(terminal, passwordStdin, () => passwords.generate());
    const account = { email, fullName: name, password, role: ROLE[role] };
    const user = await context.get(UserCreation, { strict: false }).byOperator(organization.id, account);
    terminal.say(`Created ${user.fullName} <${user.deliveryEmail}>, ${role}, id ${user.id}.`);
    if (isGenerated) terminal.say(`Password (shown this once): ${password}`);
  });
}

function listUsers(terminal: Terminal, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const organization = await organizationAt(context, host);
    const special = await context.get(SpecialPermissions, { strict: false }).holders(organization.id);
    const rows = (await context.get(Users, { strict: false }).list(organization.id, null)).map((user) => [
      String(user.id),
      roleNameOf(user.role),
      user.isActive ? (user.isBot ? 'bot' : 'active') : 'deactivated',
      user.deliveryEmail,
      user.fullName,
      (special.get(user.id) ?? []).join(' '),
    ]);
    for (const line of table(['id', 'role', 'state', 'e-mail', 'name', 'special permissions'], rows))
      terminal.say(line);
  });
}

function setRole(terminal: Terminal, named: string, role: RoleName, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const organization = await organizationAt(context, host);
    const { id, fullName } = await userOf(context, organization, named);
    await context.get(UserRoles, { strict: false }).set(organization.id, id, ROLE[role]);
    terminal.say(`${fullName} has the role ${role}.`);
  });
}

function changePermission(
  terminal: Terminal,
  verb: 'grant' | 'revoke',
  named: string,
  permission: SpecialPermission,
  { organization: host }: Chosen,
): Promise<void> {
  return withServices(terminal, async (context) => {
    const organization = await organizationAt(context, host);
    const { id, fullName } = await userOf(context, organization, named);
    await context.get(SpecialPermissions, { strict: false })[verb](organization.id, id, permission);
    terminal.say(`${fullName} ${verb === 'grant' ? 'has' : 'does not have'} the permission ${permission}.`);
  });
}

function resetKey(terminal: Terminal, named: string, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const organization = await organizationAt(context, host);
    const user = await userOf(context, organization, named);
    const key = await context.get(ApiKeys, { strict: false }).reset(user, 'command line');
    sayZuliprc(terminal, organization, user, key);
  });
}

function removeFactors(terminal: Terminal, named: string, { organization: host }: Chosen): Promise<void> {
  return withServices(terminal, async (context) => {
    const organization = await organizationAt(context, host);
    const { id, fullName } = await userOf(context, organization, named);
    const removed = await context.get(FactorResets, { strict: false }).remove(organization.id, id);
    terminal.say(`Removed ${removed} second ${removed === 1 ? 'factor' : 'factors'} of ${fullName}.`);
  });
}
