import {
  ASSERTION,
  attributeOf,
  childrenNamed,
  childrenOf,
  instantOf,
  isNamed,
  onlyChild,
  readXml,
  textOf,
  XmlIsRefused,
} from './xml';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** How far the clocks of both sides may differ. */
export const SKEW_MS = 60_000;
/** An assertion that is good for longer would have to be remembered for longer. */
const LONGEST_LIFE_MS = 86_400_000;
const LONGEST_NAME_ID = 255;
const MAX_VALUES = 20_000;

export interface ExpectedAssertion {
  /** Of the provider. */
  readonly entityId: string;
  /** Of this server. */
  readonly audience: string;
  /** The address here that takes responses. */
  readonly consumer: string;
}

export interface NameId {
  readonly value: string;
  readonly format: string | null;
  readonly nameQualifier: string | null;
  readonly spNameQualifier: string | null;
}

/** What a provider has signed about a person. */
export interface Assertion {
  readonly id: string;
  readonly nameId: NameId;
  /** The request that it answers; `null`: none. */
  readonly inResponseTo: string | null;
  /** In UNIX milliseconds: it is not accepted from then on. */
  readonly notOnOrAfter: number;
  readonly sessionIndex: string | null;
  /** In UNIX milliseconds. */
  readonly authenticatedAt: number;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads what a signature covers, and nothing else, so that no other part of the message can say who it is.
 * @param xml the signed text
 * @throws XmlIsRefused
 */
export function assertionIn(xml: string, expected: ExpectedAssertion, now = Date.now()): Assertion {
  const assertion = readXml(xml);
  if (!isNamed(assertion, ASSERTION, 'Assertion')) throw new XmlIsRefused('no assertion is signed');
  if (attributeOf(assertion, 'Version') !== '2.0') throw new XmlIsRefused('the assertion is not of SAML 2.0');
  const issuer = onlyChild(assertion, ASSERTION, 'Issuer');
  const isEntity = [null, ENTITY].includes(attributeOf(issuer, 'Format'));
  if (!isEntity || textOf(issuer).trim() !== expected.entityId)
    throw new XmlIsRefused('the assertion is of another issuer');
  const issued = instantOf(assertion, 'IssueInstant');
  if (issued === null || issued > now + SKEW_MS) throw new XmlIsRefused('the assertion is of later');
  assertConditions(onlyChild(assertion, ASSERTION, 'Conditions'), expected.audience, now);
  const subject = onlyChild(assertion, ASSERTION, 'Subject');
  const { inResponseTo, notOnOrAfter } = confirmationOf(subject, expected.consumer, now);
  return {
    id: attributeOf(assertion, 'ID') ?? '',
    nameId: lastingNameIdIn(subject),
    inResponseTo,
    notOnOrAfter,
    ...sessionOf(assertion, now),
    attributes: attributesOf(assertion),
  };
}

/** Whether people may be told apart by such a text. */
export const isNameId = (value: string): boolean =>
  value !== '' && value.length <= LONGEST_NAME_ID && value.trim() === value && !/\p{Cc}/u.test(value);

/** The name of the person, in a subject or in a request to log out. @throws XmlIsRefused */
export function nameIdIn(parent: Element): NameId {
  const element = onlyChild(parent, ASSERTION, 'NameID');
  const value = textOf(element);
  if (!isNameId(value)) throw new XmlIsRefused('the NameID cannot be used');
  return {
    value,
    format: attributeOf(element, 'Format'),
    nameQualifier: attributeOf(element, 'NameQualifier'),
    spNameQualifier: attributeOf(element, 'SPNameQualifier'),
  };
}

/** A name that is another one each time does not tell people apart. @throws XmlIsRefused */
function lastingNameIdIn(subject: Element): NameId {
  const nameId = nameIdIn(subject);
  if (nameId.format === TRANSIENT) throw new XmlIsRefused('the NameID is transient: it names nobody again');
  return nameId;
}

function assertConditions(conditions: Element, audience: string, now: number): void {
  assertTimes(conditions, now);
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  const isForHere = (restriction: Element) =>
    childrenNamed(restriction, ASSERTION, 'Audience').some((one) => textOf(one).trim() === audience);
  if (restrictions.length === 0 || !restrictions.every(isForHere))
    throw new XmlIsRefused('the assertion is for another audience');
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  if (childrenOf(conditions).some((one) => !known.includes(one.localName)))
    throw new XmlIsRefused('the assertion has a condition that is not known here');
}

/** The browser that brings the assertion may use it. @throws XmlIsRefused */
function confirmationOf(subject: Element, consumer: string, now: number) {
  const bearers = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').filter(
    (one) => attributeOf(one, 'Method') === BEARER,
  );
  const [bearer, another] = bearers;
  if (!bearer || another) throw new XmlIsRefused('the assertion is not for the browser that brings it');
  const data = onlyChild(bearer, ASSERTION, 'SubjectConfirmationData');
  if (attributeOf(data, 'Recipient') !== consumer) throw new XmlIsRefused('the assertion is for another recipient');
  const notOnOrAfter = instantOf(data, 'NotOnOrAfter');
  if (notOnOrAfter === null) throw new XmlIsRefused('the assertion is good for ever');
  if (notOnOrAfter > now + LONGEST_LIFE_MS) throw new XmlIsRefused('the assertion is good for too long');
  assertTimes(data, now);
  return { notOnOrAfter, inResponseTo: attributeOf(data, 'InResponseTo') };
}

function assertTimes(element: Element, now: number): void {
  const [from, until] = [instantOf(element, 'NotBefore'), instantOf(element, 'NotOnOrAfter')];
  if (from !== null && from > now + SKEW_MS) throw new XmlIsRefused('the assertion is not valid yet');
  if (until !== null && until <= now - SKEW_MS) throw new XmlIsRefused('the assertion has expired');
}

function sessionOf(assertion: Element, now: number): Pick<Assertion, 'sessionIndex' | 'authenticatedAt'> {
  const [statement] = childrenNamed(assertion, ASSERTION, 'AuthnStatement');
  if (!statement) throw new XmlIsRefused('the assertion does not say that the person has logged in');
  const ends = instantOf(statement, 'SessionNotOnOrAfter');
  if (ends !== null && ends <= now - SKEW_MS) throw new XmlIsRefused('the session of the provider is over');
  const since = instantOf(statement, 'AuthnInstant') ?? now;
  return { sessionIndex: attributeOf(statement, 'SessionIndex'), authenticatedAt: Math.min(since, now) };
}

/** The texts of attributes by their names. Values that are more than a text are left out. */
function attributesOf(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const statements = childrenNamed(assertion, ASSERTION, 'AttributeStatement');
  const attributes = statements.flatMap((one) => childrenNamed(one, ASSERTION, 'Attribute'));
  let count = 0;
  for (const attribute of attributes) {
    const values = childrenNamed(attribute, ASSERTION, 'AttributeValue')
      .filter((one) => childrenOf(one).length === 0)
      .map((one) => textOf(one));
    if ((count += values.length) > MAX_VALUES) throw new XmlIsRefused('the assertion has too many attributes');
    const name = attributeOf(attribute, 'Name') ?? '';
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return found;
}
