import {
  attributeOf,
  childrenNamed,
  childrenOf,
  everyElement,
  isNamed,
  onlyChild,
  SIGNATURE,
  XmlIsRefused,
} from './xml';

/** No SHA-1, no keys that both sides know, and nothing that the library cannot do. */
const SIGNATURE_METHODS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const DIGEST_METHODS = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']);
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ID = /^[A-Za-z_][\w.-]{0,199}$/;

/**
 * Each signature of a message stands directly in what it signs, signs all of that, and nothing else. No id occurs twice.
 * Whether a signature is right is checked afterwards.
 * @param signed the elements that may be signed
 * @throws XmlIsRefused
 */
export function assertSignatureShapes(root: Element, signed: readonly Element[]): void {
  const all = everyElement(root);
  const ids = all.flatMap(idsOf);
  if (new Set(ids).size < ids.length) throw new XmlIsRefused('an id occurs twice');
  for (const signature of all.filter(({ localName }) => localName === 'Signature')) {
    const parent = signed.find((one) => one === signature.parentNode);
    if (!parent || !isNamed(signature, SIGNATURE, 'Signature')) throw new XmlIsRefused('a signature is elsewhere');
    if (childrenNamed(parent, SIGNATURE, 'Signature').length > 1) throw new XmlIsRefused('there are two signatures');
    assertShape(signature, attributeOf(parent, 'ID') ?? '');
  }
}

export const isSigned = (element: Element): boolean => childrenNamed(element, SIGNATURE, 'Signature').length === 1;

/** Attributes that a reference could mean, in any spelling and of any namespace. */
function idsOf(element: Element): string[] {
  const { attributes } = element;
  return Array.from({ length: attributes.length }, (_, index) => attributes.item(index)!)
    .filter(({ localName }) => localName?.toLowerCase() === 'id')
    .map(({ value }) => value);
}

function assertShape(signature: Element, id: string): void {
  if (!ID.test(id)) throw new XmlIsRefused('what is signed has no id');
  assertOrder(signature, [
    ['SignedInfo', 'SignatureValue', 'KeyInfo'],
    ['SignedInfo', 'SignatureValue'],
  ]);
  const info = onlyChild(signature, SIGNATURE, 'SignedInfo');
  assertOrder(info, [['CanonicalizationMethod', 'SignatureMethod', 'Reference']]);
  const reference = onlyChild(info, SIGNATURE, 'Reference');
  assertOrder(reference, [['Transforms', 'DigestMethod', 'DigestValue']]);
  if (attributeOf(reference, 'URI') !== `#${id}`) throw new XmlIsRefused('a signature signs something else');
  assertAlgorithm(info, 'CanonicalizationMethod', new Set([CANONICAL]));
  assertAlgorithm(info, 'SignatureMethod', SIGNATURE_METHODS);
  assertAlgorithm(reference, 'DigestMethod', DIGEST_METHODS);
  const transforms = childrenOf(onlyChild(reference, SIGNATURE, 'Transforms'));
  const names = transforms.map((one) => attributeOf(one, 'Algorithm'));
  if (names.length !== 2 || names[0] !== ENVELOPED || names[1] !== CANONICAL)
    throw new XmlIsRefused('a signature changes what it signs');
}

/** @throws XmlIsRefused unless the children of the element are those of one list, in its order */
function assertOrder(element: Element, lists: readonly (readonly string[])[]): void {
  const children = childrenOf(element);
  const isOf = (list: readonly string[]) =>
    list.length === children.length && list.every((name, index) => isNamed(children[index]!, SIGNATURE, name));
  if (!lists.some(isOf)) throw new XmlIsRefused(`a ${element.localName} has other parts than it should`);
}

function assertAlgorithm(parent: Element, name: string, allowed: ReadonlySet<string>): void {
  const algorithm = attributeOf(onlyChild(parent, SIGNATURE, name), 'Algorithm') ?? '';
  if (!allowed.has(algorithm)) throw new XmlIsRefused(`the algorithm ${algorithm} is not accepted`);
}
