import { NarrowContradictsItself, NarrowTermIsInvalid, SearchIsBlank } from '../errors';
import { parseNarrow, spectatorsNarrow, WrittenTerm } from './narrow';

const parse = (operator: string, operand: WrittenTerm['operand'], negated = false) =>
  parseNarrow([{ operator, operand, negated }])[0];

describe('a term of a narrow', () => {
  it.each([
    ['channel', 'plans', { kind: 'channel', channel: 'plans' }],
    ['stream', 5, { kind: 'channel', channel: 5 }],
    ['channels', 'public', { kind: 'channels', which: 'public' }],
    ['streams', 'web-public', { kind: 'channels', which: 'web-public' }],
    ['topic', 'Roof', { kind: 'topic', topic: 'Roof' }],
    ['topic', 7, { kind: 'topic', topic: '7' }],
    ['dm', [5, 6], { kind: 'conversation', people: [5, 6], written: '[5, 6]' }],
    ['pm-with', 'a@b.c, d@e.f,', { kind: 'conversation', people: ['a@b.c', 'd@e.f'], written: 'a@b.c, d@e.f,' }],
    ['pm_with', 5, { kind: 'conversation', people: [5], written: '5' }],
    ['dm', '', { kind: 'conversation', people: [], written: '' }],
    ['sender', 'a@b.c', { kind: 'sender', person: 'a@b.c' }],
    ['is', 'dm', { kind: 'is', quality: 'direct' }],
    ['is', 'private', { kind: 'is', quality: 'direct' }],
    ['is', 'starred', { kind: 'is', quality: 'starred' }],
    ['id', '12', { kind: 'message', messageId: 12 }],
    ['id', 12, { kind: 'message', messageId: 12 }],
    ['with', 12, { kind: 'with', messageId: 12 }],
    ['dm-including', 5, { kind: 'including', person: 5 }],
    ['dm-with', 'a@b.c', { kind: 'including', person: 'a@b.c' }],
    ['group-pm-with', 5, { kind: 'group', person: 5 }],
    ['group_pm_with', 'a@b.c', { kind: 'group', person: 'a@b.c' }],
    ['is', 'mentioned', { kind: 'is', quality: 'mentioned' }],
    ['is', 'followed', { kind: 'is', quality: 'followed' }],
    ['is', 'muted', { kind: 'is', quality: 'muted' }],
    ['has', 'reaction', { kind: 'has', content: 'reaction' }],
    ['in', 'home', { kind: 'home' }],
    ['in', 'all', { kind: 'all' }],
    ['search', ' tin "red roof" ', { kind: 'search', words: 'tin "red roof"' }],
  ])('%s %j is read', (operator, operand, term) => {
    expect(parse(operator, operand)).toEqual({ ...term, negated: false });
    expect(parse(operator, operand, true)).toEqual({ ...term, negated: true });
  });

  it.each(['', '  '])('without words is not a search: %j', (operand) => {
    expect(() => parse('search', operand)).toThrow(new SearchIsBlank());
  });

  it('that only names the scope is ignored', () => {
    expect(parse('near', 5)).toBeUndefined();
  });

  it.each([
    ['odd', 'x', 'unknown operator odd'],
    ['', 'x', 'unknown operator '],
    ['toString', 'x', 'unknown operator toString'],
    ['is', 'direct', "unknown 'is' operand direct"],
    ['is', [1], "unknown 'is' operand [1]"],
    ['channels', 5, 'unknown channels operand 5'],
    ['channels', [1, 2], 'unknown channels operand [1, 2]'],
    ['in', 'attic', "unknown 'in' operand attic"],
    ['has', 'feet', "unknown 'has' operand feet"],
    ['dm-including', [1], 'unknown user [1]'],
    ['group-pm-with', [1], 'unknown user [1]'],
    ['search', [1], 'unknown search operand [1]'],
    ['channel', [1], 'unknown channel [1]'],
    ['sender', [1], 'unknown user [1]'],
    ['topic', [1], 'unknown topic [1]'],
    ['id', 'x', 'Invalid message ID'],
    ['id', '9'.repeat(16), 'Invalid message ID'],
    ['id', [5], 'Invalid message ID'],
    ['with', '-1', "Invalid 'with' operator"],
  ])('refuses %s %j', (operator, operand, desc) => {
    expect(() => parse(operator, operand)).toThrow(new NarrowTermIsInvalid(desc));
  });
});

describe('the terms of a narrow', () => {
  it.each([
    ['is', 'dm', 'channel', 'x'],
    ['dm', [1], 'topic', 'x'],
    ['pm-with', 'a@b.c', 'streams', 'public'],
    ['dm-including', 1, 'topic', 'x'],
    ['group-pm-with', 1, 'channel', 'x'],
  ])('contradict each other: %s %j, %s %s', (operator, operand, other, channel) => {
    const direct = { operator, operand };
    expect(() => parseNarrow([direct, { operator: other, operand: channel }])).toThrow(NarrowContradictsItself);
    expect(() => parseNarrow([{ operator: other, operand: channel }, direct])).toThrow(NarrowContradictsItself);
    expect(parseNarrow([direct, { operator: other, operand: channel, negated: true }])).toHaveLength(2);
    expect(() => parseNarrow([direct, { operator: 'is', operand: 'dm', negated: true }])).toThrow(
      NarrowContradictsItself,
    );
  });

  it('search for all words at once, except negated ones', () => {
    const search = (operand: string, negated = false) => ({ operator: 'search', operand, negated });
    const terms = parseNarrow([search('tin'), search('rust', true), { operator: 'is', operand: 'dm' }, search('roof')]);
    expect(terms).toEqual([
      { kind: 'search', words: 'rust', negated: true },
      { kind: 'is', quality: 'direct', negated: false },
      { kind: 'search', words: 'tin roof', negated: false },
    ]);
  });

  it('contain at most one message of `with`', () => {
    const term = { operator: 'with', operand: 1 };
    expect(() => parseNarrow([term, term])).toThrow(new NarrowTermIsInvalid("Duplicate 'with' operators."));
  });
});

describe('a narrow of a spectator', () => {
  const open = { operator: 'channels', operand: 'web-public' };

  it('is accepted for public content', () => {
    const others = ['channel', 'stream', 'topic', 'sender', 'has', 'search', 'near', 'id', 'with'];
    const narrow = others.map((operator) => ({ operator, operand: 'x' }));
    for (const operator of ['channels', 'streams']) {
      expect(spectatorsNarrow([{ ...open, operator }, ...narrow])).toEqual([{ ...open, operator }, ...narrow]);
    }
  });

  it('ignores muting', () => {
    expect(spectatorsNarrow([{ operator: 'in', operand: 'home' }, open])).toEqual([open]);
    expect(spectatorsNarrow([{ operator: 'in', operand: 'home', negated: true }, open])).toBeNull();
  });

  it.each([
    [[]],
    [[{ ...open, negated: true }]],
    [[{ operator: 'channels', operand: 'public' }]],
    [[{ operator: 'channel', operand: 'x' }]],
    [[open, { operator: 'is', operand: 'unread' }]],
    [[open, { operator: 'in', operand: 'all' }]],
    [[open, { operator: 'dm', operand: [1] }]],
    [[open, { operator: 'odd', operand: 'x' }]],
  ])('is refused otherwise: %j', (narrow) => {
    expect(spectatorsNarrow(narrow)).toBeNull();
  });
});
