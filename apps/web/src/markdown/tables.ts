import { inlineOf } from './inline';
import { findAll, isTag, Tag } from './tree';

const RULES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };

const isRow = ({ name }: Tag): boolean => name === 'tr';
const isCell = ({ name }: Tag): boolean => name === 'td' || name === 'th';

/** `null`: it only places what is in it, or has no cells. */
export function tableOf(table: Tag, hasBlocks: (cell: Tag) => boolean): string | null {
  const rows = findAll(table.children, isRow).map((row) => row.children.filter(isTag).filter(isCell));
  const [head, ...others] = rows;
  if (!head || head.length === 0 || rows.flat().length === 1 || rows.flat().some(hasBlocks)) return null;
  const rules = head.map(
    ({ attributes }) => RULES[/text-align:\s*(\w+)/.exec(attributes.style ?? '')?.[1] ?? ''] ?? '---',
  );
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const wordsOf = (row: readonly Tag[]) => lineOf(row.map(({ children }) => cellOf(inlineOf(children))));
  return [wordsOf(head), lineOf(rules), ...others.map(wordsOf)].join('\n');
}

const CODE_OR_PIPE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<!\\)\|/g;

/** In one line. A pipe would begin another cell, but in code. */
const cellOf = (words: string): string =>
  words
    .replaceAll('\n', ' ')
    .replace(/(@_?\*\*[^*|]+)\|\d+\*\*/g, '$1**')
    .replace(CODE_OR_PIPE, (found) => (found === '|' ? '&#124;' : found));
