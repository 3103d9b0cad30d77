import { IdentityProvider, Providers } from '@app/sign-in';
import type { INestApplicationContext } from '@nestjs/common';
import { Argument, Option } from 'commander';
import type { Terminal } from '../terminal';
import { organizationAt, withServices } from '../workplace';

/** The option of every command about providers. */
export interface Chosen {
  organization?: string;
}

export const organizationOption = () =>
  new Option('--organization <host>', 'which organization, where there are several');

export const slugArgument = () => new Argument('<slug>', 'the provider, as "sso list" shows it');

/** Does some work with the provider that the command names. */
export function withProvider(
  terminal: Terminal,
  slug: string,
  { organization: host }: Chosen,
  work: (context: INestApplicationContext, provider: IdentityProvider) => Promise<void>,
): Promise<void> {
  return withServices(terminal, async (context) => {
    const { id } = await organizationAt(context, host);
    await work(context, await context.get(Providers, { strict: false }).bySlug(id, slug));
  });
}
