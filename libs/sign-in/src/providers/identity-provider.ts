import type { OrganizationId } from '@app/kernel';

export const PROVIDER_KINDS = ['oidc', 'ldap', 'saml'] as const;
export type ProviderKindName = (typeof PROVIDER_KINDS)[number];

/** The settings that every kind has, and those of its kind, by the names of the interface. Never a secret. */
export interface ProviderSettings {
  /** Makes an account at the first login of a person. */
  readonly jit: boolean;
  /** With `jit`: only for people whom a user has invited. Absent: for all. */
  readonly invited_only?: boolean;
  /** Links an account that has the same verified address, if the address is in `domains`. */
  readonly link_by_address: boolean;
  /** Mail domains, in lower case, whose addresses the provider gives out. With `jit`, the only ones that get accounts. */
  readonly domains: readonly string[];
  /** Lets a linked group make owners. Absent: it does not. */
  readonly makes_owners?: boolean;
  readonly [name: string]: unknown;
}

/** What a company logs in with: how to ask it, and what its answers mean here. */
export interface IdentityProvider<Settings extends ProviderSettings = ProviderSettings> {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly kind: ProviderKindName;
  /** Its name in paths. */
  readonly slug: string;
  /** For a button. */
  readonly name: string;
  /** The address of a picture; `null`: the picture of its kind. */
  readonly icon: string | null;
  readonly isEnabled: boolean;
  readonly settings: Settings;
  /** Rises with each change. */
  readonly version: number;
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

export const isSlug = (text: string): boolean => SLUG.test(text);

const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** The domains of a text such as `example.org, example.com`, in lower case; `null`: one is not a domain. */
export function domainsIn(text: string): string[] | null {
  const domains = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '');
  return domains.every((one) => DOMAIN.test(one)) ? [...new Set(domains)] : null;
}

/** In lower case. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Whether the provider gives out the addresses of that domain. Subdomains are domains of their own. */
export const givesOut = ({ settings }: IdentityProvider, address: string): boolean =>
  settings.domains.includes(domainOf(address));
