import { Injectable } from '@nestjs/common';
import { EqualityFilter, type Entry } from 'ldapts';
import type { DirectoryConnection } from './directory-connection.client';
import type { DirectoryProvider } from './directory.client';
import { attributesOf, textsIn } from './directory-entry';
import { GROUP_ATTRIBUTES, GroupTree, sameDn } from './directory-groups';
import { anyOfFilters, filterFor, filterForEverybody } from './login-filter';

/** Groups in groups: no company nests them deeper. */
const DEEPEST = 20;
const MAX_GROUPS = 2_000;
/** The number of names that one question asks about. */
const AT_ONCE = 50;

/** Finds people and their groups in a directory. */
@Injectable()
export class DirectorySearch {
  /** At most two: a name that several entries have finds no person. */
  find(directory: DirectoryConnection, { settings }: DirectoryProvider, login: string): Promise<Entry[]> {
    const { base, user_filter: template } = settings;
    return directory.search({ base, filter: filterFor(template, login), attributes: attributesOf(settings) }, 2);
  }

  /** A few people, to show that the settings find any. */
  some(directory: DirectoryConnection, { settings }: DirectoryProvider): Promise<Entry[]> {
    const { base, user_filter: template } = settings;
    return directory.search({ base, filter: filterForEverybody(template), attributes: attributesOf(settings) }, 3);
  }

  /** The names of the person's groups, and of the groups that these are in. */
  async groupsOf(
    directory: DirectoryConnection,
    { settings }: DirectoryProvider,
    person: Entry,
    named: readonly string[],
  ): Promise<string[]> {
    const { group_base: base } = settings;
    if (base === null) return new GroupTree([]).of(person, named);
    const found = new Map<string, Entry>();
    let asked = [person.dn, ...named];
    let filters = [...textsIn(person, 'uid').map((value) => new EqualityFilter({ attribute: 'memberUid', value }))];
    for (let depth = 0; depth < DEEPEST && asked.length > 0 && found.size < MAX_GROUPS; depth++) {
      filters.push(...asked.flatMap(hasMember));
      const groups: Entry[] = [];
      for (let from = 0; from < filters.length; from += AT_ONCE) {
        const filter = anyOfFilters(filters.slice(from, from + AT_ONCE));
        groups.push(...(await directory.search({ base, filter, attributes: GROUP_ATTRIBUTES }, MAX_GROUPS)));
      }
      const fresh = groups.filter(({ dn }) => !found.has(sameDn(dn)));
      for (const group of fresh) found.set(sameDn(group.dn), group);
      asked = fresh.map(({ dn }) => dn);
      filters = [];
    }
    return new GroupTree([...found.values()]).of(person, named);
  }
}

const hasMember = (value: string): EqualityFilter[] =>
  ['member', 'uniqueMember'].map((attribute) => new EqualityFilter({ attribute, value }));
