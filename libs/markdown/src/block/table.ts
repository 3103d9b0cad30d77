import type { MarkdownIt, StateBlock } from 'markdown-it';
import { openingTag } from '../html';
import { codeSpans } from '../inline/code';
import { scopeOf } from '../scope';
import { interruptsParagraph, lineAt } from './lines';
import { pushInline } from './paragraph';

type Alignment = 'left' | 'center' | 'right' | null;

/** Two characters of source can ask for hundreds of empty cells: of more than 40,000 no table is made. */
const WORK_A_PADDING_CELL = 500;

/** A header row, a row of dashes, and what follows up to a blank line or the next block. Never directly below text. */
export function table(md: MarkdownIt): void {
  md.block.ruler.push('pipe_table', (state, startLine, endLine) => {
    if (startLine + 1 >= endLine) return false;
    const header = cellsOf(lineAt(state, startLine));
    const alignments = alignmentsOf(lineAt(state, startLine + 1));
    if (!header || alignments?.length !== header.length) return false;

    let line = startLine + 2;
    while (line < endLine && !state.isEmpty(line) && !interruptsParagraph(state, line, endLine)) line++;
    const rows = Array.from({ length: line - startLine - 2 }, (_, offset) => lineAt(state, startLine + 2 + offset));
    state.line = line;
    pushTable(
      state,
      alignments,
      header,
      rows.map((row) => cellsOf(row) ?? [row.trim()]),
    );
    return true;
  });
  md.renderer.rules.table_padding = (tokens, index) => tokens[index]!.content;
}

/** A table without rows has an empty one: clients expect a body. */
function pushTable(state: StateBlock, alignments: Alignment[], header: string[], rows: string[][]): void {
  const paddings = paddingsOf(alignments);
  state.push('table_open', 'table', 1);
  state.push('thead_open', 'thead', 1);
  pushRow(state, 'th', alignments, header, paddings);
  state.push('thead_close', 'thead', -1);
  state.push('tbody_open', 'tbody', 1);
  for (const row of rows.length === 0 ? [[]] : rows) pushRow(state, 'td', alignments, row, paddings);
  state.push('tbody_close', 'tbody', -1);
  state.push('table_close', 'table', -1);
}

/** As many cells as there are columns, whatever was written. */
function pushRow(
  state: StateBlock,
  tag: 'th' | 'td',
  alignments: Alignment[],
  cells: string[],
  paddings: string[],
): void {
  state.push('tr_open', 'tr', 1);
  for (const [column, alignment] of alignments.entries()) {
    const cell = cells[column];
    if (cell === undefined) break;
    const open = state.push(`${tag}_open`, tag, 1);
    const style = styleOf(alignment);
    if (style) open.attrSet('style', style);
    pushInline(state, cell);
    state.push(`${tag}_close`, tag, -1);
  }
  const padding = paddings[cells.length];
  if (padding !== undefined) {
    scopeOf(state).work.spend((alignments.length - cells.length) * WORK_A_PADDING_CELL);
    state.push('table_padding', '', 0).content = padding;
  }
  state.push('tr_close', 'tr', -1);
}

/** HTML of the empty cells from each column to the last one. */
function paddingsOf(alignments: Alignment[]): string[] {
  const paddings: string[] = [];
  let padding = '';
  for (const alignment of alignments.toReversed()) {
    const style = styleOf(alignment);
    padding = `${openingTag('td', style ? [['style', style]] : [])}</td>\n${padding}`;
    paddings.push(padding);
  }
  return paddings.reverse();
}

const styleOf = (alignment: Alignment): string | null => alignment && `text-align: ${alignment};`;

function alignmentsOf(line: string): Alignment[] | null {
  const cells = cellsOf(line);
  if (!cells?.every((cell) => /^:?-+:?$/.test(cell))) return null;
  return cells.map((cell) => {
    if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'left';
    return cell.endsWith(':') ? 'right' : null;
  });
}

/** Split at the pipes that are not escaped and not in code; the outermost ones are only a border. null: none at all. */
function cellsOf(line: string): string[] | null {
  const row = line.trim();
  const pipes = pipesOf(row);
  if (pipes.length === 0) return null;
  const starts = [0, ...pipes.map((pipe) => pipe + 1)];
  const cells = starts.map((start, at) => row.slice(start, pipes[at]).trim());
  if (row.startsWith('|')) cells.shift();
  if (pipes.at(-1) === row.length - 1 && cells.length > 1) cells.pop();
  return cells;
}

function pipesOf(row: string): number[] {
  if (!/[`\\]/.test(row)) return Array.from(row.matchAll(/\|/g), ({ index }) => index);
  const code = codeSpans(row);
  let span = 0;
  return Array.from(row.matchAll(/\\\||\|/g)).flatMap(({ 0: mark, index }) => {
    while ((code[span]?.end ?? Infinity) <= index) span++;
    const isInCode = (code[span]?.start ?? Infinity) < index;
    return mark === '|' && !isInCode ? [index] : [];
  });
}
