import fc from 'fast-check';
import { parseHash, Place, printHash } from './hash';
import { Term } from './narrow';

const id = fc.integer({ min: 1, max: 1_000_000 });
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
const ids = fc.array(id, { minLength: 1, maxLength: 5 });
const term: fc.Arbitrary<Term> = fc
  .oneof(
    fc.record({ operator: fc.constant('channel' as const), operand: id }),
    fc.record({
      operator: fc.constantFrom('topic' as const, 'search' as const),
      operand: fc.string({ unit: 'grapheme' }),
    }),
    fc.record({ operator: fc.constantFrom('is' as const, 'has' as const, 'in' as const), operand: text }),
    fc.record({ operator: fc.constantFrom('dm' as const, 'dm-including' as const, 'sender' as const), operand: ids }),
    fc.record({ operator: fc.constantFrom('id' as const, 'near' as const, 'with' as const), operand: id }),
  )
  .chain((one) => fc.boolean().map((negated) => (negated ? { ...one, negated } : one)));
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({
    view: fc.constantFrom(
      'inbox' as const,
      'recent' as const,
      'drafts' as const,
      'scheduled' as const,
      'reminders' as const,
    ),
  }),
  fc.record({ view: fc.constant('messages' as const), narrow: fc.array(term, { maxLength: 4 }) }),
  fc.record({ view: fc.constant('topics' as const), channelId: id }),
  fc.record({ view: fc.constant('channels' as const), channelId: fc.option(id) }),
  fc.record({ view: fc.constant('user' as const), userId: id }),
);

describe('the hash of an address', () => {
  it('leads to the place that it was printed for, with any names of channels and users', () => {
    fc.assert(
      fc.property(place, text, (one, name) => {
        const hash = printHash(one, { channel: () => name, user: () => name });
        expect(parseHash(hash)).toEqual(one);
        expect(hash).toMatch(/^#[^\s()%]*$/);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (hash) => void parseHash(`#narrow/${hash}`)));
  });

  it.each([
    [
      '#narrow/channel/5-general/topic/release.20plan',
      [
        ['channel', 5],
        ['topic', 'release plan'],
      ],
    ],
    [
      '#narrow/stream/5-general-chat/subject/a.2Eb',
      [
        ['channel', 5],
        ['topic', 'a.b'],
      ],
    ],
    [
      '#narrow/channel/5/topic//near/17',
      [
        ['channel', 5],
        ['topic', ''],
        ['near', 17],
      ],
    ],
    ['#narrow/pm-with/3,8-group', [['dm', [3, 8]]]],
    ['#narrow/dm/3-Ana-Almeida', [['dm', [3]]]],
    ['#narrow/is/starred', [['is', 'starred']]],
    ['#narrow/is/private', [['is', 'dm']]],
    ['#narrow/search/.C3.BC.2F%3F', [['search', 'ü/?']]],
  ])('reads links of other clients: %s', (hash, terms) => {
    const narrow = terms.map(([operator, operand]) => ({ operator, operand }));
    expect(parseHash(hash)).toEqual({ view: 'messages', narrow });
  });

  it.each([
    '',
    '#',
    '#nowhere',
    '#narrow/channel',
    '#narrow/unknown/x',
    '#narrow/near/x',
    '#narrow/topic/.E0.A4.A',
    '#user/x',
  ])('names no place: %j', (hash) => expect(parseHash(hash)).toBe(null));
});
