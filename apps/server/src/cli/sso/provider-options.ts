import type { ProviderKindName } from '@app/sign-in';
import { file, onOff, ProviderOption, required, text } from './options';

const OF_EVERY_KIND: readonly ProviderOption[] = [
  required(text('slug', 'slug', 'its name in paths')),
  required(text('name', 'name', 'for the button of the login page')),
  text('icon', 'url', 'an https address of a PNG for its button'),
  onOff('jit', 'whether the first login of a person makes an account'),
  onOff('invited-only', 'with --jit on: only if a user has invited the address'),
  onOff('link-by-address', 'whether a verified address of --domain links an account that exists'),
  text('domain', 'domains', 'mail domains of the provider, separated by commas'),
  text('groups-claim', 'name', 'the claim or attribute with the groups of a person'),
  text('role-claim', 'name', 'the claim or attribute with the role of a person'),
  text('attribute-map', 'map', 'what is taken from which attribute or claim: full_name=cn, Phone=telephoneNumber'),
  onOff('makes-owners', 'whether a linked group may make owners'),
];

const OF_KIND: Readonly<Record<ProviderKindName, readonly ProviderOption[]>> = {
  oidc: [
    required(text('issuer', 'url', 'the issuer, as the provider writes it')),
    required(text('client-id', 'id', 'how the provider names this server')),
    file('client-secret-file', 'a file with the secret of the client'),
    text('scopes', 'scopes', 'what is asked for beside openid, separated by blanks'),
    onOff('trust-addresses', 'whether addresses of --domain need not be called verified'),
    onOff('provider-logout', 'whether a logout here also ends the login at the provider'),
  ],
  ldap: [
    required(text('url', 'url', 'ldap://host:port or ldaps://host:port')),
    onOff('starttls', 'whether the connection becomes encrypted by StartTLS'),
    file('ca-file', 'a file with certificates of authorities, as PEM'),
    text('bind-dn', 'dn', 'the name of the account that searches; none: it searches without a login'),
    file('bind-password-file', 'a file with its password'),
    required(text('base', 'dn', 'where people are')),
    text('user-filter', 'filter', 'finds a person; {login} is the typed name'),
    text('group-base', 'dn', 'where groups are'),
  ],
  saml: [
    file('metadata-file', 'a file with the metadata of the provider'),
    text('metadata-url', 'url', 'where its metadata is read, also for new certificates, once an hour'),
    onOff('idp-initiated', 'whether a login may begin at the provider'),
    onOff('require-both-signatures', 'whether one signature, of the response or the assertion, is not enough'),
    text('name-id-format', 'format', 'what people are named by: persistent, email or unspecified'),
    onOff('provider-logout', 'whether a logout here also ends the login at the provider'),
  ],
};

export const optionsOf = (kind: ProviderKindName): readonly ProviderOption[] => [...OF_EVERY_KIND, ...OF_KIND[kind]];
