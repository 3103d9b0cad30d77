import { ROLE, Role } from '@app/identity';

/** A person as a provider describes them. */
export interface ExternalPerson {
  /** Unchanging and unique at the provider. */
  readonly subject: string;
  readonly address: string | null;
  /** The provider has said that the address is the person's. */
  readonly isVerified: boolean;
  readonly fullName: string;
  /** `null`: the provider says nothing of roles. */
  readonly role: Role | null;
  /** Names or ids at the provider; `null`: it says nothing of groups. */
  readonly groups: readonly string[] | null;
  /** Values of custom profile fields, by the name of the field; `null`: the person has none. Absent: nothing is said. */
  readonly fields?: ReadonlyMap<string, string | null>;
}

const ROLES: Readonly<Record<string, Role>> = {
  administrator: ROLE.administrator,
  admin: ROLE.administrator,
  moderator: ROLE.moderator,
  member: ROLE.member,
  guest: ROLE.guest,
};

/** The strongest role that a claim names; never owner. `null`: it names none. */
export function roleIn(claim: unknown): Role | null {
  const names = [claim].flat().filter((one) => typeof one === 'string');
  const roles = names.flatMap((name) => (Object.hasOwn(ROLES, name.toLowerCase()) ? [ROLES[name.toLowerCase()]!] : []));
  return highestRole(roles);
}

/** `null`: there is none. */
export function highestRole(roles: readonly (Role | null)[]): Role | null {
  const given = roles.filter((role) => role !== null);
  return given.length === 0 ? null : (Math.min(...given) as Role);
}

const MAX_GROUPS = 10_000;
const MAX_GROUP = 500;

/**
 * The groups that a claim names: a list of names, or one name. `null`: there is no such claim, or it is something else.
 * A part of a list is never taken for the whole: the account would lose its other groups.
 */
export function groupsIn(claim: unknown): readonly string[] | null {
  const isList = Array.isArray(claim);
  if (!isList && typeof claim !== 'string') return null;
  const all: readonly unknown[] = isList ? claim : [claim];
  const names = all.filter((one) => typeof one === 'string' && one !== '' && one.length <= MAX_GROUP) as string[];
  return names.length < all.length || names.length > MAX_GROUPS ? null : [...new Set(names)];
}

const MAX_NAME = 100;

/** A name that an account may have, of what a provider says; else the first part of the address. */
export function fullNameIn(claims: readonly unknown[], address: string | null): string {
  const given = claims.find((one) => typeof one === 'string' && one.trim() !== '') as string | undefined;
  const text = given ?? address?.split('@')[0] ?? '';
  const clean = text
    .replace(/[*`\\>"@\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(clean).slice(0, MAX_NAME).join('') || 'New user';
}
