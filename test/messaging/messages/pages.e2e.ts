import type { Person } from '../../support/person';
import { World } from '../../support/world';

interface Listed {
  id: number;
  flags: string[];
  subject: string;
}

type Parameters = Record<string, unknown>;
const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

describe('a page', () => {
  let world: World;
  let ana: Person;
  let ids: number[];

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await ana.subscribe('general');
    ids = [];
    for (let n = 0; n < 10; n++) ids.push(await ana.send('general', 't', `message ${n}`));
    await world.sql('DELETE FROM message WHERE id = $1', [ids[5]]);
    ids.splice(5, 1); // The ids are now [0..4], a gap, [5..8].
  });
  afterAll(() => world.stop());

  const page = async (parameters: Parameters) => {
    const { messages, anchor, found_anchor, found_oldest, found_newest, history_limited } = await ana.ok(
      'GET',
      'messages',
      parameters,
    );
    return {
      messages: (messages as Listed[]).map(({ id }) => id),
      anchor,
      found: [found_anchor, found_oldest, found_newest],
      history_limited,
    };
  };
  const NEWEST = 10_000_000_000_000_000;

  it('ends at the newest message', async () => {
    expect(await page({ anchor: 'newest', num_before: 3 })).toEqual({
      messages: ids.slice(-3),
      anchor: NEWEST,
      found: [false, false, true],
      history_limited: false,
    });
    expect(await page({ anchor: 'newest', num_before: 9, num_after: 5 })).toMatchObject({
      messages: ids,
      found: [false, false, true],
    });
    expect(await page({ anchor: 'newest', num_before: 10 })).toMatchObject({ found: [false, true, true] });
    for (const anchor of [NEWEST, '99999999999999999999']) {
      expect(await page({ anchor, num_before: 1 })).toMatchObject({ messages: ids.slice(-1), anchor: NEWEST });
    }
  });

  it('begins at the oldest message', async () => {
    for (const anchor of ['oldest', 0, -5]) {
      expect(await page({ anchor, num_before: 5, num_after: 2 })).toEqual({
        messages: ids.slice(0, 2),
        anchor: 0,
        found: [false, true, false],
        history_limited: false,
      });
    }
    expect(await page({ anchor: 'oldest', num_after: 10 })).toMatchObject({
      messages: ids,
      found: [false, true, true],
    });
  });

  it('surrounds a message', async () => {
    expect(await page({ anchor: ids[3], num_before: 2, num_after: 2 })).toMatchObject({
      messages: ids.slice(1, 6),
      anchor: ids[3],
      found: [true, false, false],
    });
    expect(await page({ anchor: ids[3] })).toMatchObject({ messages: [ids[3]], found: [true, false, false] });
    expect(await page({ anchor: ids[0], num_before: 1, num_after: 1 })).toMatchObject({ found: [true, true, false] });
  });

  it('surrounds an id without a message', async () => {
    const gap = ids[5] - 1;
    expect(await page({ anchor: gap, num_before: 2, num_after: 2 })).toMatchObject({
      messages: ids.slice(3, 7),
      anchor: gap,
      found: [false, false, false],
    });
    expect(await page({ anchor: gap })).toMatchObject({ messages: [] });
  });

  it('excludes the anchor at an end of the range', async () => {
    const parameters = { anchor: ids[3], include_anchor: false };
    expect(await page({ ...parameters, num_after: 2 })).toMatchObject({
      messages: ids.slice(4, 6),
      found: [false, false, false],
    });
    expect(await page({ ...parameters, num_before: 2 })).toMatchObject({
      messages: ids.slice(1, 3),
      found: [false, false, false],
    });
    const { status, body } = await ana.get('messages', { ...parameters, num_before: 1, num_after: 1 });
    expect([status, body.msg]).toEqual([400, 'The anchor can only be excluded at an end of the range']);
  });

  it('surrounds the first unread message, or the newest', async () => {
    expect(await page({ anchor: 'first_unread', num_before: 1, num_after: 1 })).toMatchObject({
      messages: ids.slice(0, 2),
      anchor: ids[0],
    });
    await ana.ok('POST', 'messages/flags', { messages: ids.slice(0, 4), op: 'add', flag: 'read' });
    for (const parameters of [{ anchor: 'first_unread' }, { anchor: 0, use_first_unread_anchor: true }]) {
      expect(await page({ ...parameters, num_before: 1, num_after: 1 })).toMatchObject({
        messages: ids.slice(3, 6),
        anchor: ids[4],
        found: [true, false, false],
      });
    }
    const narrow = [term('id', ids[0])];
    expect(await page({ anchor: 'first_unread', num_before: 1, num_after: 1, narrow })).toMatchObject({
      messages: [ids[0]],
      anchor: NEWEST,
      found: [false, false, true],
    });
  });

  it('can be a list of ids', async () => {
    const wanted = [ids[6], ids[1], 999_999, ids[1]];
    expect(await page({ message_ids: wanted })).toEqual({
      messages: [ids[1], ids[6]],
      anchor: undefined,
      found: [false, false, false],
      history_limited: false,
    });
    expect(await page({ message_ids: wanted, narrow: [term('id', ids[6])] })).toMatchObject({ messages: [ids[6]] });
    for (const other of [
      { anchor: 'newest' },
      { num_before: 0 },
      { num_after: 1 },
      { use_first_unread_anchor: true },
    ]) {
      const { status, body } = await ana.get('messages', { message_ids: wanted, ...other });
      expect([status, body.msg]).toEqual([400, expect.stringContaining(Object.keys(other)[0])]);
    }
  });

  it('accepts five thousand ids in an address, and no more', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => 100_000_000 + index);
    expect(await page({ message_ids: [ids[1], ...many.slice(1)] })).toMatchObject({ messages: [ids[1]] });
    const { status, body } = await ana.get('messages', { message_ids: [ids[1], ...many] });
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'Too many messages requested (maximum 5000).']);
  });

  it.each([
    [{}, "Missing 'anchor' argument."],
    [{ anchor: 'soon' }, 'Invalid anchor'],
    [{ anchor: '5.0' }, 'Invalid anchor'],
    [{ anchor: '' }, 'Invalid anchor'],
    [{ anchor: 1, num_before: 5000, num_after: 1 }, 'Too many messages requested (maximum 5000).'],
    [{ anchor: 1, num_before: 1e9 }, 'Too many messages requested (maximum 5000).'],
  ])('mistake 20: rejects %j', async (parameters, msg) => {
    const { status, body } = await ana.get('messages', parameters);
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it.each([
    { num_before: -1 },
    { num_before: '1.0' },
    { num_after: '"1"' },
    { include_anchor: 1 },
    { narrow: '{' },
    { narrow: '{"operator":"is","operand":"dm"}' },
    { narrow: [5] },
    { narrow: [['is']] },
    { narrow: [['is', 'dm', 'x']] },
    { narrow: [{ operator: 'is' }] },
    { narrow: [{ operator: 'is', operand: null }] },
    { narrow: [{ operator: 'is', operand: 'dm', negated: 1 }] },
    { narrow: [{ operator: 'topic', operand: 'a\0b' }] },
    { narrow: [{ operator: 'dm', operand: [[1]] }] },
    { narrow: [{ operator: 'dm', operand: [1.5] }] },
    { narrow: [{ operator: 5, operand: 'x' }] },
    { message_ids: ['1'] },
  ])('mistakes 18 and 19: rejects %j', async (parameters) => {
    const { status, body } = await ana.get('messages', { anchor: 1, ...parameters });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
