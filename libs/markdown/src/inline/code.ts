import { Cutter, InlineText } from './inline-text';
import { leaf } from './inline-token';
import type { InlinePass } from './passes';

/** Between two runs of equally many backticks everything is literal, spaces and line ends included. */
export const inlineCode: InlinePass = { marks: '`', find };

function find(line: InlineText): InlineText {
  const cutter = new Cutter(line);
  for (const { start, end, mark } of codeSpans(line.text)) {
    cutter.replace(start, end, [leaf('code', line.text.slice(start + mark, end - mark))]);
  }
  return cutter.finish();
}

/** Where code stands in a text, with its marks of so many backticks. */
export function codeSpans(text: string): { start: number; end: number; mark: number }[] {
  const runs = Array.from(text.matchAll(/`+/g), (run) => ({ start: run.index, end: run.index + run[0].length }));
  const closers = nextOfSameLength(runs);
  const spans: { start: number; end: number; mark: number }[] = [];
  for (let index = 0; index < runs.length; index++) {
    const closer = closers[index];
    if (closer === undefined) continue;
    const { start, end } = runs[index];
    spans.push({ start, end: runs[closer].end, mark: end - start });
    index = closer;
  }
  return spans;
}

function nextOfSameLength(runs: readonly { start: number; end: number }[]): (number | undefined)[] {
  const next: (number | undefined)[] = [];
  const nearest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index].end - runs[index].start;
    next[index] = nearest.get(length);
    nearest.set(length, index);
  }
  return next;
}
