import { NameId, nameIdIn, SKEW_MS } from './assertion';
import { assertSignatureShapes } from './signature-shape';
import {
  ASSERTION,
  attributeOf,
  childrenNamed,
  childrenOf,
  instantOf,
  isNamed,
  onlyChild,
  PROTOCOL,
  readXml,
  SIGNATURE,
  textOf,
  XmlIsRefused,
} from './xml';

/** A request may be this old, and is remembered for longer. */
export const LOGOUT_AGE_MS = 600_000;
const MOST_SESSIONS = 100;

/** A request of a provider to end sessions of a person. */
export interface LogoutRequest {
  readonly id: string;
  readonly nameId: NameId;
  /** Empty: all sessions. */
  readonly sessionIndexes: readonly string[];
}

export interface ExpectedLogout {
  /** Of the provider. */
  readonly entityId: string;
  /** The address here that takes requests. */
  readonly address: string;
}

/**
 * Whether its signature is right is not checked here.
 * @throws XmlIsRefused
 */
export function logoutRequestIn(xml: string, { entityId, address }: ExpectedLogout, now = Date.now()): LogoutRequest {
  const request = readXml(xml);
  if (!isNamed(request, PROTOCOL, 'LogoutRequest')) throw new XmlIsRefused('it is no request to log out');
  assertParts(request);
  assertSignatureShapes(request, [request]);
  if (attributeOf(request, 'Version') !== '2.0') throw new XmlIsRefused('it is not of SAML 2.0');
  if (textOf(onlyChild(request, ASSERTION, 'Issuer')).trim() !== entityId)
    throw new XmlIsRefused('the request is of another issuer');
  if (attributeOf(request, 'Destination') !== address) throw new XmlIsRefused('the request is for another address');
  const issued = instantOf(request, 'IssueInstant');
  if (issued === null || issued > now + SKEW_MS || issued < now - LOGOUT_AGE_MS)
    throw new XmlIsRefused('the request is not of now');
  const until = instantOf(request, 'NotOnOrAfter');
  if (until !== null && until <= now - SKEW_MS) throw new XmlIsRefused('the request has expired');
  const id = attributeOf(request, 'ID') ?? '';
  if (!/^[A-Za-z_][\w.-]{0,199}$/.test(id)) throw new XmlIsRefused('the request has no id');
  const sessionIndexes = childrenNamed(request, PROTOCOL, 'SessionIndex').map((one) => textOf(one).trim());
  if (sessionIndexes.length > MOST_SESSIONS) throw new XmlIsRefused('the request names too many sessions');
  return { id, nameId: nameIdIn(request), sessionIndexes };
}

function assertParts(request: Element): void {
  const parts: readonly [string, string][] = [
    [ASSERTION, 'Issuer'],
    [SIGNATURE, 'Signature'],
    [ASSERTION, 'NameID'],
    [PROTOCOL, 'SessionIndex'],
  ];
  for (const child of childrenOf(request))
    if (!parts.some(([namespace, name]) => isNamed(child, namespace, name)))
      throw new XmlIsRefused(`the request has a part that is not read here: ${child.localName}`);
}
