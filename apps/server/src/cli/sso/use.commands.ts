import { Providers } from '@app/sign-in';
import type { Command } from 'commander';
import { CommandFailed } from '../errors';
import type { Terminal } from '../terminal';
import { Chosen, organizationOption, slugArgument, withProvider } from './site';

/** `sso disable`, `sso enable` and `sso test`: whether a provider is in use, and whether it works. */
export function addUseCommands(sso: Command, terminal: Terminal): void {
  sso
    .command('disable')
    .description('end all logins at a provider, with the sessions and keys that came from them; its links stay')
    .addArgument(slugArgument())
    .addOption(organizationOption())
    .action((slug: string, options: Chosen) => setInUse(terminal, slug, options, false));

  sso
    .command('enable')
    .description('let people log in at a provider again')
    .addArgument(slugArgument())
    .addOption(organizationOption())
    .action((slug: string, options: Chosen) => setInUse(terminal, slug, options, true));

  sso
    .command('test')
    .description('ask a provider whether it works with its settings; nothing is changed')
    .addArgument(slugArgument())
    .addOption(organizationOption())
    .action((slug: string, options: Chosen) => test(terminal, slug, options));
}

function setInUse(terminal: Terminal, slug: string, options: Chosen, enabled: boolean): Promise<void> {
  return withProvider(terminal, slug, options, async (context, { organizationId, id, name }) => {
    await context.get(Providers, { strict: false }).change(organizationId, id, { enabled });
    terminal.say(enabled ? `People log in at ${name}.` : `Nobody logs in at ${name}; what came from it has ended.`);
  });
}

function test(terminal: Terminal, slug: string, options: Chosen): Promise<void> {
  return withProvider(terminal, slug, options, async (context, { organizationId, id, name }) => {
    const { isGood, findings } = await context.get(Providers, { strict: false }).test(organizationId, id);
    for (const finding of findings) terminal.say(finding);
    if (!isGood) throw new CommandFailed(`${name} does not work with these settings.`);
    terminal.say(`${name} works.`);
  });
}
