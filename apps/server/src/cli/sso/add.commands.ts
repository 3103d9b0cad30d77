import { decode } from '@app/platform';
import { AddProviderRequest, Providers, samlAddressesOf } from '@app/sign-in';
import type { ProviderKindName } from '@app/sign-in';
import type { Command } from 'commander';
import type { Terminal } from '../terminal';
import { organizationAt, withServices } from '../workplace';
import { commandOption, parametersFrom } from './options';
import { optionsOf } from './provider-options';
import { Chosen, organizationOption } from './site';

const ABOUT: Readonly<Record<ProviderKindName, string>> = {
  oidc: 'a provider that speaks OpenID Connect',
  ldap: 'a directory that speaks LDAP',
  saml: 'a provider that speaks SAML 2.0',
};

/** `sso add`: a command for each kind of provider. */
export function addAddCommands(sso: Command, terminal: Terminal): void {
  const add = sso.command('add').description('add an identity provider');
  for (const kind of Object.keys(ABOUT) as ProviderKindName[]) {
    const command = add.command(kind).description(ABOUT[kind]);
    for (const option of optionsOf(kind)) command.addOption(commandOption(option));
    command
      .addOption(organizationOption())
      .action((typed: Record<string, string> & Chosen) => addProvider(terminal, kind, typed));
  }
}

async function addProvider(terminal: Terminal, kind: ProviderKindName, typed: Record<string, string> & Chosen) {
  const parameters = await parametersFrom(optionsOf(kind), typed);
  await withServices(terminal, async (context) => {
    const organization = await organizationAt(context, typed.organization);
    const { request } = decode(AddProviderRequest, { ...parameters, kind });
    const made = await context.get(Providers, { strict: false }).add(organization.id, { ...request });
    terminal.say(`Added ${made.name} (${kind}, ${made.slug}), id ${made.id}.`);
    if (kind !== 'saml') return;
    const { entityId, consumer, logout } = samlAddressesOf(organization, made.slug);
    terminal.say(`Metadata of this server: ${entityId}`);
    terminal.say(`Assertion consumer: ${consumer}`);
    terminal.say(`Single logout: ${logout}`);
  });
}
