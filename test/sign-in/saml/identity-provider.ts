import { createSign } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { signingKey, SigningKey } from './certificates';
import { assertionOf, Draft, draftFor, escaped, inMinutes, nameIdXml, newId, responseOf, SamlPerson } from './draft';
import { signed, Signing } from './signer';

const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings';
const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** What a test changes of a response before it is signed, and how it is signed. */
export interface Changes {
  readonly draft?: Partial<Draft>;
  /** What is signed; usually both. */
  readonly parts?: readonly ('response' | 'assertion')[];
  readonly signing?: Partial<Signing>;
}

/** A request to log in, as a browser brings it. */
export interface AuthnRequest {
  readonly id: string;
  readonly issuer: string;
  readonly consumer: string;
  readonly relayState: string;
  readonly xml: string;
}

export interface Form {
  readonly SAMLResponse: string;
  readonly RelayState: string;
}

/** A SAML provider of the tests' own. It behaves well unless a test changes something. */
export class SamlIdp {
  constructor(
    readonly entityId: string,
    readonly key: SigningKey,
  ) {}

  static async start(entityId = 'https://idp.example.org/metadata'): Promise<SamlIdp> {
    return new SamlIdp(entityId, await signingKey());
  }

  /** What it says of itself. @param keys what it signs with */
  metadata(keys: readonly SigningKey[] = [this.key], { validUntil = '', logout = true } = {}): string {
    const descriptors = keys.map(
      ({ base64 }) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    );
    const slo = `<md:SingleLogoutService Binding="${BINDINGS}:HTTP-Redirect" Location="https://idp.example.org/slo"/>`;
    return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(this.entityId)}"${validUntil === '' ? '' : ` validUntil="${validUntil}"`}>
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${descriptors.join('')}${logout ? slo : ''}
    <md:SingleSignOnService Binding="${BINDINGS}:HTTP-Redirect" Location="https://idp.example.org/sso?tenant=1&amp;x=y"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
  }

  /** Reads the address to which the browser was sent. */
  read(location: string): AuthnRequest {
    const query = new URL(location).searchParams;
    const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest')!, 'base64')).toString();
    const of = (pattern: RegExp) => pattern.exec(xml)![1]!;
    return {
      id: of(/ ID="([^"]+)"/),
      issuer: of(/<saml:Issuer[^>]*>([^<]+)</),
      consumer: of(/AssertionConsumerServiceURL="([^"]+)"/),
      relayState: query.get('RelayState')!,
      xml,
    };
  }

  /** What a browser brings back after the person has logged in. */
  logIn(location: string, person: SamlPerson, changes: Changes = {}): Form {
    const request = this.read(location);
    const { issuer: audience, consumer, id: requestId } = request;
    return this.form(this.response({ audience, consumer, requestId }, person, changes), request.relayState);
  }

  /** A response as XML. */
  response(
    expected: { audience: string; consumer: string; requestId: string | null },
    person: SamlPerson,
    { draft: changed = {}, parts = ['response', 'assertion'], signing = {} }: Changes = {},
  ): string {
    const draft = { ...draftFor({ entityId: this.entityId, ...expected }, person), ...changed };
    const how = { key: this.key, ...signing };
    const assertion = assertionOf(draft, person.attributes);
    const inner = parts.includes('assertion') ? signed(assertion, draft.assertionId, how) : assertion;
    const response = responseOf(draft, inner);
    return parts.includes('response') ? signed(response, draft.responseId, how) : response;
  }

  form(xml: string, RelayState: string): Form {
    return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState };
  }

  logoutRequest(destination: string, nameId: string, changes: Partial<LogoutDraft> = {}): string {
    const draft = { ...this.logoutDraft(destination, nameId), ...changes };
    const indexes = draft.sessionIndexes.map((one) => `<samlp:SessionIndex>${escaped(one)}</samlp:SessionIndex>`);
    const ends = draft.ends === null ? '' : ` NotOnOrAfter="${inMinutes(draft.ends)}"`;
    return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${draft.id}" Version="2.0" IssueInstant="${inMinutes(draft.issuedAt)}"${ends} Destination="${escaped(draft.destination)}"><saml:Issuer>${escaped(draft.issuer)}</saml:Issuer>${draft.nameIdXml}${indexes.join('')}${draft.moreXml}</samlp:LogoutRequest>`;
  }

  /** The request in the query of an address, signed as the binding wants it. */
  logoutQuery(
    xml: string,
    { key = this.key, relayState = 'a state', algorithm = SHA256, hash = 'RSA-SHA256' } = {},
  ): string {
    const message = deflateRawSync(Buffer.from(xml)).toString('base64');
    const text = [
      `SAMLRequest=${encodeURIComponent(message)}`,
      `RelayState=${encodeURIComponent(relayState)}`,
      `SigAlg=${encodeURIComponent(algorithm)}`,
    ].join('&');
    const signature = createSign(hash).update(text).sign(key.privateKey, 'base64');
    return `${text}&Signature=${encodeURIComponent(signature)}`;
  }

  private logoutDraft(destination: string, nameId: string): LogoutDraft {
    return {
      id: newId(),
      destination,
      issuer: this.entityId,
      nameIdXml: nameIdXml(nameId),
      sessionIndexes: [],
      issuedAt: 0,
      ends: 5,
      moreXml: '',
    };
  }
}

export interface LogoutDraft {
  readonly id: string;
  readonly destination: string;
  readonly issuer: string;
  readonly nameIdXml: string;
  readonly sessionIndexes: readonly string[];
  /** Minutes from now. */
  readonly issuedAt: number;
  readonly ends: number | null;
  readonly moreXml: string;
}
