import { Injectable } from '@nestjs/common';
import type { Entry } from 'ldapts';
import { PresenceFilter } from 'ldapts';
import { DirectoryClient, type DirectoryProvider } from '../ldap/directory.client';
import type { DirectoryConnection, DirectoryQuery } from '../ldap/directory-connection.client';
import { attributesOf, type DirectoryPerson, personIn } from '../ldap/directory-entry';
import { GROUP_ATTRIBUTES, GroupTree } from '../ldap/directory-groups';
import { filterForEverybody } from '../ldap/login-filter';

/** Reads all people of a directory with their groups. */
@Injectable()
export class DirectoryPeople {
  constructor(private readonly client: DirectoryClient) {}

  /**
   * By their subjects. An error in the middle is an error: a part of the people is never taken for all.
   * @param beat called after each page
   * @throws DirectoryDidNotAnswer
   */
  read(provider: DirectoryProvider, beat: () => Promise<void>): Promise<Map<string, DirectoryPerson>> {
    const { settings } = provider;
    return this.client.during(provider, true, async (directory) => {
      const groups = await this.groups(directory, settings.group_base, beat);
      const people = new Map<string, DirectoryPerson>();
      const filter = filterForEverybody(settings.user_filter);
      const question = { base: settings.base, filter, attributes: attributesOf(settings) };
      for await (const entry of entriesOf(directory, question, beat)) {
        const person = personIn(entry, settings);
        if (person) people.set(person.subject, { ...person, groups: groups.of(entry, person.namedGroups) });
      }
      return people;
    });
  }

  private async groups(
    directory: DirectoryConnection,
    base: string | null,
    beat: () => Promise<void>,
  ): Promise<GroupTree> {
    if (base === null) return new GroupTree([]);
    const filter = new PresenceFilter({ attribute: 'cn' });
    const groups: Entry[] = [];
    for await (const group of entriesOf(directory, { base, filter, attributes: GROUP_ATTRIBUTES }, beat))
      groups.push(group);
    return new GroupTree(groups);
  }
}

async function* entriesOf(
  directory: DirectoryConnection,
  question: DirectoryQuery,
  beat: () => Promise<void>,
): AsyncGenerator<Entry> {
  for await (const page of directory.all(question)) {
    yield* page;
    await beat();
  }
}
