import { messageIn, Part } from './message';
import { assertSignatureShapes, isSigned } from './signature-shape';
import {
  ASSERTION,
  attributeOf,
  childrenOf,
  everyElement,
  onlyChild,
  optionalChild,
  PROTOCOL,
  SIGNATURE,
  textOf,
  XmlIsRefused,
} from './xml';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const PARTS: readonly Part[] = [
  [ASSERTION, 'Issuer'],
  [SIGNATURE, 'Signature'],
  [PROTOCOL, 'Status'],
  [ASSERTION, 'Assertion'],
];

/** What must hold of a response before its signatures are looked at. */
export interface ExpectedResponse {
  /** Of the provider. */
  readonly entityId: string;
  /** The address here that takes responses. */
  readonly consumer: string;
  readonly needsBothSignatures: boolean;
}

/** Which parts of a response have a signature, and what it says of itself. Nothing of it is proved yet. */
export interface ResponseShape {
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
  readonly inResponseTo: string | null;
}

/**
 * A response with one assertion that is not encrypted, and with signatures only where they belong.
 * @throws XmlIsRefused
 */
export function responseShapeIn(xml: string, expected: ExpectedResponse): ResponseShape {
  const response = messageIn(xml, 'Response', PARTS);
  assertSuccess(response);
  const assertion = assertionOf(response);
  assertSignatureShapes(response, [response, assertion]);
  const [isResponseSigned, isAssertionSigned] = [isSigned(response), isSigned(assertion)];
  if (!isResponseSigned && !isAssertionSigned) throw new XmlIsRefused('nothing of it is signed');
  if (expected.needsBothSignatures && !(isResponseSigned && isAssertionSigned))
    throw new XmlIsRefused('the response and the assertion must both be signed');
  assertAddressed(response, expected, isResponseSigned);
  return { isResponseSigned, isAssertionSigned, inResponseTo: attributeOf(response, 'InResponseTo') };
}

function assertSuccess(response: Element): void {
  const code = onlyChild(onlyChild(response, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode');
  const status = attributeOf(code, 'Value') ?? '';
  if (status === SUCCESS) return;
  const [more] = childrenOf(code).map((one) => attributeOf(one, 'Value'));
  throw new XmlIsRefused(`the provider says ${[status, more].filter(Boolean).join(', ')}`);
}

/** @throws XmlIsRefused if there is another one anywhere */
function assertionOf(response: Element): Element {
  const assertion = onlyChild(response, ASSERTION, 'Assertion');
  const named = everyElement(response).map(({ localName }) => localName.toLowerCase());
  const count = (name: string) => named.filter((one) => one === name).length;
  if (count('assertion') > 1 || count('response') > 1) throw new XmlIsRefused('it has several assertions');
  if (named.some((name) => name.startsWith('encrypted'))) throw new XmlIsRefused('it is encrypted');
  return assertion;
}

function assertAddressed(response: Element, { entityId, consumer }: ExpectedResponse, isSigned_: boolean): void {
  const issuer = optionalChild(response, ASSERTION, 'Issuer');
  if (issuer && textOf(issuer).trim() !== entityId) throw new XmlIsRefused('the response is of another issuer');
  const destination = attributeOf(response, 'Destination');
  if (destination === null ? isSigned_ : destination !== consumer)
    throw new XmlIsRefused('the response is for another address');
}
