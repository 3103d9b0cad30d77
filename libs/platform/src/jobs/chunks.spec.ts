import { chunksOf } from './chunks';

const row = (id: number, userIds: number[], doneUserId = 0) => ({
  id,
  doneUserId,
  items: userIds.map((userId) => ({ userId })),
});
const shapes = (rows: ReturnType<typeof row>[], size: number) =>
  chunksOf(rows, size).map((batch) =>
    batch.map(({ id, after, upto, items }) => [id, after, upto, items.map(({ userId }) => userId)]),
  );

describe('parts of work', () => {
  it('combine several small rows', () => {
    expect(shapes([row(1, [4, 3]), row(2, []), row(3, [9])], 5)).toEqual([
      [
        [1, 0, null, [3, 4]],
        [2, 0, null, []],
        [3, 0, null, [9]],
      ],
    ]);
  });

  it('split a large row by user, and continue after the last one', () => {
    expect(shapes([row(1, [1, 2, 3, 4, 5]), row(2, [1])], 2)).toEqual([
      [[1, 0, 2, [1, 2]]],
      [[1, 2, 4, [3, 4]]],
      [
        [1, 4, null, [5]],
        [2, 0, null, [1]],
      ],
    ]);
  });

  it('leave out users that are done, and never split a user', () => {
    expect(shapes([row(1, [1, 2, 3, 3, 3, 4], 1)], 2)).toEqual([[[1, 1, 3, [2, 3, 3, 3]]], [[1, 3, null, [4]]]]);
  });
});
