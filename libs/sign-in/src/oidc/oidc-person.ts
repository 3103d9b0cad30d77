import { attributeMapIn, fieldsIn, isClaim } from '../accounts/attribute-map';
import { ExternalPerson, fullNameIn, groupsIn, roleIn } from '../accounts/external-person';
import { givesOut, IdentityProvider } from '../providers/identity-provider';
import type { OidcSettings } from './oidc-settings';

export type Claims = Readonly<Record<string, unknown>>;

const MAX_SUBJECT = 255;

/** OpenID Connect Core section 2: at most 255 ASCII characters. */
export const isSubject = (text: unknown): text is string =>
  typeof text === 'string' && text.length > 0 && text.length <= MAX_SUBJECT && /^[\x20-\x7e]+$/.test(text);

/** The person whom the claims describe; `null`: they name none. A missing `email_verified` counts as false. */
export function personIn(provider: IdentityProvider<OidcSettings>, claims: Claims): ExternalPerson | null {
  const { sub: subject, email, email_verified: verified } = claims;
  if (!isSubject(subject)) return null;
  const { groups_claim: groupsClaim, role_claim: roleClaim, trust_addresses: trusts } = provider.settings;
  const address = typeof email === 'string' && email.length <= 254 ? email.trim() : null;
  const map = attributeMapIn(provider.settings.attribute_map ?? '', isClaim)!;
  const named = [map.fullName === null ? [] : claims[map.fullName], claims.name, claims.preferred_username].flat();
  const isTrusted = trusts && !provider.settings.link_by_address && verified === undefined;
  return {
    subject,
    address,
    isVerified: verified === true || (isTrusted && address !== null && givesOut(provider, address)),
    fullName: fullNameIn(named, address),
    role: roleClaim === null ? null : roleIn(claims[roleClaim]),
    groups: groupsClaim === null ? null : groupsIn(claims[groupsClaim]),
    fields: fieldsIn(claims, map),
  };
}
