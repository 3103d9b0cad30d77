import { Providers, samlAddressesOf } from '@app/sign-in';
import { Command, Option } from 'commander';
import type { Terminal } from '../terminal';
import { organizationAt } from '../workplace';
import { Chosen, organizationOption, slugArgument, withProvider } from './site';

interface KeyOptions extends Chosen {
  switch?: boolean;
  discard?: boolean;
}

/** `sso rotate-key` */
export function addKeyCommand(sso: Command, terminal: Terminal): void {
  sso
    .command('rotate-key')
    .description('publish a new key of this server beside the one that signs for a SAML provider')
    .addArgument(slugArgument())
    .addOption(new Option('--switch', 'sign with the new key, and retire the old one').conflicts('discard'))
    .option('--discard', 'drop the new key')
    .addOption(organizationOption())
    .action((slug: string, options: KeyOptions) => rotate(terminal, slug, options));
}

function rotate(terminal: Terminal, slug: string, options: KeyOptions): Promise<void> {
  return withProvider(terminal, slug, options, async (context, { organizationId, id, name }) => {
    const { entityId } = samlAddressesOf(await organizationAt(context, options.organization), slug);
    const step = options.switch ? 'switch' : options.discard ? 'discard' : 'prepare';
    await context.get(Providers, { strict: false }).change(organizationId, id, { signing_key: step });
    terminal.say(SAID[step](name, entityId));
  });
}

const SAID = {
  prepare: (name: string, metadata: string) =>
    `${metadata} has both certificates. Let ${name} read it, then add --switch to this command.`,
  switch: (name: string, metadata: string) =>
    `The new key signs what ${name} gets. ${metadata} has its certificate alone.`,
  discard: (name: string) => `The key that signs what ${name} gets is as before.`,
};
