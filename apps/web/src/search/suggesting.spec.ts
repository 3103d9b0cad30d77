import type { Topics } from '../server/topics';
import { Collection } from '../store/collection';
import type { Store } from '../store/store';
import { suggestionsFor } from './suggesting';

const ME = 1;
const MANY = 300;

/** An organization in which every second user is called as another one. */
function storeOfMany() {
  const users = new Collection<number, { user_id: number; full_name: string; accountState: string }>(
    (one) => one.user_id,
  );
  for (let id = ME; id <= MANY; id++)
    users.put({ user_id: id, full_name: `User ${Math.floor(id / 2)}`, accountState: 'active' });
  const all = new Collection<number, { stream_id: number; name: string }>(({ stream_id }) => stream_id);
  const store = { me: ME, people: { users }, channels: { all } } as unknown as Store;
  return { store, readAll: jest.spyOn(users, 'all') };
}

describe('the suggestions of the search field', () => {
  it.each(['sender:use', 'use'])('compare the names of all users for those alone that they show: %s', (text) => {
    const { store, readAll } = storeOfMany();
    const shown = suggestionsFor(store, {} as Topics, text);
    expect(shown.map(({ insert }) => insert)).toContain('sender:"User 1|3" ');
    expect(readAll.mock.calls.length).toBeLessThan(30);
  });
});
