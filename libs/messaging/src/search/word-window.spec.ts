import * as fc from 'fast-check';
import { BLOCK_BITS, blockMark, Bound, WordWindows, WordWindow } from './word-window';

const ids = { least: 5, most: 3_000_000 };

function walk(bound: Bound, hitsIn: (window: WordWindow) => number = () => 0) {
  const walked = new WordWindows(bound, ids);
  const windows: WordWindow[] = [];
  for (let window = walked.window(); window; window = walked.window()) {
    windows.push(window);
    if (!walked.goOn(window, hitsIn(window))) return { windows, isComplete: false };
  }
  return { windows, isComplete: true };
}

describe('WordWindows', () => {
  it('visits every id once, nearest first, for any bound', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_500_000 }), fc.boolean(), (at, isDown) => {
        const { windows, isComplete } = walk(isDown ? { below: at } : { from: at });
        expect(isComplete).toBe(true);
        let edge = isDown ? Math.min(at, ids.most + 1) : Math.max(at, ids.least);
        for (const { from, below } of windows) {
          expect(from).toBeLessThan(below);
          expect(isDown ? below : from).toBe(edge);
          edge = isDown ? from : below;
        }
        if (windows.length > 0) expect(edge).toBe(isDown ? ids.least : ids.most + 1);
        expect(windows.length).toBeLessThanOrEqual(BLOCK_BITS.length + 1);
      }),
    );
  });

  it('names blocks that contain all ids of a window', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 3_000_000 }), fc.boolean(), (at, isDown) => {
        walk(isDown ? { below: at + 1 } : { from: at }).windows.forEach(({ from, below, marks }, level) => {
          for (const id of marks ? [from, Math.floor((from + below) / 2), below - 1] : []) {
            expect(marks).toContain(blockMark(level, Math.floor(id / 2 ** BLOCK_BITS[level])));
          }
        });
      }),
    );
  });

  it('gives up on a word that is everywhere', () => {
    const everyFifth = ({ from, below }: WordWindow) => (below - from) / 5;
    expect(walk({ below: 2_900_000 }, everyFifth)).toMatchObject({ isComplete: false, windows: { length: 1 } });
  });
});
