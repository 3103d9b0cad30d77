import { sharesOf } from './shares';

const row = (id: number, userIds: number[], doneUserId = 0) => ({
  id,
  doneUserId,
  items: userIds.map((userId) => ({ userId })),
});
const shapes = (rows: ReturnType<typeof row>[], size: number) =>
  sharesOf(rows, size).map((batch) =>
    batch.map(({ id, after, upto, items }) => [id, after, upto, items.map(({ userId }) => userId)]),
  );

describe('shares of work', () => {
  it('take several small rows together', () => {
    expect(shapes([row(1, [4, 3]), row(2, []), row(3, [9])], 5)).toEqual([
      [
        [1, 0, null, [3, 4]],
        [2, 0, null, []],
        [3, 0, null, [9]],
      ],
    ]);
  });

  it('divide a large row by user, and go on behind the last one', () => {
    expect(shapes([row(1, [1, 2, 3, 4, 5]), row(2, [1])], 2)).toEqual([
      [[1, 0, 2, [1, 2]]],
      [[1, 2, 4, [3, 4]]],
      [
        [1, 4, null, [5]],
        [2, 0, null, [1]],
      ],
    ]);
  });

  it('leave out whom a row has done, and divide no user', () => {
    expect(shapes([row(1, [1, 2, 3, 3, 3, 4], 1)], 2)).toEqual([[[1, 1, 3, [2, 3, 3, 3]]], [[1, 3, null, [4]]]]);
  });
});
