import { find, Tag, textOf } from './tree';

const LEVEL = /mso-list:[^;]*\blevel(\d)/;
const SIGN = /mso-list:\s*Ignore/;

/** The sign before an item, as Word writes it among the words. */
export const isSign = ({ attributes }: Tag): boolean => SIGN.test(attributes.style ?? '');

/** What stands before the words of a paragraph that Word means as an item of a list. `null`: it is none */
export function markOfWord(paragraph: Tag): string | null {
  const level = LEVEL.exec(paragraph.attributes.style ?? '')?.[1];
  if (level === undefined) return null;
  const sign = find(paragraph.children, isSign);
  const number = sign && /^\s*(\d+)[.)]/.exec(textOf(sign))?.[1];
  return '  '.repeat(Number(level) - 1) + (number === undefined ? '- ' : `${number}. `);
}
