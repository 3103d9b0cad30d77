import type { SigningKey } from './certificates';
import { Draft, inMinutes, nameIdXml, SamlPerson } from './draft';
import type { Changes, SamlIdp } from './identity-provider';

/** What an attack is made of. */
export interface Scene {
  readonly idp: SamlIdp;
  /** A key of another provider, or of the attacker. */
  readonly foreignKey: SigningKey;
  readonly expected: { readonly audience: string; readonly consumer: string; readonly requestId: string };
  /** Who logs in at the provider, and who the attacker wants to be. */
  readonly person: SamlPerson;
  readonly victim: SamlPerson;
}

/** The XML that the browser brings. */
export type Attack = (scene: Scene) => string;

export const good = ({ idp, expected, person }: Scene, changes: Changes = {}): string =>
  idp.response(expected, person, changes);

const says =
  (draft: Partial<Draft> | ((scene: Scene) => Partial<Draft>)): Attack =>
  (scene) =>
    good(scene, { draft: typeof draft === 'function' ? draft(scene) : draft });

const bearer = (scene: Scene, attributes: string): string =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${scene.expected.consumer}" NotOnOrAfter="${inMinutes(5)}" ${attributes}/></saml:SubjectConfirmation>`;
const code = (value: string) => `urn:oasis:names:tc:SAML:2.0:status:${value}`;
const YEAR = 525_600;

/** What is signed as it should be, and wrong: a response to another party, of another time, or about no person. */
export const WRONG_CONTENT: Readonly<Record<string, Attack>> = {
  'another audience': says({ audiences: [['https://other.example.org/metadata']] }),
  'two audiences of which one restriction leaves this server out': says(({ expected }) => ({
    audiences: [[expected.audience], ['https://other.example.org/metadata']],
  })),
  'an audience that begins like this server': says(({ expected }) => ({ audiences: [[`${expected.audience}.evil`]] })),
  'no audience': says({ audiences: [] }),
  'another recipient': says({ recipient: 'https://other.example.org/complete/saml/idp' }),
  'the recipient of another provider here': says(({ expected }) => ({
    recipient: expected.consumer.replace(/idp$/, 'other'),
  })),
  'no recipient': says({ recipient: null }),
  'another destination': says({ destination: 'https://other.example.org/complete/saml/idp' }),
  'no destination of a signed response': says({ destination: null }),
  'another issuer': says({ issuer: 'https://evil.example.org/metadata' }),
  'another issuer of the response': says({ responseIssuer: 'https://evil.example.org/metadata' }),
  'an issuer that is no provider': says({ issuerFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }),
  'conditions that have expired': says({ notOnOrAfter: -10 }),
  'a confirmation that has expired': says({ confirmedUntil: -10 }),
  'conditions of later': says({ notBefore: 10 }),
  'a time of issue of later': says({ issuedAt: 10 }),
  'a confirmation for ever': says({ confirmedUntil: null }),
  'a confirmation for a year': says({ confirmedUntil: YEAR }),
  'a session of the provider that is over': says({ sessionEnds: -10 }),
  'a time that is none': says({
    conditionsXml: '',
    assertionXml: '',
    statementXml: '<saml:AuthnStatement AuthnInstant="now"/>',
  }),
  'an answer to another request': says({ inResponseTo: '_another', responseInResponseTo: '_another' }),
  'an assertion for another request': says({ inResponseTo: '_another' }),
  'a response to another request': says({ responseInResponseTo: '_another' }),
  'an answer to no request': says({ inResponseTo: null, responseInResponseTo: null }),
  'an assertion for no request': says({ inResponseTo: null }),
  'a holder of a key': says({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }),
  'a sender that vouches': says({ method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }),
  'two confirmations': says((scene) => ({ confirmationsXml: bearer(scene, 'InResponseTo="_another"') })),
  'no login at the provider': says({ statementXml: ' ' }),
  'a condition that is not known': says({ conditionsXml: '<saml:Condition/>' }),
  'a login that failed': says({ status: `<samlp:StatusCode Value="${code('Responder')}"/>` }),
  'a login that the person broke off': says({
    status: `<samlp:StatusCode Value="${code('Responder')}"><samlp:StatusCode Value="${code('AuthnFailed')}"/></samlp:StatusCode>`,
  }),
  'no status': says({ status: '' }),
  'two statuses': says({
    status: `<samlp:StatusCode Value="${code('Success')}"/><samlp:StatusCode Value="${code('Responder')}"/>`,
  }),
  'SAML 1.1': says({ version: '1.1' }),
  'SAML 3': says({ version: '3.0' }),
  'no NameID': says({ nameIdXml: '' }),
  'two NameIDs': says({ nameIdXml: nameIdXml('somebody') + nameIdXml('victim') }),
  'an empty NameID': says({ nameIdXml: nameIdXml('') }),
  'a NameID of blanks': says({ nameIdXml: nameIdXml('   ') }),
  'a NameID with a blank at its end': says({ nameIdXml: nameIdXml('victim ') }),
  'a NameID of 10 kB': says({ nameIdXml: nameIdXml('x'.repeat(10_000)) }),
  'a NameID with a line break': says({ nameIdXml: nameIdXml('vic\ntim') }),
  'a NameID with NUL': says({ nameIdXml: '<saml:NameID>victim&#0;</saml:NameID>' }),
  'a NameID with other elements': says({ nameIdXml: '<saml:NameID>vic<saml:b>tim</saml:b></saml:NameID>' }),
  'a transient NameID': says({
    nameIdXml: nameIdXml('_1234', 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'),
  }),
  'an encrypted NameID': says({ nameIdXml: '<saml:EncryptedID/>' }),
  extensions: says({ responseXml: '<samlp:Extensions><x xmlns="urn:x"/></samlp:Extensions>' }),
  'an attribute with NUL': says({
    assertionXml:
      '<saml:AttributeStatement><saml:Attribute Name="groups"><saml:AttributeValue>&#x0;</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
  }),
};
