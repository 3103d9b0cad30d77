import type { Claims } from './oidc-person';

/** Beside the checks of the library, which leave these to their users. */
const MAX_SKEW_SECONDS = 300;

/**
 * A token that was given out long ago, or in the future, is not the answer to a code of now. A token that names a party
 * is for that party alone.
 */
export function assertMeantForHere({ iat, azp }: Claims, clientId: string): void {
  const skew = typeof iat === 'number' ? Math.abs(iat - Date.now() / 1000) : Infinity;
  if (skew > MAX_SKEW_SECONDS) throw new Error('the id token is not of now');
  if (azp !== undefined && azp !== clientId) throw new Error('the id token is for another party');
}

/** What a provider says of itself, as far as it is used. */
interface Description {
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly jwks_uri?: string;
  readonly userinfo_endpoint?: string;
  readonly end_session_endpoint?: string;
}

/**
 * Browsers are sent to some of the addresses, so none may be a script or a file. An issuer that speaks encrypted does so
 * at all of its addresses.
 */
export function assertUsable(description: Description, issuer: string): void {
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint } = description;
  const needed = [authorization_endpoint, token_endpoint, jwks_uri];
  const optional = [userinfo_endpoint, end_session_endpoint].filter((address) => address !== undefined);
  const protocols = new URL(issuer).protocol === 'https:' ? ['https:'] : ['https:', 'http:'];
  const isUsable = (address: string | undefined): boolean =>
    address !== undefined && URL.canParse(address) && protocols.includes(new URL(address).protocol);
  if (![...needed, ...optional].every(isUsable))
    throw new Error('the description has no address, or one that is none or is not encrypted');
}
