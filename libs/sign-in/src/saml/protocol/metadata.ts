import { X509Certificate } from 'node:crypto';
import {
  attributeOf,
  childrenNamed,
  everyElement,
  instantOf,
  isNamed,
  METADATA,
  onlyChild,
  PROTOCOL,
  readXml,
  SIGNATURE,
  textOf,
  XmlIsRefused,
} from './xml';

/** What a provider says of itself, as far as it is used. */
export interface ProviderFacts {
  readonly entity_id: string;
  /** Where a browser logs in. */
  readonly sso_url: string;
  /** Where a browser logs out; `null`: it cannot. */
  readonly slo_url: string | null;
  /** Where answers to requests to log out go. */
  readonly slo_response_url: string | null;
  /** What it signs with, in base 64: several while it changes them. */
  readonly certificates: readonly string[];
  /** ISO 8601; `null`: it does not say how long this is valid. */
  readonly valid_until: string | null;
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const FEWEST_BITS = 2_048;
const LONGEST_ENTITY_ID = 1_024;

/** @throws XmlIsRefused */
export function factsIn(metadata: string): ProviderFacts {
  const root = readXml(metadata.replace(/^\uFEFF/, ''), true);
  const entities = everyElement(root).filter((one) => isNamed(one, METADATA, 'EntityDescriptor'));
  const [entity, another] = entities.filter((one) => rolesOf(one).length > 0);
  if (!entity || another) throw new XmlIsRefused('it does not describe one identity provider that speaks SAML 2.0');
  const [role] = rolesOf(entity);
  const entityId = attributeOf(entity, 'entityID') ?? '';
  if (entityId === '' || entityId.length > LONGEST_ENTITY_ID) throw new XmlIsRefused('it has no entityID');
  const sso = redirectOf(role!, 'SingleSignOnService');
  if (!sso) throw new XmlIsRefused('it has no SingleSignOnService for HTTP-Redirect');
  const slo = redirectOf(role!, 'SingleLogoutService');
  const ends = [root, entity, role!].flatMap((one) => instantOf(one, 'validUntil') ?? []);
  return {
    entity_id: entityId,
    sso_url: sso.location,
    slo_url: slo?.location ?? null,
    slo_response_url: slo?.responseLocation ?? null,
    certificates: certificatesOf(role!),
    valid_until: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
  };
}

const rolesOf = (entity: Element): Element[] =>
  childrenNamed(entity, METADATA, 'IDPSSODescriptor').filter((role) =>
    (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL),
  );

function redirectOf(role: Element, name: string): { location: string; responseLocation: string } | null {
  const found = childrenNamed(role, METADATA, name).find((one) => attributeOf(one, 'Binding') === REDIRECT);
  if (!found) return null;
  const location = webAddress(attributeOf(found, 'Location') ?? '');
  const response = attributeOf(found, 'ResponseLocation');
  return { location, responseLocation: response === null ? location : webAddress(response) };
}

/** Browsers are sent there, so it may be no script and no file. @throws XmlIsRefused */
function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '')
    throw new XmlIsRefused('a Location in it is no address of the web');
  return url.href;
}

/** @throws XmlIsRefused if there is none that can be used */
function certificatesOf(role: Element): string[] {
  const forSigning = childrenNamed(role, METADATA, 'KeyDescriptor').filter(
    (one) => (attributeOf(one, 'use') ?? 'signing') === 'signing',
  );
  const texts = forSigning
    .flatMap((one) => everyElement(onlyChild(one, SIGNATURE, 'KeyInfo')))
    .filter((one) => isNamed(one, SIGNATURE, 'X509Certificate'))
    .map((one) => textOf(one).replace(/\s+/g, ''));
  const usable = [...new Set(texts)].filter((one) => isUsable(certificateIn(one)));
  if (usable.length === 0)
    throw new XmlIsRefused(`it has no certificate for signing with an RSA key of ${FEWEST_BITS} bits`);
  return usable;
}

/** @throws XmlIsRefused */
export function certificateIn(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new XmlIsRefused('a certificate in it cannot be read');
  }
}

const isUsable = ({ publicKey }: X509Certificate): boolean =>
  publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= FEWEST_BITS;

/** Whether the certificate is valid at this moment. */
export function isInForce({ validFrom, validTo }: X509Certificate, now = Date.now()): boolean {
  return Date.parse(validFrom) <= now && now < Date.parse(validTo);
}
