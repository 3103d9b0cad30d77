import { isIP } from 'node:net';
import type { ProviderSettings } from '../providers/identity-provider';

/** How a directory is asked by LDAP. */
export interface DirectorySettings {
  readonly url: string;
  /** Encrypts a connection to an `ldap:` address before anything is said. */
  readonly starttls: boolean;
  /** Certificates of authorities, as PEM; `null`: those that the system trusts. */
  readonly ca: string | null;
  /** The account that searches; empty: it searches without a login. */
  readonly bind_dn: string;
  readonly base: string;
  readonly user_filter: string;
  /** Where groups are; `null`: people's `memberOf` alone tells their groups. */
  readonly group_base: string | null;
  /** Which attributes mean what here, such as `full_name=displayName, Phone=telephoneNumber`. */
  readonly attribute_map: string;
}

export interface LdapSettings extends ProviderSettings, DirectorySettings {
  readonly groups_claim: string | null;
  readonly role_claim: string | null;
}

export const USUAL_FILTER = '(|(uid={login})(mail={login}))';

export interface DirectoryAddress {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
}

/** The parts of an address such as `ldaps://directory.example.org`; `null`: it is none. */
export function directoryAddressIn(text: string): DirectoryAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['ldap:', 'ldaps:'].includes(url.protocol)) return null;
  const { hostname, port, pathname, search, hash, username, password } = url;
  const isPlain = ['', '/'].includes(pathname) && [search, hash, username, password].every((part) => part === '');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isPlain || host === '') return null;
  const isEncrypted = url.protocol === 'ldaps:';
  return { host, isEncrypted, port: port === '' ? (isEncrypted ? 636 : 389) : Number(port) };
}

/** Nothing that is said to such a host crosses a network. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Where an attribute of a person goes. */
export interface AttributeMap {
  /** The first attribute with a value counts. */
  readonly fullName: readonly string[];
  readonly address: readonly string[];
  /** By the name of the custom profile field. */
  readonly fields: ReadonlyMap<string, string>;
}

const ATTRIBUTE = /^[a-zA-Z][a-zA-Z0-9-]{0,99}$/;
const MOST_FIELDS = 30;

export const isAttribute = (text: string): boolean => ATTRIBUTE.test(text);

/** The map of a text such as `full_name=displayName, Job title=title`; `null`: it is none. */
export function attributeMapIn(text: string): AttributeMap | null {
  const parts = text.split(',').map((part) => part.trim());
  const named = new Map<string, string>();
  for (const part of parts.filter((one) => one !== '')) {
    const at = part.lastIndexOf('=');
    const [name, attribute] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || name === '' || named.has(name) || !isAttribute(attribute)) return null;
    named.set(name, attribute);
  }
  if (named.size > MOST_FIELDS) return null;
  const { full_name: fullName, email, ...fields } = Object.fromEntries(named);
  return {
    fullName: fullName === undefined ? ['displayName', 'cn'] : [fullName],
    address: [email ?? 'mail'],
    fields: new Map(Object.entries(fields)),
  };
}
