import type { Organization } from '@app/identity';
import type { IdentityProvider, ProviderSettings } from '../providers/identity-provider';
import { certificateIn, isInForce, ProviderFacts } from './protocol/metadata';

export interface SamlSettings extends ProviderSettings, ProviderFacts {
  /** Where the metadata is read from now and then; `null`: an owner gives it. */
  readonly metadata_url: string | null;
  /** A logout here also ends the login at the provider. Absent: it does. */
  readonly provider_logout?: boolean;
  /** Lets a login begin at the provider. Then nothing shows that the browser wanted it. */
  readonly idp_initiated: boolean;
  /** Otherwise one signature, of the response or of the assertion, is enough. */
  readonly require_both_signatures: boolean;
  readonly name_id_format: NameIdFormat;
  /** What is taken from which attribute. */
  readonly attribute_map: string;
  /** A new key of this server is published, and does not sign yet. Absent: none is. */
  readonly has_next_key?: boolean;
  readonly groups_claim: string | null;
  readonly role_claim: string | null;
}

export type SamlProvider = IdentityProvider<SamlSettings>;

/** What a provider is asked to name people by. */
const NAME_ID_FORMATS = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: null,
} as const;
export type NameIdFormat = keyof typeof NAME_ID_FORMATS;

export const isNameIdFormat = (text: string): text is NameIdFormat => Object.hasOwn(NAME_ID_FORMATS, text);

/** `null`: the provider decides. */
export const formatOf = ({ settings }: SamlProvider): string | null => NAME_ID_FORMATS[settings.name_id_format];

/** The addresses of this server that a provider has to know. */
export interface ServiceAddresses {
  /** The name of this server at the provider, and where its metadata is. */
  readonly entityId: string;
  /** Takes responses. */
  readonly consumer: string;
  /** Takes requests to log out, and answers to them. */
  readonly logout: string;
}

export const addressesOf = ({ url }: Pick<Organization, 'url'>, slug: string): ServiceAddresses => ({
  entityId: `${url}/saml/metadata/${slug}.xml`,
  consumer: `${url}/complete/saml/${slug}`,
  logout: `${url}/saml/slo/${slug}`,
});

/** The certificates with which the provider may sign at this moment. */
export function certificatesInForce({ settings }: SamlProvider, now = Date.now()) {
  const { valid_until: end, certificates } = settings;
  if (end !== null && Date.parse(end) <= now) return [];
  return certificates.map(certificateIn).filter((one) => isInForce(one, now));
}
