import { attributeOf, childrenOf, isNamed, PROTOCOL, readXml, XmlIsRefused } from './xml';

/** The namespace and the name of an element. */
export type Part = readonly [namespace: string, name: string];

/**
 * The root of a message of SAML 2.0 that has no other parts than these, so that nothing can be hidden in it.
 * @throws XmlIsRefused
 */
export function messageIn(xml: string, name: 'Response' | 'LogoutRequest', parts: readonly Part[]): Element {
  const message = readXml(xml);
  if (!isNamed(message, PROTOCOL, name)) throw new XmlIsRefused(`it is no ${name}`);
  if (attributeOf(message, 'Version') !== '2.0') throw new XmlIsRefused('it is not of SAML 2.0');
  for (const child of childrenOf(message))
    if (!parts.some(([namespace, part]) => isNamed(child, namespace, part)))
      throw new XmlIsRefused(`it has a part that is not read here: ${child.localName}`);
  return message;
}
