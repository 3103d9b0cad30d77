import { Cutter, leaf } from './inline-text';
import type { InlinePass } from './passes';

/** Between two runs of equally many backticks everything is literal, spaces and line ends included. */
export const inlineCode: InlinePass = (line) => {
  const runs = Array.from(line.text.matchAll(/`+/g), (run) => ({ start: run.index, end: run.index + run[0].length }));
  const closers = nextOfSameLength(runs);
  const cutter = new Cutter(line);
  for (let index = 0; index < runs.length; index++) {
    const closer = closers[index];
    if (closer === undefined) continue;
    const content = line.text.slice(runs[index].end, runs[closer].start);
    cutter.replace(runs[index].start, runs[closer].end, [leaf('code_inline', 'code', content)]);
    index = closer;
  }
  return cutter.finish();
};

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
