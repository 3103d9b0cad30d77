import { addressOf } from '../inline/address';
import { templateExpander } from './url-template';

/** A word, and one that would be a scheme of its own where a template begins with it. */
const VALUES = ['a', 'javascript:a'];

/** Whether a template makes nothing but addresses that may be opened, whatever its variables hold. */
export function isSafeTemplate(template: string, variables: readonly string[]): boolean {
  const expand = templateExpander(template);
  return VALUES.every(
    (value) => addressOf(expand(Object.fromEntries(variables.map((name) => [name, value])))) !== null,
  );
}
