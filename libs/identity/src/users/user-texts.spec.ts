import type { UserId } from '@app/kernel';
import type { User } from '../records/user';
import { UserTexts } from './user-texts';

describe('the shared texts of users', () => {
  const users = [1, 2, 3].map((id) => ({ id }) as User);
  const textOf = ({ id }: User): string => JSON.stringify({ id, name: 'ü' });
  const read = (texts: UserTexts, own: [number, string][] = []): unknown =>
    JSON.parse(texts.written(new Map(own as [UserId, string][])).pieces.join(''));

  it('are one list', () => {
    expect(read(new UserTexts(users, textOf))).toEqual([1, 2, 3].map((id) => ({ id, name: 'ü' })));
  });

  it.each([
    ['first', [1]],
    ['middle', [2]],
    ['last', [3]],
    ['two', [3, 1]],
    ['all', [2, 1, 3]],
  ])('give way to the texts that replace them: %s', (_name, ids) => {
    const own = ids.map((id): [number, string] => [id, JSON.stringify({ id, own: true })]);
    const expected = [1, 2, 3].map((id) => (ids.includes(id) ? { id, own: true } : { id, name: 'ü' }));
    expect(read(new UserTexts(users, textOf), own)).toEqual(expected);
  });

  it('ignore a text of a user who is not in the list', () => {
    expect(read(new UserTexts(users, textOf), [[7, '{}']])).toHaveLength(3);
  });

  it('may be of no users', () => {
    expect(read(new UserTexts([], textOf))).toEqual([]);
  });
});
