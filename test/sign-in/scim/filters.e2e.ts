import fc from 'fast-check';
import { USER_ATTRIBUTES } from '../../../libs/sign-in/src/scim/protocol/scim-attributes';
import { FilterReader } from '../../../libs/sign-in/src/scim/protocol/scim-filter';
import { matches } from '../../../libs/sign-in/src/scim/protocol/scim-filter-match';

/** A filter as a function, made beside its text: it shares nothing with the reader. */
interface Written {
  readonly text: string;
  readonly holds: (user: User) => boolean;
}

interface User {
  userName: string;
  externalId: string;
  active: boolean;
  emails: { value: string; type: string }[];
}

const words = fc.constantFrom('ana', 'ANA', 'bo', 'a', 'o"x', '', 'b\\c');
const kinds = fc.constantFrom('work', 'home');
const users: fc.Arbitrary<User> = fc.record({
  userName: words,
  externalId: words,
  active: fc.boolean(),
  emails: fc.array(fc.record({ value: words, type: kinds }), { maxLength: 3 }),
});

const lower = (text: string): string => text.toLowerCase();
const caseless: Record<string, (one: string, other: string) => boolean> = {
  eq: (one, other) => lower(one) === lower(other),
  co: (one, other) => lower(one).includes(lower(other)),
  sw: (one, other) => lower(one).startsWith(lower(other)),
  ew: (one, other) => lower(one).endsWith(lower(other)),
  gt: (one, other) => lower(one) > lower(other),
  ge: (one, other) => lower(one) >= lower(other),
  lt: (one, other) => lower(one) < lower(other),
  le: (one, other) => lower(one) <= lower(other),
};

/** An absent or empty value satisfies nothing but `ne`. */
const withValue = (value: string, satisfies: (value: string) => boolean) => value !== '' && satisfies(value);

const comparisons: fc.Arbitrary<Written> = fc
  .record({
    name: fc.constantFrom('userName', 'USERNAME'),
    comparison: fc.constantFrom(...Object.keys(caseless)),
    word: words,
  })
  .map(({ name, comparison, word }) => ({
    text: `${name} ${comparison} ${JSON.stringify(word)}`,
    holds: ({ userName }) => withValue(userName, (value) => caseless[comparison]!(value, word)),
  }));
const exact: fc.Arbitrary<Written> = words.map((word) => ({
  text: `externalId EQ ${JSON.stringify(word)}`,
  holds: ({ externalId }) => withValue(externalId, (value) => value === word),
}));
const unequal: fc.Arbitrary<Written> = words.map((word) => ({
  text: `userName ne ${JSON.stringify(word)}`,
  holds: ({ userName }) => !withValue(userName, (value) => caseless.eq!(value, word)),
}));
const booleans: fc.Arbitrary<Written> = fc.boolean().map((wanted) => ({
  text: `active eq ${wanted ? 'true' : 'False'}`,
  holds: ({ active }) => active === wanted,
}));
const present: fc.Arbitrary<Written> = fc.constantFrom<Written>(
  { text: 'externalId pr', holds: ({ externalId }) => externalId !== '' },
  { text: 'emails pr', holds: ({ emails }) => emails.some(({ value }) => value !== '') },
  { text: 'title pr', holds: () => false },
);
const items: fc.Arbitrary<Written> = fc.record({ kind: kinds, word: words }).map(({ kind, word }) => ({
  text: `emails[type eq "${kind}" and value sw ${JSON.stringify(word)}]`,
  holds: ({ emails }) =>
    emails.some(({ type, value }) => type === kind && withValue(value, (one) => caseless.sw!(one, word))),
}));
const anyItem: fc.Arbitrary<Written> = kinds.map((kind) => ({
  text: `emails.type eq "${kind}"`,
  holds: ({ emails }) => emails.some(({ type }) => type === kind),
}));

const filters: fc.Arbitrary<Written> = fc.letrec<{ filter: Written }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(comparisons, exact, unequal, booleans, present, items, anyItem),
    tie('filter').map(({ text, holds }) => ({ text: `not (${text})`, holds: (user: User) => !holds(user) })),
    // Without parentheses, `and` binds more closely than `or`.
    fc.tuple(comparisons, tie('filter'), booleans).map(([one, two, three]) => ({
      text: `${one.text} or (${two.text}) and ${three.text}`,
      holds: (user: User) => one.holds(user) || (two.holds(user) && three.holds(user)),
    })),
    fc.tuple(tie('filter'), tie('filter')).map(([one, two]) => ({
      text: `(${one.text}) AND(${two.text})`,
      holds: (user: User) => one.holds(user) && two.holds(user),
    })),
  ),
})).filter;

describe('A SCIM filter', () => {
  it('finds what a function of the same meaning finds', () => {
    let found = 0;
    fc.assert(
      fc.property(filters, users, ({ text, holds }, user) => {
        fc.pre(text.length <= 2_000);
        const isFound = matches(new FilterReader(text, USER_ATTRIBUTES).whole(), { ...user });
        if (isFound) found++;
        expect(isFound).toBe(holds(user));
      }),
      { numRuns: 5_000 },
    );
    expect(found).toBeGreaterThan(500);
  });

  it('never fails otherwise than by a refusal, whatever the text', () => {
    const pieces = fc.constantFrom(
      'userName',
      'eq',
      '"a"',
      '(',
      ')',
      '[',
      ']',
      'and',
      'or',
      'not',
      'pr',
      '"',
      '\\',
      '.',
      'emails',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (words) => {
        try {
          matches(new FilterReader(words.join(' '), USER_ATTRIBUTES).whole(), { userName: 'a' });
        } catch (error) {
          expect(error).toMatchObject({ status: 400, scimType: 'invalidFilter' });
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
