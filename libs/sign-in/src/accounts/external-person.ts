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
  return roles.length === 0 ? null : (Math.min(...roles) as Role);
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
