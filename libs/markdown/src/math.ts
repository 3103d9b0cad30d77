import katex from 'katex';
import type { Work } from './work';

/** Layout costs far more than reading: what one character of a formula counts for. */
const WORK_A_CHARACTER = 200;
/** In em. Nothing in a message needs to be larger, and what is could cover the page. */
const LARGEST = 100;

/** HTML and MathML of a formula; null when KaTeX does not understand it, or it nests too deep to be laid out. */
export function formula(source: string, displayMode: boolean, work: Work): string | null {
  work.spend(source.length * WORK_A_CHARACTER);
  try {
    return katex.renderToString(source, { displayMode, maxSize: LARGEST, strict: 'ignore', trust: false });
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return null;
    throw error;
  }
}
