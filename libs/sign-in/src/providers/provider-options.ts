import type { ProviderKindName } from './identity-provider';

/** The options of a provider as the interface and the command line name them. Absent: as it is, or the default. */
export interface ProviderOptions {
  name?: string;
  /** Empty: none. */
  icon?: string;
  enabled?: boolean;
  jit?: boolean;
  invited_only?: boolean;
  link_by_address?: boolean;
  domain?: string;

  issuer?: string;
  client_id?: string;
  client_secret?: string;
  scopes?: string;
  groups_claim?: string;
  role_claim?: string;
  makes_owners?: boolean;
  attribute_map?: string;
  trust_addresses?: boolean;
  provider_logout?: boolean;

  url?: string;
  starttls?: boolean;
  ca?: string;
  bind_dn?: string;
  bind_password?: string;
  base?: string;
  user_filter?: string;
  group_base?: string;

  metadata?: string;
  metadata_url?: string;
  idp_initiated?: boolean;
  require_both_signatures?: boolean;
  name_id_format?: string;
  signing_key?: string;
}

type OptionName = keyof ProviderOptions;

const OF_EVERY_KIND: readonly OptionName[] = [
  'name',
  'icon',
  'enabled',
  'jit',
  'invited_only',
  'link_by_address',
  'domain',
  'groups_claim',
  'role_claim',
  'makes_owners',
  'attribute_map',
];

/** The options that only one kind has. */
const OF_KIND: Readonly<Record<ProviderKindName, readonly OptionName[]>> = {
  oidc: ['issuer', 'client_id', 'client_secret', 'scopes', 'trust_addresses', 'provider_logout'],
  ldap: ['url', 'starttls', 'ca', 'bind_dn', 'bind_password', 'base', 'user_filter', 'group_base'],
  saml: [
    'metadata',
    'metadata_url',
    'idp_initiated',
    'require_both_signatures',
    'name_id_format',
    'provider_logout',
    'signing_key',
  ],
};

/** The first given option that the kind does not have; `null`: it has all. */
export function foreignOption(kind: ProviderKindName, given: ProviderOptions): OptionName | null {
  const own = new Set<OptionName>([...OF_EVERY_KIND, ...OF_KIND[kind]]);
  const names = Object.keys(given) as OptionName[];
  return names.find((name) => given[name] !== undefined && !own.has(name)) ?? null;
}
