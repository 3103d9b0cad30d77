import type { IdentityProvider, ProviderKind } from '../../server/settings/identity-providers';

/** An option of a provider, by the name that the interface has for it. */
export interface ProviderField {
  readonly name: string;
  readonly kind: 'text' | 'secret' | 'long' | 'flag';
  readonly isRequired?: boolean;
  /** What a new provider begins with. */
  readonly start?: string | boolean;
}

export type FieldValues = Readonly<Record<string, string | boolean>>;

const OF_EVERY_KIND: readonly ProviderField[] = [
  { name: 'jit', kind: 'flag', start: true },
  { name: 'invited_only', kind: 'flag', start: false },
  { name: 'link_by_address', kind: 'flag', start: false },
  { name: 'domain', kind: 'text' },
  { name: 'groups_claim', kind: 'text' },
  { name: 'role_claim', kind: 'text' },
  { name: 'makes_owners', kind: 'flag', start: false },
  { name: 'attribute_map', kind: 'text' },
  { name: 'icon', kind: 'text' },
];

const OF_KIND: Readonly<Record<ProviderKind, readonly ProviderField[]>> = {
  oidc: [
    { name: 'issuer', kind: 'text', isRequired: true },
    { name: 'client_id', kind: 'text', isRequired: true },
    { name: 'client_secret', kind: 'secret' },
    { name: 'scopes', kind: 'text', start: 'profile email' },
    { name: 'trust_addresses', kind: 'flag', start: false },
    { name: 'provider_logout', kind: 'flag', start: true },
  ],
  ldap: [
    { name: 'url', kind: 'text', isRequired: true },
    { name: 'starttls', kind: 'flag', start: true },
    { name: 'ca', kind: 'long' },
    { name: 'bind_dn', kind: 'text', isRequired: true },
    { name: 'bind_password', kind: 'secret', isRequired: true },
    { name: 'base', kind: 'text', isRequired: true },
    { name: 'user_filter', kind: 'text', isRequired: true, start: '(|(uid={login})(mail={login}))' },
    { name: 'group_base', kind: 'text' },
  ],
  saml: [
    { name: 'metadata_url', kind: 'text' },
    { name: 'metadata', kind: 'long' },
    { name: 'name_id_format', kind: 'text', start: 'persistent' },
    { name: 'require_both_signatures', kind: 'flag', start: false },
    { name: 'idp_initiated', kind: 'flag', start: false },
    { name: 'provider_logout', kind: 'flag', start: true },
  ],
};

export const PROVIDER_KINDS = Object.keys(OF_KIND) as ProviderKind[];

export const fieldsOf = (kind: ProviderKind): readonly ProviderField[] => [
  { name: 'name', kind: 'text', isRequired: true },
  ...OF_KIND[kind],
  ...OF_EVERY_KIND,
];

/** What a form begins with. @param provider absent: a new one */
export function valuesOf(kind: ProviderKind, provider?: IdentityProvider): FieldValues {
  const given: Readonly<Record<string, unknown>> = provider ? { ...provider.settings, ...provider } : {};
  return Object.fromEntries(
    fieldsOf(kind).map(({ name, kind: of, start }) => [name, asField(of, provider ? given[name] : start)]),
  );
}

/** The options that a user has changed. A secret that is left empty stays as it is. */
export const changedIn = (before: FieldValues, after: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));

function asField(kind: ProviderField['kind'], value: unknown): string | boolean {
  if (kind === 'flag') return value === true;
  if (kind === 'secret') return '';
  return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
}

/** A name for paths, made from a name for people. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);

/** What has to be told to the provider. Directories are told nothing. */
export function addressesFor(
  kind: ProviderKind,
  slug: string,
): readonly { readonly key: string; readonly url: string }[] {
  const at = (path: string): string => `${location.origin}${path}`;
  if (kind === 'oidc')
    return [
      { key: 'redirectUri', url: at(`/complete/oidc/${slug}`) },
      { key: 'backchannelUri', url: at(`/oidc/backchannel/${slug}`) },
    ];
  if (kind === 'saml')
    return [
      { key: 'acsUrl', url: at(`/complete/saml/${slug}`) },
      { key: 'sloUrl', url: at(`/saml/slo/${slug}`) },
      { key: 'metadataUrl', url: at(`/saml/metadata/${slug}.xml`) },
    ];
  return [];
}
