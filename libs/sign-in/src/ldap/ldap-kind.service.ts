import { Config } from '@app/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { X509Certificate } from 'node:crypto';
import { PersonIsNotFound } from '../accounts/account.errors';
import type { ExternalPerson } from '../accounts/external-person';
import { NamedPeople, type ShownPerson } from '../accounts/named-people.port';
import { finding } from '../providers/findings/finding';
import type { IdentityProvider } from '../providers/identity-provider';
import {
  type KindSettings,
  type ProviderKind,
  ProviderKinds,
  type ProviderTest,
} from '../providers/provider-kinds.service';
import type { ProviderOptions } from '../providers/provider-options';
import { OptionIsInvalid } from '../providers/provider.errors';
import { DirectoryDidNotAnswer } from './directory.errors';
import { DirectoryClient } from './directory.client';
import { personIn } from './directory-entry';
import { DirectorySearch } from './directory-search.service';
import {
  directoryAddressIn,
  directoryAttributesIn,
  type DirectorySettings,
  isAttribute,
  isThisMachine,
  type LdapSettings,
  USUAL_FILTER,
} from './ldap-settings';
import { isLoginFilter } from './login-filter';

/** Directories: their settings and their test. */
@Injectable()
export class LdapKind implements OnModuleInit, ProviderKind {
  readonly kind = 'ldap';
  readonly makesAccounts = true;

  constructor(
    private readonly kinds: ProviderKinds,
    private readonly client: DirectoryClient,
    private readonly search: DirectorySearch,
    private readonly people: NamedPeople,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
    this.people.add(this.kind, (provider, shown) => this.personOf(provider, shown).catch(asNotFound));
  }

  settingsOf(given: ProviderOptions, former: Partial<LdapSettings>): KindSettings {
    const url = given.url ?? former.url ?? '';
    const settings = {
      url,
      starttls: this.starttlsOf(url, given.starttls ?? former.starttls),
      ca: (given.ca ?? former.ca ?? '').trim() || null,
      bind_dn: given.bind_dn ?? former.bind_dn ?? '',
      base: (given.base ?? former.base ?? '').trim(),
      user_filter: (given.user_filter ?? former.user_filter ?? USUAL_FILTER).trim(),
      group_base: (given.group_base ?? former.group_base ?? '').trim() || null,
      attribute_map: given.attribute_map ?? former.attribute_map ?? '',
    } satisfies DirectorySettings;
    assertUsable(settings);
    for (const claim of ['groups_claim', 'role_claim'] as const)
      if (given[claim] && !isAttribute(given[claim])) throw new OptionIsInvalid(claim, 'must name an attribute');
    return given.bind_password ? { settings, secret: given.bind_password } : { settings };
  }

  async test(provider: IdentityProvider): Promise<ProviderTest> {
    const directory = provider as IdentityProvider<LdapSettings>;
    try {
      const findings = await this.client.during(directory, false, async (connection) => {
        const entries = await this.search.some(connection, directory);
        const people = entries.filter((entry) => personIn(entry, directory.settings) !== null);
        return [
          finding('searches'),
          entries.length === 0 ? finding('no_people') : finding('found', { entry: entries[0]!.dn }),
          ...(people.length < entries.length ? [finding('without_id')] : []),
        ];
      });
      return { isGood: findings.every(({ code }) => code === 'searches' || code === 'found'), findings };
    } catch (error) {
      if (!(error instanceof DirectoryDidNotAnswer)) throw error;
      return { isGood: false, findings: [finding('no_answer', { provider: directory.name, reason: error.reason })] };
    }
  }

  /** @throws PersonIsNotFound */
  private async personOf(provider: IdentityProvider, { login }: ShownPerson): Promise<ExternalPerson> {
    if (login === null || login === '') throw new PersonIsNotFound('login: the name that the person types');
    const directory = provider as IdentityProvider<LdapSettings>;
    return this.client.during(directory, false, async (connection) => {
      const [entry, another] = await this.search.find(connection, directory, login);
      if (!entry || another)
        throw new PersonIsNotFound(another ? 'Several entries have that name' : 'No entry has that name');
      const person = personIn(entry, directory.settings);
      if (!person) throw new PersonIsNotFound(`${entry.dn} has neither an entryUUID nor an objectGUID`);
      if (person.isDisabled) throw new PersonIsNotFound(`${entry.dn} is disabled`);
      return { ...person, groups: await this.search.groupsOf(connection, directory, entry, person.namedGroups) };
    });
  }

  /** Passwords cross a network encrypted, unless the operator allows private addresses. */
  private starttlsOf(url: string, given: boolean | undefined): boolean {
    const address = directoryAddressIn(url);
    if (!address) throw new OptionIsInvalid('url', 'must be an address such as ldaps://directory.example.org');
    const starttls = given ?? !(address.isEncrypted || isThisMachine(address.host));
    if (!starttls && !address.isEncrypted && !this.config.ssoAllowsPrivateAddresses)
      throw new OptionIsInvalid('starttls', 'must be on: passwords would be sent without encryption');
    return starttls;
  }
}

/** @throws OptionIsInvalid */
function assertUsable({ base, user_filter: filter, attribute_map: map, ca }: DirectorySettings): void {
  if (base === '') throw new OptionIsInvalid('base', 'must not be blank');
  if (!isLoginFilter(filter))
    throw new OptionIsInvalid('user_filter', 'must be a filter such as (uid={login}), with {login} as a whole value');
  if (!directoryAttributesIn(map))
    throw new OptionIsInvalid('attribute_map', 'must be a list such as full_name=displayName, Phone=telephoneNumber');
  if (ca !== null && !isCertificate(ca)) throw new OptionIsInvalid('ca', 'must be a certificate as PEM');
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** A test of a person says why the directory did not answer. */
function asNotFound(error: unknown): never {
  if (!(error instanceof DirectoryDidNotAnswer)) throw error;
  throw new PersonIsNotFound(`The directory does not answer: ${error.reason}`);
}
