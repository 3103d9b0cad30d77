import { addressOf } from '../inline/address';
import { templateExpander } from './url-template';

/** Example values: a word, and one that would be a scheme at the start of a template. */
const VALUES = ['a', 'javascript:a'];

/** Whether all addresses of a template are safe to open, whatever its variables contain. */
export function isSafeTemplate(template: string, variables: readonly string[]): boolean {
  const expand = templateExpander(template);
  return VALUES.every(
    (value) => addressOf(expand(Object.fromEntries(variables.map((name) => [name, value])))) !== null,
  );
}
