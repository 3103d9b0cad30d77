import {
  OrganizationActivity,
  OrganizationChanges,
  OrganizationCreation,
  OrganizationIsUnknown,
  Organizations,
  Passwords,
  Users,
} from '@app/identity';
import { Command, InvalidArgumentError, Option } from 'commander';
import { choosePassword } from './accounts';
import { Terminal } from './terminal';
import { withServices } from './workplace';

interface NewOrganizationOptions {
  host: string;
  ownerEmail: string;
  ownerName: string;
  passwordStdin?: boolean;
}

export function addOrganizationCommands(program: Command, terminal: Terminal): void {
  const organization = program.command('organization').description('the organizations of this server');

  organization
    .command('create')
    .description('add an organization; its host distinguishes it from the others')
    .argument('<name>')
    .requiredOption('--host <host>', 'host name, with a port where one is needed')
    .requiredOption('--owner-email <email>')
    .addOption(new Option('--owner-name <full name>').default('Owner'))
    .option('--password-stdin', "read the owner's password from standard input")
    .action((name: string, options: NewOrganizationOptions) => createOrganization(terminal, name, options));

  organization
    .command('reactivate')
    .description('reactivate an organization that its owners deactivated')
    .argument('<host>', 'its host, as `organization show` prints it')
    .action((host: string) => reactivateOrganization(terminal, host));

  organization
    .command('quota')
    .description('set the upload quota of an organization')
    .argument('<host>', 'its host, as `organization show` prints it')
    .argument('<MiB>', 'a whole number, or `default` for the value of PARLEY_UPLOAD_QUOTA_MIB')
    .action((host: string, mib: string) => setQuota(terminal, host, mib));

  organization
    .command('show')
    .description('list the organizations')
    .action(() => showOrganizations(terminal));
}

function createOrganization(terminal: Terminal, name: string, options: NewOrganizationOptions): Promise<void> {
  return withServices(terminal, async (context) => {
    const passwords = context.get(Passwords, { strict: false });
    const { password, isGenerated } = await choosePassword(terminal, options.passwordStdin, () => passwords.generate());
    const owner = { email: options.ownerEmail, fullName: options.ownerName };
    const passwordHash = await passwords.hashChecked(password, owner);
    const { organization } = await context.get(OrganizationCreation, { strict: false }).create({
      name,
      host: options.host,
      owner: { ...owner, passwordHash },
    });
    terminal.say(`Created ${organization.name} at ${organization.url}, owned by ${owner.email}.`);
    if (isGenerated) terminal.say(`Password (shown this once): ${password}`);
  });
}

function reactivateOrganization(terminal: Terminal, host: string): Promise<void> {
  return withServices(terminal, async (context) => {
    const organizations = await context.get(Organizations, { strict: false }).list();
    const named = organizations.find((one) => one.host === host.toLowerCase());
    if (!named) throw new OrganizationIsUnknown();
    await context.get(OrganizationActivity, { strict: false }).reactivate(named.id);
    terminal.say(`${named.name} is active.`);
  });
}

function setQuota(terminal: Terminal, host: string, written: string): Promise<void> {
  return withServices(terminal, async (context) => {
    if (!/^(\d{1,9}|default)$/.test(written)) throw new InvalidArgumentError('The quota is no whole number of MiB.');
    const organizations = await context.get(Organizations, { strict: false }).list();
    const named = organizations.find((one) => one.host === host.toLowerCase());
    if (!named) throw new OrganizationIsUnknown();
    const quota = written === 'default' ? null : Number(written);
    await context.get(OrganizationChanges, { strict: false }).setUploadQuota(named.id, quota);
    terminal.say(`The files of ${named.name} may take ${quota === null ? 'what the server allows' : `${quota} MiB`}.`);
  });
}

function showOrganizations(terminal: Terminal): Promise<void> {
  return withServices(terminal, async (context) => {
    const users = context.get(Users, { strict: false });
    for (const { id, name, host, url, isDeactivated } of await context.get(Organizations, { strict: false }).list()) {
      const active = await users.activeIds(id);
      const owners = [...(await users.byIds(id, await users.ownerIds(id))).values()].map(
        ({ deliveryEmail }) => deliveryEmail,
      );
      terminal.say(name);
      terminal.say(`  id      ${id}`);
      terminal.say(`  host    ${host}`);
      terminal.say(`  url     ${url}`);
      terminal.say(`  users   ${active.length} active`);
      if (isDeactivated) terminal.say('  closed  by its owners');
      terminal.say(`  owners  ${owners.join(', ')}`);
    }
  });
}
