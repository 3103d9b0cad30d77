import { batchOf } from './thread-move';

describe('a batch of a move', () => {
  const messages = (...counts: number[]) => counts.map((listedCount) => ({ listedCount }));

  it.each([
    ['takes the newest messages up to its size', [0, 0, 0, 0], 3, 3],
    ['takes all where they are few', [0, 0], 3, 2],
    ['takes fewer where they mention many', [0, 20, 20, 0], 3, 2],
    ['takes one message at least', [0, 10_000], 3, 1],
    ['is empty where nothing is left', [], 3, 0],
  ])('%s', (_, counts, most, size) => {
    const found = messages(...counts);
    expect(batchOf(found, most)).toEqual(size === 0 ? [] : found.slice(-size));
  });
});
