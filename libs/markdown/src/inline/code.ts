import { PieceExtractor, InlineText } from './inline-text';
import { leaf } from './inline-token';
import type { InlinePass } from './passes';

/** Between two runs of equally many backticks everything is literal, including spaces and line breaks. */
export const inlineCode: InlinePass = { marks: '`', find };

function find(line: InlineText): InlineText {
  const cutter = new PieceExtractor(line);
  for (const { start, end, mark } of codeSpans(line.text)) {
    cutter.replace(start, end, [leaf('code', line.text.slice(start + mark, end - mark))]);
  }
  return cutter.finish();
}

interface Run {
  readonly start: number;
  readonly end: number;
}

/** The positions of code in a text, with the number of backticks. */
export function codeSpans(text: string): { start: number; end: number; mark: number }[] {
  const runs = Array.from(text.matchAll(/`+/g), (run) => ({ start: run.index, end: run.index + run[0].length }));
  const closers = nextOfSameLength(runs);
  const spans: { start: number; end: number; mark: number }[] = [];
  let from = 0;
  for (const [index, { start, end }] of runs.entries()) {
    const closer = closers[index];
    if (!closer || start < from) continue;
    spans.push({ start, end: closer.end, mark: end - start });
    from = closer.end;
  }
  return spans;
}

function nextOfSameLength(runs: readonly Run[]): (Run | undefined)[] {
  const nearest = new Map<number, Run>();
  const backwards = runs.toReversed().map((run) => {
    const length = run.end - run.start;
    const next = nearest.get(length);
    nearest.set(length, run);
    return next;
  });
  return backwards.reverse();
}
