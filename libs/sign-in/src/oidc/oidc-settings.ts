import type { ProviderSettings } from '../providers/identity-provider';

export interface OidcSettings extends ProviderSettings {
  readonly issuer: string;
  readonly client_id: string;
  /** Scopes beside `openid`, separated by blanks. */
  readonly scopes: string;
  /** Which claims mean what here, such as `full_name=display_name, Phone=phone_number`. Absent: the usual ones. */
  readonly attribute_map?: string;
  readonly groups_claim: string | null;
  readonly role_claim: string | null;
  /** An address in `domains` counts as verified for a new account unless the provider denies it. */
  readonly trust_addresses: boolean;
  /** Ends the login at the provider, too, when a user logs out here. Absent: it does. */
  readonly provider_logout?: boolean;
}

export const USUAL_SCOPES = 'profile email';
