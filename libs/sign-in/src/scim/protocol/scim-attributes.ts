/**
 * `string`, `boolean`: one value. `complex`: one object. `multi`: a list of objects with `value`. `foreign`: known to
 * SCIM, of no use here, and accepted without effect. `fixed`: decided by this server.
 */
export type AttributeType = 'string' | 'boolean' | 'complex' | 'multi' | 'foreign' | 'fixed';

export interface Attribute {
  /** As SCIM writes it. Clients write it in any case. */
  readonly name: string;
  readonly type: AttributeType;
  /** Of `complex` and `multi`, as SCIM writes them. */
  readonly parts: readonly string[];
  /** Compared with respect to case. */
  readonly isExact: boolean;
}

/** By lower-case name. */
export type Attributes = ReadonlyMap<string, Attribute>;

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const attribute = (name: string, type: AttributeType, parts: readonly string[] = [], isExact = false): Attribute => ({
  name,
  type,
  parts,
  isExact,
});

const table = (...all: readonly Attribute[]): Attributes => new Map(all.map((one) => [one.name.toLowerCase(), one]));

const COMMON = [
  attribute('id', 'fixed', [], true),
  attribute('meta', 'fixed', ['resourceType', 'created', 'lastModified', 'location', 'version']),
  attribute('schemas', 'foreign'),
  attribute('externalId', 'string', [], true),
  attribute('displayName', 'string'),
];

const FOREIGN_TO_USERS = [
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'password',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509Certificates',
];

export const USER_ATTRIBUTES: Attributes = table(
  ...COMMON,
  attribute('groups', 'fixed', ['value', 'display']),
  attribute('userName', 'string'),
  attribute('active', 'boolean'),
  attribute('name', 'complex', ['formatted', 'familyName', 'givenName']),
  attribute('emails', 'multi', ['value', 'type', 'primary', 'display']),
  attribute('roles', 'multi', ['value', 'type', 'primary', 'display']),
  ...FOREIGN_TO_USERS.map((name) => attribute(name, 'foreign')),
);

export const GROUP_ATTRIBUTES: Attributes = table(
  ...COMMON,
  attribute('members', 'multi', ['value', 'type', 'display', '$ref'], true),
);

/** The part of a complex attribute by a name in any case. */
export const partOf = ({ parts }: Attribute, name: string): string | undefined =>
  parts.find((part) => part.toLowerCase() === name.toLowerCase());

const OWN_PREFIXES = [USER_SCHEMA, GROUP_SCHEMA].map((schema) => `${schema.toLowerCase()}:`);

/** The name without the schema that it belongs to; `null`: it belongs to an extension. */
export function withoutSchema(name: string): string | null {
  if (!/^urn:/i.test(name)) return name;
  const prefix = OWN_PREFIXES.find((one) => name.toLowerCase().startsWith(one));
  return prefix === undefined ? null : name.slice(prefix.length);
}
