/** How the user logged in. */
export type LoginMethod = 'password' | 'developer' | 'browser' | 'ldap' | 'oidc' | 'saml' | 'passkey';

/** The external login that a session or a key comes from. It ends with that login. It can be stored as JSON. */
export interface LoginOrigin {
  /** The id of the identity provider. */
  readonly providerId: number;
  /** How the provider names the person. */
  readonly subject: string;
  /** How the provider names its session; `null`: it does not. */
  readonly sid: string | null;
  /** When the person last proved to the provider who they are, in UNIX milliseconds. */
  readonly authenticatedAt: number;
  /** What the provider wants to see when the user logs out there: its token, encrypted, in base64. Absent: nothing. */
  readonly sealedHint?: string | null;
}

/** Logins at one provider: those of a person, or those of one session there. At least one is not `null`. */
export interface OriginFilter {
  readonly providerId: number;
  readonly subject: string | null;
  readonly sid: string | null;
}
