import { DomainError } from '@app/kernel';
import { Config, Destinations, Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { lookup } from 'node:dns/promises';
import type { IdentityProvider } from '../providers/identity-provider';
import { Providers } from '../providers/providers.service';
import { DirectoryDidNotAnswer } from './directory.errors';
import { DirectoryConnection, type DirectoryPlace } from './directory-connection.client';
import { directoryAddressIn, type LdapSettings } from './ldap-settings';

export type DirectoryProvider = IdentityProvider<LdapSettings>;

/** Whether the provider is a directory in use. */
export const isDirectory = (provider: IdentityProvider): provider is DirectoryProvider =>
  provider.kind === 'ldap' && provider.isEnabled;

const LOOKUP_MS = 5_000;

/** Speaks LDAP with directories. Call it outside of transactions: a directory may be slow. */
@Injectable()
export class DirectoryClient {
  constructor(
    private readonly providers: Providers,
    private readonly destinations: Destinations,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /**
   * Connects, logs in as the account that searches, and does the work.
   * @param isPatient a synchronisation, whose answers are long
   * @throws DirectoryDidNotAnswer also for what goes wrong in the middle, and the domain errors of the work
   */
  async during<T>(
    provider: DirectoryProvider,
    isPatient: boolean,
    work: (directory: DirectoryConnection, logIn: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const password = (await this.providers.secretOf(provider)) ?? '';
    let directory: DirectoryConnection | null = null;
    try {
      directory = await DirectoryConnection.open(await this.placeOf(provider), isPatient);
      const logIn = loginOf(directory, provider, password);
      await logIn();
      return await work(directory, logIn);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      const reason = (error as Error).message;
      this.log.warn('a directory did not answer', { provider: provider.slug, reason });
      throw new DirectoryDidNotAnswer(provider.name, reason);
    } finally {
      await directory?.close();
    }
  }

  private async placeOf({ settings }: DirectoryProvider): Promise<DirectoryPlace> {
    const { url, starttls, ca } = settings;
    const address = directoryAddressIn(url)!;
    return { ...address, ca, starttls: starttls && !address.isEncrypted, ip: await this.ipOf(url, address.host) };
  }

  private async ipOf(url: string, host: string): Promise<string> {
    if (this.config.ssoAllowsPrivateAddresses) return (await lookup(host)).address;
    const found = await this.destinations.addressesOf(new URL(url), AbortSignal.timeout(LOOKUP_MS));
    return found[0]!.address;
  }
}

/** A directory without such an account is searched without a login. */
function loginOf(directory: DirectoryConnection, { settings }: DirectoryProvider, password: string) {
  const { bind_dn: dn } = settings;
  return async () => {
    if (dn === '') return;
    if (!(await directory.bind(dn, password))) throw new Error('the directory refuses the account that searches');
  };
}
