import type { Event } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Body, Parameters, Person } from '../../support/person';
import { changed, flagsOf, follow, leave, Message } from '../../support/reading';
import { World } from '../../support/world';

describe('flags of messages in a narrow', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    for (const person of [ana, ben]) await person.subscribe(['general', 'team', 'open', 'secret']);
  });
  afterAll(() => world.stop());

  let topic: string;
  let ids: number[];
  let turn = 0;
  /** Six messages from ana in a topic of their own, unread for ben. */
  beforeEach(async () => {
    topic = `topic ${++turn}`;
    ids = [];
    for (let n = 0; n < 6; n++) ids.push(await ana.send('general', topic, `message ${n}`));
  });

  const inTopic = (...rest: object[]) => [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: topic },
    ...rest,
  ];
  const attempt = (person: Person, parameters: Parameters): Promise<ApiResponse> =>
    person.post('messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: inTopic(),
      op: 'add',
      flag: 'starred',
      ...parameters,
    });
  const change = async (person: Person, parameters: Parameters): Promise<Body> => {
    const { status, body } = await attempt(person, parameters);
    expect([status, body.msg]).toEqual([200, '']);
    return body;
  };
  const having = async (flag: string): Promise<number[]> => {
    const found = await ben.ok('GET', 'messages', { anchor: 'newest', num_before: 100, narrow: inTopic() });
    return (found.messages as Message[]).filter(({ flags }) => flags.includes(flag)).map(({ id }) => id);
  };
  const flagEvent = ({ type }: Event) => type === 'update_message_flags';

  it.each(['read', 'starred', 'collapsed'])('sets and removes %s, and counts the changes', async (flag) => {
    await changed(ben, 'add', flag, [ids[1]]);
    const queue = await follow(ben);
    expect(await change(ben, { flag })).toEqual({
      result: 'success',
      msg: '',
      processed_count: 6,
      updated_count: 5,
      first_processed_id: ids[0],
      last_processed_id: ids[5],
      found_oldest: true,
      found_newest: true,
    });
    expect(await having(flag)).toEqual(ids);
    expect(await queue.until(flagEvent)).toMatchObject({
      op: 'add',
      operation: 'add',
      flag,
      messages: [ids[0], ...ids.slice(2)],
      all: false,
    });
    expect(await change(ben, { flag, op: 'remove' })).toMatchObject({ processed_count: 6, updated_count: 6 });
    expect(await having(flag)).toEqual([]);
    expect(await change(ben, { flag, op: 'remove' })).toMatchObject({ processed_count: 6, updated_count: 0 });
    await expectFreshSnapshot(queue);
  });

  it.each<[string, Parameters, number, number, boolean, boolean]>([
    ['around an id', { anchor: 2, num_before: 1, num_after: 2 }, 1, 4, false, false],
    ['to both ends', { anchor: 2, num_before: 2, num_after: 3 }, 0, 5, false, false],
    ['beyond both ends', { anchor: 2, num_before: 3, num_after: 4 }, 0, 5, true, true],
    ['up to an id', { anchor: 3, num_before: 2, num_after: 0 }, 1, 3, false, false],
    ['before an id', { anchor: 3, num_before: 2, num_after: 0, include_anchor: false }, 1, 2, false, false],
    ['after an id', { anchor: 3, num_before: 0, num_after: 1, include_anchor: false }, 4, 4, false, false],
    ['an id alone', { anchor: 3, num_before: 0, num_after: 0 }, 3, 3, false, false],
    ['the newest', { anchor: 'newest', num_before: 2, num_after: 0 }, 4, 5, false, true],
    ['the newest, and more that cannot be', { anchor: 'newest', num_before: 2, num_after: 9 }, 4, 5, false, true],
    ['the oldest', { anchor: 'oldest', num_before: 9, num_after: 2 }, 0, 1, true, false],
    ['from the first unread', { anchor: 'first_unread', num_before: 1, num_after: 1 }, 1, 3, false, false],
    ['as many as can be', { anchor: 3, num_before: 900_000, num_after: 900_000 }, 0, 5, true, true],
  ])('accepts %s', async (_, { anchor, ...window }, first, last, found_oldest, found_newest) => {
    await changed(ben, 'add', 'read', ids.slice(0, 2));
    const from = typeof anchor === 'number' ? ids[anchor] : anchor;
    const processed = ids.slice(first, last + 1);
    expect(await change(ben, { anchor: String(from), ...window, flag: 'collapsed' })).toMatchObject({
      processed_count: processed.length,
      updated_count: processed.length,
      first_processed_id: ids[first],
      last_processed_id: ids[last],
      found_oldest,
      found_newest,
    });
    expect(await having('collapsed')).toEqual(processed);
  });

  it('answers null for an empty range, and sends no event', async () => {
    const queue = await ben.register();
    const narrow = [...inTopic(), { operator: 'is', operand: 'starred' }];
    expect(await change(ben, { narrow })).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_oldest: true,
      found_newest: true,
    });
    expect(await queue.drain()).toEqual([]);
  });

  it('marks a narrow as read in several requests, as clients do', async () => {
    const narrow = inTopic({ operator: 'is', operand: 'unread' });
    const steps: Body[] = [];
    let window: Parameters = { anchor: 'oldest', include_anchor: true };
    for (;;) {
      const step = await change(ben, { ...window, num_after: 2, flag: 'read', narrow });
      steps.push(step);
      if (step.found_newest) break;
      window = { anchor: String(step.last_processed_id), include_anchor: false };
    }
    expect(steps.map(({ updated_count }) => updated_count)).toEqual([2, 2, 2, 0]);
    expect(await having('read')).toEqual(ids);
  });

  it('accepts pairs of strings, and reads a missing narrow as all messages', async () => {
    const narrow = [
      ['channel', 'general'],
      ['topic', topic],
    ];
    expect(await change(ben, { narrow })).toMatchObject({ processed_count: 6 });
    const { status, body } = await ben.post('messages/flags/narrow', {
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      op: 'add',
      flag: 'collapsed',
    });
    expect([status, body.last_processed_id]).toEqual([200, ids[5]]);
  });

  it('names the channels in which no message becomes unread, only when read is removed', async () => {
    const sent = await ana.send('open', topic, 'x');
    await leave(ben, 'open');
    const narrow = [{ operator: 'channel', operand: 'open' }];
    expect(await change(ben, { narrow, op: 'remove', flag: 'read' })).toMatchObject({
      updated_count: 0,
      last_processed_id: sent,
      ignored_because_not_subscribed_channels: [await ana.channelId('open')],
    });
    for (const [op, flag] of [
      ['add', 'read'],
      ['remove', 'starred'],
      ['add', 'starred'],
    ]) {
      expect(await change(ben, { narrow, op, flag })).not.toHaveProperty('ignored_because_not_subscribed_channels');
    }
    expect(await change(ben, { op: 'remove', flag: 'read' })).toMatchObject({
      ignored_because_not_subscribed_channels: [],
    });
    await ben.subscribe('open');
  });

  it('adds messages that the user never received to the personal history', async () => {
    const cleo = await world.member(`cleo ${turn}`);
    const early = await ana.send('open', topic, 'x');
    expect(
      await change(cleo, {
        narrow: [
          { operator: 'channel', operand: 'open' },
          { operator: 'topic', operand: topic },
        ],
      }),
    ).toMatchObject({ updated_count: 1 });
    expect(await flagsOf(cleo, early)).toEqual(['historical', 'read', 'starred']);
  });

  it('starts at the first unread message that is not muted, unless the narrow includes muted ones', async () => {
    await ben.ok('POST', 'mark_all_as_read');
    const muted = await ana.send('team', topic, 'x');
    const heard = await ana.send('general', topic, 'y');
    await ben.ok('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: await ben.channelId('team'), property: 'is_muted', value: true }],
    });
    const first = { anchor: 'first_unread', num_after: 0, flag: 'starred' };
    expect(await change(ben, { ...first, narrow: [] })).toMatchObject({ first_processed_id: heard });
    expect(await change(ben, { ...first, narrow: [{ operator: 'channel', operand: 'team' }] })).toMatchObject({
      first_processed_id: muted,
    });
    await ben.ok('POST', 'mark_all_as_read');
    expect(await change(ben, { ...first, num_before: 1, narrow: inTopic() })).toMatchObject({
      first_processed_id: heard,
      found_newest: true,
    });
  });

  it.each<[Parameters, string, string]>([
    [{ flag: 'mentioned' }, 'BAD_REQUEST', "Flag not editable: 'mentioned'"],
    [{ flag: 'historical' }, 'BAD_REQUEST', "Flag not editable: 'historical'"],
    [{ flag: 'is_private' }, 'BAD_REQUEST', "Invalid flag: 'is_private'"],
    [{ op: 'toggle' }, 'BAD_REQUEST', "Invalid message flag operation: 'toggle'"],
    [{ anchor: 'last' }, 'BAD_REQUEST', 'Invalid anchor'],
    [{ anchor: '7', num_before: 1, num_after: 1, include_anchor: false }, 'BAD_REQUEST', expect.any(String) as never],
    [{ num_before: -1 }, 'BAD_REQUEST', expect.any(String) as never],
    [{ num_after: -1 }, 'BAD_REQUEST', expect.any(String) as never],
    [{ num_after: 'many' }, 'BAD_REQUEST', expect.any(String) as never],
    [{ include_anchor: 'True' }, 'BAD_REQUEST', expect.any(String) as never],
    [{ narrow: 'general' }, 'INVALID_JSON', expect.any(String) as never],
    [{ narrow: [{ operator: 'wherever', operand: 'x' }] }, 'BAD_NARROW', expect.any(String) as never],
    [{ narrow: [{ operator: 'channel', operand: 'nowhere' }] }, 'BAD_NARROW', expect.any(String) as never],
  ])('refuses %j', async (parameters, code, msg) => {
    const { status, body } = await attempt(ben, parameters);
    expect([status, code === 'INVALID_JSON' ? code : body.code, body.msg]).toEqual([400, code, msg]);
    expect(await having('starred')).toEqual([]);
  });

  it.each(['anchor', 'num_before', 'num_after', 'op', 'flag'])('requires %s', async (name) => {
    const all: Parameters = { anchor: 'newest', num_before: 1, num_after: 0, op: 'add', flag: 'read' };
    delete all[name];
    const { status, body } = await ben.post('messages/flags/narrow', all);
    expect([status, body.code, body.var_name]).toEqual([400, 'REQUEST_VARIABLE_MISSING', name]);
  });

  it('mistakes 2 and 11: does not change unreadable messages', async () => {
    await world.owner.subscribe('hidden', { invite_only: true });
    const hidden = await world.owner.send('hidden', topic, 'x');
    const direct = await ana.sendTo([world.owner], 'x');
    const refused = await attempt(ben, { narrow: [{ operator: 'channel', operand: 'hidden' }] });
    const unknown = await attempt(ben, { narrow: [{ operator: 'channel', operand: 'hidden2' }] });
    expect(JSON.stringify(refused.body).replaceAll('hidden', 'x')).toBe(
      JSON.stringify(unknown.body).replaceAll('hidden2', 'x'),
    );
    for (const id of [hidden, direct]) {
      for (const narrow of [[], [{ operator: 'id', operand: id }]]) {
        const window = { anchor: String(id), num_before: 0, num_after: 0, narrow, flag: 'starred' };
        expect(await change(ben, window)).toMatchObject({ processed_count: 0, updated_count: 0 });
      }
    }
    const starred = 'SELECT FROM message_flag WHERE user_id = $1 AND message_id = ANY ($2)';
    expect(await world.sql(starred, [ben.id, [hidden, direct]])).toEqual([]);
  });

  it('limits guests to their subscriptions', async () => {
    const id = await ana.send('team', topic, 'x');
    await change(gus, { narrow: [], anchor: 'newest', num_before: 5000, num_after: 0 });
    const starred = 'SELECT FROM message_flag WHERE user_id = $1 AND message_id = $2';
    expect(await world.sql(starred, [gus.id, id])).toEqual([]);
    const { status, body } = await attempt(gus, { narrow: [['channel', 'team']] });
    expect([status, body.code]).toEqual([400, 'BAD_NARROW']);
  });

  it('requires an account', async () => {
    const { status, body } = await world.request('POST', 'messages/flags/narrow');
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
