import { effect } from '@preact/signals-core';
import { Collection } from './collection';

const users = (): Collection<number, { readonly id: number; readonly name: string }> => {
  const collection = new Collection<number, { readonly id: number; readonly name: string }>(({ id }) => id);
  collection.put({ id: 1, name: 'Ana' });
  return collection;
};

describe('A reader of one entity', () => {
  it('is told when it changes, goes, and comes back', () => {
    const collection = users();
    const heard: (string | undefined)[] = [];
    effect(() => void heard.push(collection.get(1)?.name));
    collection.change(1, (user) => ({ ...user, name: 'Anne' }));
    collection.remove(1);
    collection.put({ id: 1, name: 'Ana' });
    expect(heard).toEqual(['Ana', 'Anne', undefined, 'Ana']);
  });

  it('is told nothing of others that go', () => {
    const collection = users();
    collection.put({ id: 2, name: 'Bo' });
    let count = 0;
    effect(() => {
      collection.get(1);
      count++;
    });
    collection.remove(2);
    expect(count).toBe(1);
  });
});

describe('A reader of all entities', () => {
  it('is told of each change once', () => {
    const collection = users();
    collection.put({ id: 2, name: 'Bo' });
    const heard: string[] = [];
    effect(() => {
      heard.push(
        collection
          .all()
          .map(({ name }) => name)
          .join(),
      );
    });
    collection.remove(1);
    expect(heard).toEqual(['Ana,Bo', 'Bo']);
  });
});
