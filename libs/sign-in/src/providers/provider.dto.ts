import { Flag, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { PROVIDER_KINDS, ProviderKindName } from './identity-provider';

const MAX = 2_000;

/** The options of a provider. Absent ones stay as they are. */
export class ChangeProviderRequest {
  @Text({ doc: 'For the button of the login page.', maxLength: 100, required: false }) name?: string;
  @Text({ doc: 'An https address of a PNG for the button; empty: none.', maxLength: MAX, required: false })
  icon?: string;
  @Flag({ doc: 'Whether the provider is in use.', required: false }) enabled?: boolean;
  @Flag({ doc: 'Makes an account at the first login of a person.', required: false }) jit?: boolean;
  @Flag({ doc: 'With `jit`: only if a user has invited the address.', required: false }) invited_only?: boolean;
  @Flag({ doc: 'Links accounts with the same verified address in `domain`.', required: false })
  link_by_address?: boolean;
  @Text({ doc: 'Mail domains of the provider, separated by commas.', maxLength: MAX, required: false })
  domain?: string;
  @Text({ doc: 'The claim or attribute with the groups of a person.', maxLength: 200, required: false })
  groups_claim?: string;
  @Text({ doc: 'The claim or attribute with the role of a person.', maxLength: 200, required: false })
  role_claim?: string;
  @Flag({ doc: 'Lets a linked group make owners. No claim does.', required: false }) makes_owners?: boolean;

  @Text({ doc: 'OIDC: the issuer.', maxLength: MAX, required: false }) issuer?: string;
  @Text({ doc: 'OIDC: how the provider names this server.', maxLength: MAX, required: false }) client_id?: string;
  @Text({ doc: 'OIDC: never shown again.', maxLength: MAX, required: false }) client_secret?: string;
  @Text({ doc: 'OIDC: what is asked for beside `openid`.', maxLength: MAX, required: false }) scopes?: string;
  @Flag({
    doc: 'OIDC: addresses in `domain` need not be called verified for a new account.',
    required: false,
  })
  trust_addresses?: boolean;
  @Flag({ doc: 'OIDC and SAML: a logout here also ends the login at the provider.', required: false })
  provider_logout?: boolean;

  @Text({ doc: 'LDAP: the address of the server.', maxLength: MAX, required: false }) url?: string;
  @Flag({ doc: 'LDAP: whether the connection becomes encrypted by StartTLS.', required: false }) starttls?: boolean;
  @Text({ doc: 'LDAP: certificates of authorities, as PEM.', maxLength: 100_000, required: false }) ca?: string;
  @Text({ doc: 'LDAP: the name of the account that searches.', maxLength: MAX, required: false }) bind_dn?: string;
  @Text({ doc: 'LDAP: its password, never shown again.', maxLength: MAX, required: false }) bind_password?: string;
  @Text({ doc: 'LDAP: where people are.', maxLength: MAX, required: false }) base?: string;
  @Text({ doc: 'LDAP: finds a person; `{login}` is the typed name.', maxLength: MAX, required: false })
  user_filter?: string;
  @Text({ doc: 'LDAP: where groups are.', maxLength: MAX, required: false }) group_base?: string;
  @Text({
    doc:
      'What is taken from which attribute or claim, such as `full_name=cn, email=mail` and, for a profile field, ' +
      '`Phone=telephoneNumber`.',
    maxLength: MAX,
    required: false,
  })
  attribute_map?: string;

  @Text({ doc: 'SAML: the metadata of the provider, as XML.', maxLength: 200_000, required: false })
  metadata?: string;
  @Text({ doc: 'SAML: where the metadata is read anew each hour; empty: nowhere.', maxLength: MAX, required: false })
  metadata_url?: string;
  @Flag({ doc: 'SAML: lets a login begin at the provider. Off at first.', required: false }) idp_initiated?: boolean;
  @Flag({
    doc: 'SAML: the response and the assertion must both be signed; else one signature is enough.',
    required: false,
  })
  require_both_signatures?: boolean;
  @Text({
    doc: 'SAML: what people are to be named by: `persistent` (at first), `email` or `unspecified`.',
    maxLength: 20,
    required: false,
  })
  name_id_format?: string;
  @Text({
    doc:
      'SAML: `prepare` publishes the certificate of a new key of this server beside the one in use, `switch` signs ' +
      'with the new key and retires the old one, `discard` drops the new key.',
    maxLength: 20,
    required: false,
  })
  signing_key?: string;
}

export class AddProviderRequest extends ChangeProviderRequest {
  @Word({ doc: 'The kind of the provider.', oneOf: PROVIDER_KINDS }) kind: ProviderKindName;
  @Text({ doc: 'Its name in paths.', maxLength: 40 }) slug: string;
  @Text({ doc: 'For the button of the login page.', maxLength: 100 }) override name: string;
}

export class ProviderDto {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty({ enum: PROVIDER_KINDS }) kind: ProviderKindName;
  @ApiProperty({ description: 'Its name in paths' }) slug: string;
  @ApiProperty() name: string;
  @ApiProperty({ type: String, nullable: true }) icon: string | null;
  @ApiProperty() enabled: boolean;
  @ApiProperty({ description: 'Makes an account at the first login of a person' }) jit: boolean;
  @ApiProperty() link_by_address: boolean;
  @ApiProperty({ description: 'Mail domains, separated by commas' }) domain: string;
  @ApiProperty({ description: 'A secret is stored; it is never shown' }) has_secret: boolean;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The options of its kind, without secrets' })
  settings: Record<string, unknown>;
}

export class ListProvidersResponse {
  @ApiProperty({ type: [ProviderDto] }) identity_providers: ProviderDto[];
}

export class AddProviderResponse {
  @ApiProperty({ type: 'integer' }) id: number;
}
