import { SignedXml } from 'xml-crypto';
import { Attack, good, Scene } from './attacks';
import { assertionOf, draftFor, nameIdXml, responseOf } from './draft';
import { signed } from './signer';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${DSIG}enveloped-signature`;
const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s;

const bothWith =
  (signing: NonNullable<Parameters<typeof good>[1]>['signing']): Attack =>
  (scene) =>
    good(scene, { signing });
const after =
  (change: (xml: string, scene: Scene) => string): Attack =>
  (scene) =>
    change(good(scene, { parts: ['assertion'] }), scene);
const victim = ({ victim: { nameId } }: Scene) => nameIdXml(nameId);

/** A response whose assertion has a signature over several things, or over something else. */
function withReferences(scene: Scene, ids: (own: string) => readonly string[]): string {
  const draft = draftFor({ entityId: scene.idp.entityId, ...scene.expected }, scene.person);
  const signer = new SignedXml({
    privateKey: scene.idp.key.privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: CANONICAL,
  });
  for (const id of ids(draft.assertionId))
    signer.addReference({
      xpath: `//*[@ID='${id}']`,
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: [ENVELOPED, CANONICAL],
    });
  const statement = '<saml:AdviceX xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_part"/>';
  const assertion = assertionOf({ ...draft, assertionXml: statement }, {});
  const location = { reference: `//*[@ID='${draft.assertionId}']/*[local-name(.)='Issuer']`, action: 'after' as const };
  signer.computeSignature(assertion, { prefix: 'ds', location });
  return responseOf(draft, signer.getSignedXml());
}

/** What is not signed, or not by the provider, or not as it must be. */
export const WRONG_SIGNATURES: Readonly<Record<string, Attack>> = {
  'no signature': (scene) => good(scene, { parts: [] }),
  'a signature of another key': (scene) => good(scene, { signing: { key: scene.foreignKey } }),
  'a response that is signed by another key': (scene) => {
    const draft = draftFor({ entityId: scene.idp.entityId, ...scene.expected }, scene.person);
    const assertion = signed(assertionOf(draft), draft.assertionId, { key: scene.idp.key });
    return signed(responseOf(draft, assertion), draft.responseId, { key: scene.foreignKey });
  },
  'an assertion that is signed by another key': (scene) => {
    const draft = draftFor({ entityId: scene.idp.entityId, ...scene.expected }, scene.person);
    const assertion = signed(assertionOf(draft), draft.assertionId, { key: scene.foreignKey });
    return signed(responseOf(draft, assertion), draft.responseId, { key: scene.idp.key });
  },
  'a signature of another key that names the right certificate': (scene) =>
    good(scene, {
      signing: { key: { ...scene.foreignKey, certificate: scene.idp.key.certificate, base64: scene.idp.key.base64 } },
    }),
  'SHA-1': bothWith({ algorithm: `${DSIG}rsa-sha1`, digest: `${DSIG}sha1` }),
  'a digest by SHA-1': bothWith({ digest: `${DSIG}sha1` }),
  'a signature by SHA-1': bothWith({ algorithm: `${DSIG}rsa-sha1` }),
  'the certificate as a secret': bothWith({ algorithm: `${DSIG}hmac-sha1`, isSymmetric: true }),
  'a canonical form with comments': bothWith({ canonicalization: `${CANONICAL}WithComments` }),
  'an older canonical form': bothWith({ canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
  'no canonical form of what is signed': bothWith({ transforms: [ENVELOPED] }),
  'three transforms': bothWith({ transforms: [ENVELOPED, CANONICAL, CANONICAL] }),
  'transforms in another order': bothWith({ transforms: [CANONICAL, ENVELOPED] }),
  'a reference to the whole document': bothWith({ isEmptyUri: true }),
  'two references': (scene) => withReferences(scene, (own) => [own, '_part']),
  'a reference to a part': (scene) => withReferences(scene, () => ['_part']),
  'a transform by XPath': after((xml) =>
    xml.replace(`Algorithm="${ENVELOPED}"`, 'Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"'),
  ),
  'a transform by a stylesheet': after((xml) =>
    xml.replace(`Algorithm="${ENVELOPED}"`, 'Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"'),
  ),
  'another algorithm': after((xml) => xml.replace('rsa-sha256', 'none')),
  'two signed parts of a signature': after((xml) => {
    const [info] = /<ds:SignedInfo>.*?<\/ds:SignedInfo>/s.exec(xml)!;
    return xml.replace(info, info + info);
  }),
  'a second signature': after((xml) => xml.replace(SIGNATURE, (one) => one + one)),
  'a signature at its end': after((xml) => {
    const [one] = SIGNATURE.exec(xml)!;
    return xml
      .replace(one, '')
      .replace('</saml:Subject>', `</saml:Subject>${one}`)
      .replace('<saml:Subject>', `<saml:Advice>${one}</saml:Advice><saml:Subject>`);
  }),
  'an object in the signature': after((xml) => xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>')),
  'a changed signature': after((xml) => xml.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA')),
  'an empty signature': after((xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')),
  'a changed digest': after((xml) => xml.replace(/<ds:DigestValue>..../, '<ds:DigestValue>AAAA')),
  'another name': after((xml, scene) => xml.replace(nameIdXml(scene.person.nameId), victim(scene))),
  'another address': after((xml) => xml.replace('@example.org', '@example.net')),
  'another attribute': after((xml) =>
    xml.replace(
      '<saml:AttributeStatement>',
      '<saml:AttributeStatement><saml:Attribute Name="role"><saml:AttributeValue>administrator</saml:AttributeValue></saml:Attribute>',
    ),
  ),
  'a namespace that makes it another element': after((xml) =>
    xml.replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:ds="urn:x">'),
  ),
  'the signature of another response': (scene) => {
    const [other] = SIGNATURE.exec(good(scene, { parts: ['assertion'] }))!;
    return good(scene, { parts: ['assertion'] }).replace(SIGNATURE, other);
  },
};
