import type { ProviderSettings } from '../providers/identity-provider';

export interface OidcSettings extends ProviderSettings {
  readonly issuer: string;
  readonly client_id: string;
  /** Scopes beside `openid`, separated by blanks. */
  readonly scopes: string;
  readonly groups_claim: string | null;
  readonly role_claim: string | null;
  /** An address in `domains` counts as verified for a new account unless the provider denies it. */
  readonly trust_addresses: boolean;
}

export const USUAL_SCOPES = 'profile email';
