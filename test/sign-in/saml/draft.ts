import { randomBytes } from 'node:crypto';

export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** A person as the provider describes them. */
export interface SamlPerson {
  readonly nameId: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
}

/** All that a response says; `null` leaves a part out. A test changes some of it. */
export interface Draft {
  responseId: string;
  assertionId: string;
  version: string;
  status: string;
  /** Of the assertion. */
  issuer: string;
  issuerFormat: string | null;
  responseIssuer: string | null;
  destination: string | null;
  recipient: string | null;
  method: string;
  /** Of the assertion. */
  inResponseTo: string | null;
  responseInResponseTo: string | null;
  /** A list for each restriction. */
  audiences: readonly (readonly string[])[];
  /** Instead of the usual one. */
  nameIdXml: string;
  /** Minutes from now. */
  notBefore: number | null;
  notOnOrAfter: number | null;
  confirmedUntil: number | null;
  issuedAt: number;
  sessionEnds: number | null;
  sessionIndex: string;
  /** Parts that are written as they are. */
  conditionsXml: string;
  confirmationsXml: string;
  statementXml: string | null;
  responseXml: string;
  assertionXml: string;
}

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
export const newId = (): string => `_${randomBytes(16).toString('hex')}`;
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const nameIdXml = (value: string, format: string = PERSISTENT): string =>
  `<saml:NameID Format="${format}">${escaped(value)}</saml:NameID>`;

const attribute = (name: string, value: string | null | undefined): string =>
  value === null || value === undefined ? '' : ` ${name}="${escaped(value)}"`;
const time = (name: string, minutes: number | null): string =>
  attribute(name, minutes === null ? null : inMinutes(minutes));

/** The assertion with all of its namespaces, so that it can be moved to another place. */
export function assertionOf(draft: Draft, attributes: SamlPerson['attributes'] = {}): string {
  const restrictions = draft.audiences.map(
    (list) =>
      `<saml:AudienceRestriction>${list.map((one) => `<saml:Audience>${escaped(one)}</saml:Audience>`).join('')}</saml:AudienceRestriction>`,
  );
  const data = [
    attribute('Recipient', draft.recipient),
    time('NotOnOrAfter', draft.confirmedUntil),
    attribute('InResponseTo', draft.inResponseTo),
  ];
  const statement = `<saml:AuthnStatement AuthnInstant="${inMinutes(-1)}" SessionIndex="${draft.sessionIndex}"${time('SessionNotOnOrAfter', draft.sessionEnds)}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${draft.assertionId}" Version="${draft.version}" IssueInstant="${inMinutes(draft.issuedAt)}"><saml:Issuer${attribute('Format', draft.issuerFormat)}>${escaped(draft.issuer)}</saml:Issuer><saml:Subject>${draft.nameIdXml}<saml:SubjectConfirmation Method="${draft.method}"><saml:SubjectConfirmationData${data.join('')}/></saml:SubjectConfirmation>${draft.confirmationsXml}</saml:Subject><saml:Conditions${time('NotBefore', draft.notBefore)}${time('NotOnOrAfter', draft.notOnOrAfter)}>${restrictions.join('')}${draft.conditionsXml}</saml:Conditions>${draft.statementXml ?? statement}${attributesXml(attributes)}${draft.assertionXml}</saml:Assertion>`;
}

export function responseOf(draft: Draft, assertion: string): string {
  const issuer = draft.responseIssuer === null ? '' : `<saml:Issuer>${escaped(draft.responseIssuer)}</saml:Issuer>`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${draft.responseId}" Version="${draft.version}" IssueInstant="${inMinutes(draft.issuedAt)}"${attribute('Destination', draft.destination)}${attribute('InResponseTo', draft.responseInResponseTo)}>${issuer}<samlp:Status>${draft.status}</samlp:Status>${draft.responseXml}${assertion}</samlp:Response>`;
}

function attributesXml(attributes: NonNullable<SamlPerson['attributes']>): string {
  const all = Object.entries(attributes).map(([name, values]) => {
    const texts = [values].flat().map((one) => `<saml:AttributeValue>${escaped(one)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escaped(name)}">${texts.join('')}</saml:Attribute>`;
  });
  return all.length === 0 ? '' : `<saml:AttributeStatement>${all.join('')}</saml:AttributeStatement>`;
}

interface Expected {
  readonly entityId: string;
  readonly audience: string;
  readonly consumer: string;
  /** `null`: the login begins at the provider. */
  readonly requestId: string | null;
}

/** What a good provider says. */
export const draftFor = ({ entityId, audience, consumer, requestId }: Expected, person: SamlPerson): Draft => ({
  responseId: newId(),
  assertionId: newId(),
  version: '2.0',
  status: `<samlp:StatusCode Value="${SUCCESS}"/>`,
  issuer: entityId,
  issuerFormat: null,
  responseIssuer: entityId,
  destination: consumer,
  recipient: consumer,
  method: BEARER,
  inResponseTo: requestId,
  responseInResponseTo: requestId,
  audiences: [[audience]],
  nameIdXml: nameIdXml(person.nameId, person.format),
  notBefore: -1,
  notOnOrAfter: 5,
  confirmedUntil: 5,
  issuedAt: 0,
  sessionEnds: null,
  sessionIndex: newId(),
  conditionsXml: '',
  confirmationsXml: '',
  statementXml: null,
  responseXml: '',
  assertionXml: '',
});
