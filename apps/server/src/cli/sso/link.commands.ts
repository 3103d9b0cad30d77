import { ROLE, ROLE_NAMES } from '@app/identity';
import type { RoleName } from '@app/identity';
import { GroupLinks, LinkNames } from '@app/sign-in';
import { Command, Option } from 'commander';
import { CommandFailed } from '../errors';
import type { Terminal } from '../terminal';
import { Chosen, organizationOption, slugArgument, withProvider } from './site';

interface LinkOptions extends Chosen {
  role?: RoleName;
  channel?: string[];
}

/** `sso link-group` and `sso unlink-group` */
export function addLinkCommands(sso: Command, terminal: Terminal): void {
  sso
    .command('link-group')
    .description('give a user group the members of a group of the provider, with the next login or synchronisation')
    .addArgument(slugArgument())
    .argument('<group>', 'the group at the provider, by its name or its id')
    .argument('<user-group>', 'the user group here, by its name')
    .addOption(roleOption())
    .addOption(new Option('--channel <name...>', 'channels to which the members are subscribed'))
    .addOption(organizationOption())
    .action((slug: string, external: string, group: string, options: LinkOptions) =>
      link(terminal, slug, external, group, options),
    );

  sso
    .command('unlink-group')
    .description('remove the link of a user group; its members stay')
    .addArgument(slugArgument())
    .argument('<group>', 'the group at the provider')
    .argument('<user-group>', 'the user group here, by its name')
    .addOption(organizationOption())
    .action((slug: string, external: string, group: string, options: Chosen) =>
      unlink(terminal, slug, external, group, options),
    );
}

const roleOption = () => new Option('--role <role>', 'the role of the members').choices(ROLE_NAMES);

function link(
  terminal: Terminal,
  slug: string,
  externalGroup: string,
  group: string,
  { role, channel = [], ...chosen }: LinkOptions,
): Promise<void> {
  return withProvider(terminal, slug, chosen, async (context, { id, organizationId, name }) => {
    const names = context.get(LinkNames, { strict: false });
    const userGroupId = await names.userGroup(organizationId, group);
    const channelIds = await names.channels(organizationId, channel);
    const wanted = { externalGroup, userGroupId, role: role === undefined ? null : ROLE[role], channelIds };
    await context.get(GroupLinks, { strict: false }).add(organizationId, id, wanted);
    terminal.say(`"${group}" has the members of "${externalGroup}" of ${name} from now on.`);
  });
}

function unlink(terminal: Terminal, slug: string, external: string, group: string, chosen: Chosen): Promise<void> {
  return withProvider(terminal, slug, chosen, async (context, { id, organizationId, name }) => {
    const links = context.get(GroupLinks, { strict: false });
    const userGroupId = await context.get(LinkNames, { strict: false }).userGroup(organizationId, group);
    const found = (await links.list(organizationId, id)).filter(
      (one) => one.userGroupId === userGroupId && one.externalGroup.toLowerCase() === external.toLowerCase(),
    );
    if (found.length === 0) throw new CommandFailed(`${name} has no such link: "${external}" with "${group}".`);
    for (const one of found) await links.remove(organizationId, id, one.id);
    terminal.say(`The members of "${group}" can be changed here again.`);
  });
}
