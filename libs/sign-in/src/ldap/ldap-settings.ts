import { isIP } from 'node:net';
import { attributeMapIn } from '../accounts/attribute-map';
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

const ATTRIBUTE = /^[a-zA-Z][a-zA-Z0-9-]{0,99}$/;

export const isAttribute = (text: string): boolean => ATTRIBUTE.test(text);

/** The attributes of a person that are read. */
export interface DirectoryAttributes {
  /** The first attribute with a value counts. */
  readonly fullName: readonly string[];
  readonly address: readonly string[];
  /** By the name of the custom profile field. */
  readonly fields: ReadonlyMap<string, string>;
}

/** The attributes that a text such as `full_name=displayName, Job title=title` names; `null`: it is none. */
export function directoryAttributesIn(text: string): DirectoryAttributes | null {
  const map = attributeMapIn(text, isAttribute);
  if (!map) return null;
  const { fullName, address, fields } = map;
  return { fullName: fullName === null ? ['displayName', 'cn'] : [fullName], address: [address ?? 'mail'], fields };
}
