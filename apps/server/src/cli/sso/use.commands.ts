import { Providers } from '@app/sign-in';
import type { Command } from 'commander';
import type { Terminal } from '../terminal';
import { Chosen, organizationOption, slugArgument, withProvider } from './site';

/** `sso disable` and `sso enable`: whether a provider is in use. */
export function addUseCommands(sso: Command, terminal: Terminal): void {
  sso
    .command('disable')
    .description('end all logins at a provider, with the sessions and keys that came from them; its links stay')
    .addArgument(slugArgument())
    .option('--force', 'also if it is the last way in for an owner')
    .addOption(organizationOption())
    .action((slug: string, options: Chosen & { force?: boolean }) => setInUse(terminal, slug, options, false));

  sso
    .command('enable')
    .description('let people log in at a provider again')
    .addArgument(slugArgument())
    .addOption(organizationOption())
    .action((slug: string, options: Chosen) => setInUse(terminal, slug, options, true));
}

function setInUse(
  terminal: Terminal,
  slug: string,
  { force = false, ...options }: Chosen & { force?: boolean },
  enabled: boolean,
): Promise<void> {
  return withProvider(terminal, slug, options, async (context, { organizationId, id, name }) => {
    await context.get(Providers, { strict: false }).change(organizationId, id, { enabled }, force);
    terminal.say(
      enabled ? `Logins at ${name} are on.` : `Logins at ${name} are off, and its sessions and keys have ended.`,
    );
  });
}
