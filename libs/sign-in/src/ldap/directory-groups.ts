import type { Entry } from 'ldapts';
import { textsIn } from './directory-entry';

const MEMBER_ATTRIBUTES = ['member', 'uniqueMember', 'memberUid', 'memberOf'];

/** The attributes of a group to ask for. */
export const GROUP_ATTRIBUTES = ['cn', ...MEMBER_ATTRIBUTES];

/** The same name of an entry is written in several ways. */
export const sameDn = (dn: string): string =>
  dn
    .toLowerCase()
    .replace(/\s*([,=+])\s*/g, '$1')
    .trim();

/** What a group is called in links: its whole name, and its first part alone. */
export function namesOf(dn: string): string[] {
  const [, first] = /^[^=,]+=((?:\\.|[^,+\\])+)/.exec(dn) ?? [];
  return first === undefined ? [dn] : [dn, first.replace(/\\(.)/g, '$1').trim()];
}

/** The groups of a directory, and which contain which. */
export class GroupTree {
  private readonly parents = new Map<string, Set<string>>();
  private readonly names = new Map<string, string>();

  constructor(groups: readonly Entry[]) {
    for (const group of groups) this.names.set(sameDn(group.dn), group.dn);
    for (const group of groups) {
      const inside = [...textsIn(group, 'member'), ...textsIn(group, 'uniqueMember')].map(sameDn);
      for (const member of [...inside, ...textsIn(group, 'memberUid').map(plain)]) this.note(member, group.dn);
      for (const parent of textsIn(group, 'memberOf')) this.note(sameDn(group.dn), parent);
    }
  }

  /** The names of all groups that the person is in, directly or through other groups. Circles end. */
  of(person: Entry, named: readonly string[]): string[] {
    const found = new Map(named.map((dn) => [sameDn(dn), dn]));
    const waiting = [sameDn(person.dn), ...textsIn(person, 'uid').map(plain), ...found.keys()];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const parent of this.parents.get(next) ?? []) {
        if (found.has(parent)) continue;
        found.set(parent, this.names.get(parent) ?? parent);
        waiting.push(parent);
      }
    }
    return [...new Set([...found.values()].flatMap(namesOf))];
  }

  private note(member: string, group: string): void {
    const known = this.parents.get(member) ?? new Set<string>();
    this.parents.set(member, known.add(sameDn(group)));
  }
}

/** The short name of a person, as groups of POSIX list it. It cannot be taken for the name of an entry. */
const plain = (uid: string): string => `uid ${uid}`;
