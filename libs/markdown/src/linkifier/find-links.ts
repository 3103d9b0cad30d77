import { addressesIn } from '../inline/bare-link';
import { WorkBudget } from '../work-budget';
import type { Linkifier } from './linkifier';
import { linkifierMatches } from './matches';

/**
 * The links in a text that is not marked up, such as a topic: addresses, and what linkifiers make of the rest, in the
 * order of the text. An address without a scheme is taken for https.
 */
export function findLinks(text: string, linkifiers: readonly Linkifier[] = []): { text: string; url: string }[] {
  const work = new WorkBudget();
  const addresses = Array.from(addressesIn(text, work)).filter(({ href }) => !href.startsWith('mailto:'));
  const matches = linkifierMatches(text, linkifiers, work).filter(
    ({ start, end }) => !addresses.some((address) => start < address.end && address.start < end),
  );
  return [
    ...addresses.map(({ start, end, hasScheme, href }) => ({
      start,
      text: text.slice(start, end),
      url: hasScheme ? href : href.replace(/^http:/, 'https:'),
    })),
    ...matches.map(({ start, end, url }) => ({ start, text: text.slice(start, end), url })),
  ]
    .sort((one, other) => one.start - other.start)
    .map(({ text: found, url }) => ({ text: found, url }));
}
