import { ROLE, type Role } from '@app/identity';
import { fullNameIn, roleIn } from '../accounts/external-person';
import { USER_ATTRIBUTES } from './protocol/scim-attributes';
import { Resource, resourceIn } from './protocol/scim-values';
import { invalidValue } from './protocol/scim.errors';

/** A person as a client describes them, checked. */
export interface ScimUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly address: string;
  readonly fullName: string;
  readonly isActive: boolean;
  /** `null`: the client says nothing of roles. */
  readonly role: Role | null;
  /** What is shown again. */
  readonly resource: Resource;
}

const MAX_USER_NAME = 254;
const MAX_EXTERNAL_ID = 255;
const MAX_EMAILS = 20;
const MAX_ROLES = 50;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** @throws ScimError */
export const userIn = (body: unknown): ScimUser => userOf(resourceIn(body, USER_ATTRIBUTES));

/** The person whom a resource describes that was read or patched. @throws ScimError */
export function userOf(resource: Resource): ScimUser {
  const userName = textOf(resource, 'userName', MAX_USER_NAME)?.trim() ?? '';
  if (userName === '') throw invalidValue('userName is missing');
  const emails = itemsOf(resource, 'emails', MAX_EMAILS);
  const roles = itemsOf(resource, 'roles', MAX_ROLES);
  const address = addressIn(emails) ?? userName;
  if (!ADDRESS.test(address)) throw invalidValue('The user has no e-mail address: neither in emails nor as userName');
  const { formatted, givenName, familyName } = (resource.name ?? {}) as Resource;
  const parts = [givenName, familyName].filter((part) => typeof part === 'string' && part.trim() !== '');
  const kept = { ...resource, userName };
  return {
    userName,
    externalId: textOf(resource, 'externalId', MAX_EXTERNAL_ID),
    address,
    fullName: fullNameIn([resource.displayName, formatted, parts.join(' ')], address),
    isActive: resource.active !== false,
    role: roles.length === 0 ? null : roleIn(roles.map(({ value }) => value)),
    resource: { ...kept, active: resource.active !== false },
  };
}

/** The primary address, else the one for work, else the first. */
function addressIn(emails: readonly Resource[]): string | null {
  const filled = emails.filter(({ value }) => typeof value === 'string' && value.trim() !== '');
  const chosen =
    filled.find(({ primary }) => primary === true) ?? filled.find(({ type }) => type === 'work') ?? filled[0];
  return chosen ? (chosen.value as string).trim() : null;
}

function textOf(resource: Resource, name: string, most: number): string | null {
  const value = resource[name];
  if (typeof value !== 'string' || value === '') return null;
  if (value.length > most) throw invalidValue(`${name} has ${most} characters at most`);
  return value;
}

function itemsOf(resource: Resource, name: string, most: number): Resource[] {
  const items = (resource[name] as Resource[] | undefined) ?? [];
  if (items.length > most) throw invalidValue(`${name} holds ${most} items at most`);
  return items;
}

/** No directory makes owners. */
export const isOfOtherRole = (present: Role, wanted: Role | null): wanted is Role =>
  wanted !== null && wanted !== present && present !== ROLE.owner;
