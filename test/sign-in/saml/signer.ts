import { SignedXml } from 'xml-crypto';
import type { SigningKey } from './certificates';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** How a test signs. */
export interface Signing {
  readonly key: SigningKey;
  readonly algorithm?: string;
  readonly digest?: string;
  readonly canonicalization?: string;
  readonly transforms?: readonly string[];
  /** The reference names the whole document. */
  readonly isEmptyUri?: boolean;
  /** With the text of the certificate, as if it were a key that both sides know. */
  readonly isSymmetric?: boolean;
}

/** The message with a signature over the element of the id, directly after its issuer. */
export function signed(xml: string, id: string, signing: Signing): string {
  const { key, isEmptyUri = false, isSymmetric = false } = signing;
  const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  const signer = new SignedXml({
    privateKey: isSymmetric ? key.certificate : key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: signing.algorithm ?? sha256,
    canonicalizationAlgorithm: signing.canonicalization ?? CANONICAL,
  });
  if (isSymmetric) signer.enableHMAC();
  signer.addReference({
    xpath: `//*[@ID='${id}']`,
    digestAlgorithm: signing.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [...(signing.transforms ?? [ENVELOPED, CANONICAL])],
    isEmptyUri,
  });
  const location = { reference: `//*[@ID='${id}']/*[local-name(.)='Issuer']`, action: 'after' as const };
  signer.computeSignature(xml, { prefix: 'ds', location });
  return signer.getSignedXml();
}
