import { NameId, nameIdIn, SKEW_MS } from './assertion';
import { messageIn, Part } from './message';
import { assertSignatureShapes } from './signature-shape';
import {
  ASSERTION,
  attributeOf,
  childrenNamed,
  instantOf,
  onlyChild,
  PROTOCOL,
  SIGNATURE,
  textOf,
  XmlIsRefused,
} from './xml';

/** A request may be this old, and is remembered for longer. */
export const LOGOUT_AGE_MS = 600_000;
const MAX_SESSIONS = 100;
const PARTS: readonly Part[] = [
  [ASSERTION, 'Issuer'],
  [SIGNATURE, 'Signature'],
  [ASSERTION, 'NameID'],
  [PROTOCOL, 'SessionIndex'],
];

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
  const request = messageIn(xml, 'LogoutRequest', PARTS);
  assertSignatureShapes(request, [request]);
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
  if (sessionIndexes.length > MAX_SESSIONS) throw new XmlIsRefused('the request names too many sessions');
  return { id, nameId: nameIdIn(request), sessionIndexes };
}
