import { DOMParser } from '@xmldom/xmldom';

/** XML that is not read any further, and why. */
export class XmlIsRefused extends Error {}

export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

const MAX_TAGS = 10_000;
const MAX_NAMESPACES = 2_000;
const DEEPEST = 40;

/** In a well-formed document these characters begin nothing else: elsewhere they are escaped. */
const DECLARATION = /<!/;
const NO_COMMENT = /<!(?!--)/;
const INSTRUCTION = /<\?(?!xml[\s?])/;

/**
 * The root of a small document without a DTD. Comments and sections may stand only in what an owner has written: a
 * signature does not cover comments, and a text with one in its middle is read in two ways.
 * @throws XmlIsRefused
 */
export function readXml(text: string, mayHaveComments = false): Element {
  if ((mayHaveComments ? NO_COMMENT : DECLARATION).test(text)) throw new XmlIsRefused('it has a DTD or a comment');
  if (INSTRUCTION.test(text)) throw new XmlIsRefused('it has a processing instruction');
  if (countOf(text, '<') > MAX_TAGS || countOf(text, 'xmlns') > MAX_NAMESPACES)
    throw new XmlIsRefused('it is too large');
  assertCharacters(text);
  const roots = rootsIn(text);
  const [root] = roots;
  if (!root || roots.length > 1) throw new XmlIsRefused('it has no single root');
  assertShallow(root);
  return root;
}

function rootsIn(text: string): Element[] {
  const refuse = (reason: string): never => {
    throw new XmlIsRefused(`it is not well-formed: ${reason.split('\n')[0]}`);
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  try {
    const document = parser.parseFromString(text.trim(), 'text/xml') as Document | undefined;
    const root = document?.documentElement;
    if (!document || !root) return [];
    if (document.lastChild !== root) refuse('something follows the document');
    return childrenOf(document);
  } catch (error) {
    if (error instanceof XmlIsRefused) throw error;
    return refuse((error as Error).message);
  }
}

const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

/** The parser lets characters pass that no document may have, such as NUL. */
function assertCharacters(text: string): void {
  const references = [...text.matchAll(/&#(?:x([0-9a-f]+)|(\d+));/gi)];
  const isForeign = references.some(([, hex, decimal]) => !isCharacter(hex ? parseInt(hex, 16) : Number(decimal)));
  if (isForeign || /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/u.test(text))
    throw new XmlIsRefused('it has a character that XML does not have');
}

/** Without recursion: what follows recurses into the document. */
function assertShallow(root: Element): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new XmlIsRefused('it is too deep');
    level = level.flatMap(childrenOf);
  }
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** The elements below a node. */
export function childrenOf(parent: Node): Element[] {
  const found: Element[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling)
    if (node.nodeType === 1) found.push(node as Element);
  return found;
}

export const isNamed = (element: Element, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name;

export const childrenNamed = (parent: Element, namespace: string, name: string): Element[] =>
  childrenOf(parent).filter((one) => isNamed(one, namespace, name));

/** @throws XmlIsRefused unless there is exactly one */
export function onlyChild(parent: Element, namespace: string, name: string): Element {
  const [only, another] = childrenNamed(parent, namespace, name);
  if (!only || another) throw new XmlIsRefused(`${parent.localName} does not have one ${name}`);
  return only;
}

/** `null`: there is none. @throws XmlIsRefused if there are more */
export function optionalChild(parent: Element, namespace: string, name: string): Element | null {
  return childrenNamed(parent, namespace, name).length === 0 ? null : onlyChild(parent, namespace, name);
}

/** All elements of the document, from the root on. */
export function everyElement(root: Element): Element[] {
  return [root, ...childrenOf(root).flatMap(everyElement)];
}

/** The text of an element without others in it. @throws XmlIsRefused */
export function textOf(element: Element): string {
  if (childrenOf(element).length > 0) throw new XmlIsRefused(`${element.localName} is not a text`);
  return element.textContent ?? '';
}

/** `null`: there is no such attribute. */
export const attributeOf = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

/** In UNIX milliseconds; `null`: there is no such attribute. @throws XmlIsRefused */
export function instantOf(element: Element, name: string): number | null {
  const text = attributeOf(element, name);
  if (text === null) return null;
  const instant = INSTANT.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(instant)) throw new XmlIsRefused(`${name} is not a time`);
  return instant;
}
