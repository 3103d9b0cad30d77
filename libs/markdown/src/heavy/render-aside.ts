import { join, sep } from 'node:path';
import { Piscina } from 'piscina';
import type { References } from '../references';
import { Rendered, renderWithin } from '../renderer';
import { WorkBudget } from '../work-budget';
import { HeavyPart, keyOf, MadeParts } from './heavy-part';

/** Of the longest parts that one text may have, some dozens are made in that time. */
const PATIENCE_MS = 5_000;
/** Grammars and KaTeX take some sixty megabytes in a thread, which are given back. */
const IDLE_MS = 60_000;

/** Threads load only compiled files. Where the sources run uncompiled, as in tests, these are the files of the last build. */
const HERE = __filename.endsWith('.ts')
  ? __dirname.replace(`${sep}libs${sep}`, `${sep}dist${sep}libs${sep}`)
  : __dirname;

let threads: Piscina | null = null;

/**
 * `render`, with costly code and formulas rendered in a separate thread, so that other requests do not wait (ADR 15). Where
 * the thread has too much to do they are shown as they were written.
 *
 * @throws RenderingFailed like `render`
 */
export async function renderAside(source: string, references: References): Promise<Rendered> {
  const work = new WorkBudget();
  const rendered = renderWithin(work, source, references);
  if (work.leftOut.length === 0) return rendered;
  return renderWithin(new WorkBudget(await make(work.leftOut)), source, references);
}

async function make(parts: readonly HeavyPart[]): Promise<MadeParts> {
  threads ??= new Piscina({
    filename: join(HERE, 'render-heavy-parts.js'),
    name: 'renderHeavyParts',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const made = (await threads.run(parts, { signal })) as (string | null)[];
    return new Map(parts.map((part, at) => [keyOf(part), made[at] ?? null]));
  } catch (error) {
    if (!signal.aborted) throw error;
    return new Map(parts.map((part) => [keyOf(part), null]));
  }
}
