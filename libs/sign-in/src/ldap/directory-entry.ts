import type { Entry } from 'ldapts';
import { type ExternalPerson, fullNameIn, roleIn } from '../accounts/external-person';
import { directoryAttributesIn, type LdapSettings } from './ldap-settings';

/** What never changes about an entry, in the order in which it is looked for. The name of an entry changes. */
const IDENTIFIERS = ['entryUUID', 'ipaUniqueID', 'nsUniqueId'];
const GUID = 'objectGUID';
const DISABLED = 2;
const MAX_SUBJECT = 255;

/** A person as an entry describes them, with what only directories say. */
export interface DirectoryPerson extends ExternalPerson {
  /** The directory has switched the account off. */
  readonly isDisabled: boolean;
  /** The groups that the entry itself names. */
  readonly namedGroups: readonly string[];
  readonly fields: ReadonlyMap<string, string | null>;
}

/** The attributes to ask for. */
export function attributesOf(settings: LdapSettings): string[] {
  const { fullName, address, fields } = directoryAttributesIn(settings.attribute_map)!;
  const claims = [groupsClaimOf(settings), settings.role_claim ?? []].flat();
  const state = ['uid', 'userAccountControl', 'nsAccountLock', GUID, ...IDENTIFIERS];
  return [...new Set([...state, ...fullName, ...address, ...fields.values(), ...claims])];
}

/** Groups of a person, by name. Active Directory and the `memberof` overlay of OpenLDAP call it so. */
const groupsClaimOf = ({ groups_claim: claim }: LdapSettings): string => claim ?? 'memberOf';

/** The values of an attribute that are text. Names of attributes are the same in upper and lower case. */
export function textsIn(entry: Entry, attribute: string): string[] {
  return valuesIn(entry, attribute).filter((value) => typeof value === 'string' && value !== '') as string[];
}

function valuesIn(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find((one) => one.toLowerCase() === attribute.toLowerCase());
  return name === undefined ? [] : [entry[name]!].flat();
}

/** `null`: the entry has nothing that never changes. */
export function subjectIn(entry: Entry): string | null {
  const [bytes] = valuesIn(entry, GUID);
  if (Buffer.isBuffer(bytes) && bytes.length === 16) return guidOf(bytes);
  const [text] = IDENTIFIERS.flatMap((attribute) => textsIn(entry, attribute));
  return text !== undefined && text.length <= MAX_SUBJECT ? text.toLowerCase() : null;
}

/** As tools of Active Directory write it: the first three parts are stored in the opposite order. */
function guidOf(bytes: Buffer): string {
  const turned = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse().toString('hex');
  const rest = bytes.subarray(8).toString('hex');
  return [turned(0, 4), turned(4, 6), turned(6, 8), rest.slice(0, 4), rest.slice(4)].join('-');
}

/** `null`: the entry has nothing that never changes, so it cannot be told from others. */
export function personIn(entry: Entry, settings: LdapSettings): DirectoryPerson | null {
  const subject = subjectIn(entry);
  if (subject === null) return null;
  const map = directoryAttributesIn(settings.attribute_map)!;
  const [address = null] = map.address.flatMap((attribute) => textsIn(entry, attribute));
  const { role_claim: roleClaim } = settings;
  return {
    subject,
    address: address?.trim() ?? null,
    isVerified: true,
    fullName: fullNameIn(
      [...map.fullName, 'uid'].flatMap((attribute) => textsIn(entry, attribute)),
      address,
    ),
    role: roleClaim === null ? null : roleIn(textsIn(entry, roleClaim)),
    isDisabled: isDisabled(entry),
    groups: null,
    namedGroups: textsIn(entry, groupsClaimOf(settings)),
    fields: new Map([...map.fields].map(([name, attribute]) => [name, textsIn(entry, attribute)[0] ?? null])),
  };
}

function isDisabled(entry: Entry): boolean {
  const [control = '0'] = textsIn(entry, 'userAccountControl');
  const [lock = 'false'] = textsIn(entry, 'nsAccountLock');
  return (Number(control) & DISABLED) !== 0 || lock.toLowerCase() === 'true';
}
