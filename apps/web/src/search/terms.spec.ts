import fc from 'fast-check';
import { parseHash, printHash } from '../links/hash';
import type { Narrow, Term } from '../links/narrow';
import { Collection } from '../store/collection';
import type { Store } from '../store/store';
import { narrowOfWords, piecesOf, wordsOfNarrow } from './terms';

interface User {
  readonly user_id: number;
  readonly full_name: string;
  readonly delivery_email: string | null;
}
interface Channel {
  readonly stream_id: number;
  readonly name: string;
}

const ME = 1;

function storeOf(people: readonly string[], channelNames: readonly string[]): Store {
  const users = new Collection<number, User>(({ user_id }) => user_id);
  people.forEach((full_name, at) =>
    users.put({ user_id: at + ME, full_name, delivery_email: at % 2 === 0 ? `user${at}@example.org` : null }),
  );
  const channels = new Collection<number, Channel>(({ stream_id }) => stream_id);
  channelNames.forEach((name, at) => channels.put({ stream_id: at + 100, name }));
  return { me: ME, people: { users }, channels: { all: channels } } as unknown as Store;
}

/** Blanks, quotes, commas, colons, bars, words of the language itself, and letters of several scripts. */
const letters = fc.constantFrom(...'ab "\\,:|-7ÄßİЖ名ا', 'me', 'is:', 'sender:');
const text = fc.array(letters, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const name = text.map((one) => one.trim().replace(/\s+/g, ' ')).filter((one) => one !== '');
const unique = (names: fc.Arbitrary<string>) =>
  fc.uniqueArray(names, { minLength: 3, maxLength: 5, selector: (one) => one.normalize().toLowerCase() });
const word = fc.constantFrom('link', 'starred', 'unread', 'home', 'attachment');

const userIds = (most: number) =>
  fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(77)), { minLength: 1, maxLength: most });
const term: fc.Arbitrary<Term> = fc
  .oneof(
    fc.record({ operator: fc.constant('channel' as const), operand: fc.constantFrom(100, 101, 102) }),
    fc.record({ operator: fc.constant('topic' as const), operand: fc.oneof(text, fc.constant('')) }),
    fc.record({ operator: fc.constantFrom('dm' as const, 'dm-including' as const), operand: userIds(3) }),
    fc.record({ operator: fc.constant('sender' as const), operand: userIds(1) }),
    fc.record({ operator: fc.constantFrom('is' as const, 'has' as const, 'in' as const), operand: word }),
    fc.record({ operator: fc.constantFrom('near' as const, 'id' as const, 'with' as const), operand: fc.nat() }),
  )
  .chain((one) => fc.boolean().map((negated): Term => (negated ? { ...one, negated } : one)));
const narrow: fc.Arbitrary<Narrow> = fc
  .tuple(fc.array(term, { minLength: 1, maxLength: 4 }), fc.constantFrom('', 'apples', 'apples "of the" roof', '名 x'))
  .map(([terms, operand]) => (operand === '' ? terms : [...terms, { operator: 'search', operand }]));

describe('the words of the search field', () => {
  it('ask for the narrow that they were printed for, whatever names people, channels and topics have', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 3, maxLength: 5 }), unique(name), narrow, (people, channels, wanted) => {
        const store = storeOf(people, channels);
        expect(narrowOfWords(store, wordsOfNarrow(store, wanted))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same after the way over an address', () => {
    fc.assert(
      fc.property(unique(name), unique(name), narrow, (people, channels, wanted) => {
        const store = storeOf(people, channels);
        const names = {
          channel: (id: number) => store.channels.all.peek(id)?.name,
          user: (id: number) => store.people.users.peek(id)?.full_name,
        };
        const place = parseHash(printHash({ view: 'messages', narrow: wanted }, names));
        expect(place).toEqual({ view: 'messages', narrow: wanted });
      }),
    );
  });

  it('never throw', () => {
    const store = storeOf(['Ada', 'Ada Lovelace', 'Bo'], ['a', 'b c', 'd']);
    fc.assert(fc.property(text, (words) => void narrowOfWords(store, words)));
  });

  const store = storeOf(
    ['Me Myself', 'Ada Lovelace', 'Ada', 'Joe "Cool" Smith', 'Lovelace, Ada', '山田 太郎', 'Re: Ply', 'Ada'],
    ['plans', 'ideas of all', 'a: "b" c', 'Ünï kanal'],
  );
  it.each<[string, Narrow]>([
    ['sender:Ada Lovelace apples', [of('sender', [2]), of('search', 'apples')]],
    ['sender:"ada lovelace"', [of('sender', [2])]],
    ['from:me', [of('sender', [1])]],
    ['sender:user2@example.org', [of('sender', [3])]],
    ['sender:Joe "Cool" Smith', [of('sender', [4])]],
    ['sender:"Joe \\"Cool\\" Smith"', [of('sender', [4])]],
    ['dm:"Lovelace, Ada"', [of('dm', [5])]],
    ['dm:"Ada Lovelace,me"', [of('dm', [2, 1])]],
    ['dm:Ada Lovelace,山田 太郎', [of('dm', [2, 6])]],
    ['dm-including:"Re: Ply"', [of('dm-including', [7])]],
    ['sender:Ada|8', [of('sender', [8])]],
    ['channel:ideas of all topic:"x y" -has:link', [of('channel', 101), of('topic', 'x y'), not('has', 'link')]],
    ['channel:"a: \\"b\\" c"', [of('channel', 102)]],
    ['stream:ÜNÏ KANAL', [of('channel', 103)]],
    ['stream:"U\u0308ni\u0308 kanal"', [of('channel', 103)]],
    ['topic:"C:\\new plans"', [of('topic', 'C:\\new plans')]],
    ['topic:say:it in:home near:17', [of('topic', 'say:it'), of('in', 'home'), of('near', 17)]],
    ['sender:"nobody here" x', [of('search', 'sender:"nobody here" x')]],
    ['https://example.org/ "is:starred x"', [of('search', 'https://example.org/ "is:starred x"')]],
  ])('%s', (words, wanted) => expect(narrowOfWords(store, words)).toEqual(wanted));

  it('are taken away one by one: each term, and each of the words', () => {
    const narrow = [of('sender', [2]), of('search', '"ripe  apples" pears'), not('has', 'link')];
    expect(piecesOf(store, narrow)).toEqual([
      { term: narrow[0], rest: narrow.slice(1) },
      { term: of('search', '"ripe  apples"'), rest: [narrow[0], of('search', 'pears'), narrow[2]] },
      { term: of('search', 'pears'), rest: [narrow[0], of('search', '"ripe  apples"'), narrow[2]] },
      { term: narrow[2], rest: narrow.slice(0, 2) },
    ]);
    expect(piecesOf(store, [of('search', 'pears')])).toEqual([{ term: of('search', 'pears'), rest: [] }]);
  });
});

function of(operator: Term['operator'], operand: Term['operand']): Term {
  return { operator, operand };
}

function not(operator: Term['operator'], operand: Term['operand']): Term {
  return { operator, operand, negated: true };
}
