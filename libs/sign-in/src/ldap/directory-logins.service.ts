import { type LoginOrigin, type Organization, type PasswordAttempt, PasswordChecks, type User } from '@app/identity';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Entry } from 'ldapts';
import { ExternalAccounts } from '../accounts/external-accounts.service';
import { Providers } from '../providers/providers.service';
import { DirectoryDidNotAnswer, EntryIsUnusable } from './directory.errors';
import { DirectoryClient, type DirectoryProvider, isDirectory } from './directory.client';
import { type DirectoryPerson, personIn } from './directory-entry';
import { DirectorySearch } from './directory-search.service';

const LONGEST_NAME = 256;
const LONGEST_PASSWORD = 1_000;

/** Logins by the names and passwords of directories. No transaction and no lock is held while one is asked. */
@Injectable()
export class DirectoryLogins implements OnModuleInit {
  constructor(
    private readonly checks: PasswordChecks,
    private readonly providers: Providers,
    private readonly client: DirectoryClient,
    private readonly search: DirectorySearch,
    private readonly accounts: ExternalAccounts,
  ) {}

  onModuleInit(): void {
    this.checks.add(this);
  }

  async isUsedBy(organization: Organization): Promise<boolean> {
    return (await this.directoriesOf(organization)).length > 0;
  }

  /**
   * Asks the directories one after the other. One that does not answer does not disturb the others.
   * @throws DirectoryDidNotAnswer, EntryIsUnusable, and what `ExternalAccounts.of` throws
   */
  async check({
    organization,
    username,
    password,
  }: PasswordAttempt): Promise<{ user: User; origin: LoginOrigin } | null> {
    if (!isPossible(username, password)) return null;
    let silent: DirectoryDidNotAnswer | null = null;
    for (const provider of await this.directoriesOf(organization)) {
      try {
        const found = await this.recognise(provider, username, password);
        if (found) return await this.admit(provider, found);
      } catch (error) {
        if (!(error instanceof DirectoryDidNotAnswer)) throw error;
        silent = error;
      }
    }
    if (silent) throw silent;
    return null;
  }

  private async directoriesOf({ id }: Organization): Promise<DirectoryProvider[]> {
    return (await this.providers.list(id)).flatMap((one) => (isDirectory(one) ? [one] : []));
  }

  /** The person, with the names of their groups. `null`: the name or the password is wrong. */
  private async recognise(
    provider: DirectoryProvider,
    login: string,
    password: string,
  ): Promise<DirectoryPerson | null> {
    const found = await this.client.during(provider, false, async (directory, logIn) => {
      const [entry, another] = await this.search.find(directory, provider, login);
      if (!entry || another || !(await directory.bind(entry.dn, password))) return null;
      const person = personIn(entry, provider.settings);
      if (!person || person.isDisabled) return { entry, person };
      await logIn();
      const groups = await this.search.groupsOf(directory, provider, entry, person.namedGroups);
      return { entry, person: { ...person, groups } };
    });
    return found && usable(provider, found.entry, found.person);
  }

  private async admit(
    provider: DirectoryProvider,
    person: DirectoryPerson,
  ): Promise<{ user: User; origin: LoginOrigin }> {
    // The directory may have been switched off while it was asked.
    await this.providers.inUse(provider.organizationId, 'ldap', provider.slug);
    const user = await this.accounts.of(provider, person);
    const { subject } = person;
    return { user, origin: { providerId: provider.id, subject, sid: null, authenticatedAt: Date.now() } };
  }
}

/** A name that no directory has is not asked for. Control characters have no place in names. */
const isPossible = (username: string, password: string): boolean =>
  username !== '' &&
  username.length <= LONGEST_NAME &&
  password !== '' &&
  password.length <= LONGEST_PASSWORD &&
  !/[\p{Cc}\p{Cs}]/u.test(username);

/** @throws EntryIsUnusable */
function usable({ name }: DirectoryProvider, { dn }: Entry, person: DirectoryPerson | null): DirectoryPerson {
  if (!person) throw new EntryIsUnusable(name, `gives ${dn} neither an entryUUID nor an objectGUID`);
  if (person.isDisabled) throw new EntryIsUnusable(name, 'has disabled this account');
  return person;
}
