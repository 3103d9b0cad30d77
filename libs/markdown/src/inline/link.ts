import { RenderingOrganization, withoutOwnHost } from '../references';
import { InlineToken, element } from './inline-token';

/** A link as all kinds of syntax make it; `address` has been found harmless. */
export function link(
  address: string,
  label: InlineToken[],
  organization: RenderingOrganization | undefined,
  { title, isBare = false }: { title?: string; isBare?: boolean } = {},
): InlineToken[] {
  const href = withoutOwnHost(address, organization);
  const text = isBare ? null : label.map(({ content }) => content).join('');
  const attributes = { href, ...(title === undefined ? {} : { title }) };
  return element('a', attributes, label, { kind: 'link', address: href, text: text === address ? null : text });
}
