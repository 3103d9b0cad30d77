import fc from 'fast-check';
import type { Person } from './support/person';
import { World } from './support/world';

interface Listed {
  id: number;
  flags: string[];
  subject: string;
}

type Parameters = Record<string, unknown>;
const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

const list = async (person: Person, narrow: unknown, parameters: Parameters = {}): Promise<number[]> => {
  const { messages } = await person.ok('GET', 'messages', {
    anchor: 'newest',
    num_before: 1000,
    narrow,
    ...parameters,
  });
  return (messages as Listed[]).map(({ id }) => id);
};

const faultOf = async (person: Person, narrow: unknown) => {
  const { status, body } = await person.get('messages', { anchor: 'newest', num_before: 10, narrow });
  return { status, ...body };
};

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
    ids.splice(5, 1); // ids are now [0..4], a gap, [5..8]
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

  it('lies around a message', async () => {
    expect(await page({ anchor: ids[3], num_before: 2, num_after: 2 })).toMatchObject({
      messages: ids.slice(1, 6),
      anchor: ids[3],
      found: [true, false, false],
    });
    expect(await page({ anchor: ids[3] })).toMatchObject({ messages: [ids[3]], found: [true, false, false] });
    expect(await page({ anchor: ids[0], num_before: 1, num_after: 1 })).toMatchObject({ found: [true, true, false] });
  });

  it('lies around an id that is no message', async () => {
    const gap = ids[5] - 1;
    expect(await page({ anchor: gap, num_before: 2, num_after: 2 })).toMatchObject({
      messages: ids.slice(3, 7),
      anchor: gap,
      found: [false, false, false],
    });
    expect(await page({ anchor: gap })).toMatchObject({ messages: [] });
  });

  it('leaves out the anchor at an end of the range', async () => {
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

  it('lies around the first unread message, else at the newest', async () => {
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

  it('may be a list of ids', async () => {
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

  it.each([
    [{}, "Missing 'anchor' argument."],
    [{ anchor: 'soon' }, 'Invalid anchor'],
    [{ anchor: '5.0' }, 'Invalid anchor'],
    [{ anchor: '' }, 'Invalid anchor'],
    [{ anchor: 1, num_before: 5000, num_after: 1 }, 'Too many messages requested (maximum 5000).'],
    [{ anchor: 1, num_before: 1e9 }, 'Too many messages requested (maximum 5000).'],
  ])('mistake 20: is refused for %j', async (parameters, msg) => {
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
  ])('mistakes 18 and 19: is refused for %j', async (parameters) => {
    const { status, body } = await ana.get('messages', { anchor: 1, ...parameters });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('a narrow', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cleo: Person;
  const sent: Record<string, number> = {};

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, cleo] = [await world.member('ana'), await world.member('ben'), await world.member('cleo')];
    for (const person of [ana, ben, cleo])
      await person.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    await ana.subscribe('open');
    sent.early = await ana.send('open', 'Roof', 'before ben came');
    for (const person of [ben, cleo]) await person.subscribe('open');
    sent.roof = await ana.send('open', 'roof', 'x');
    sent.empty = await ben.send('open', '', 'x');
    sent.done = await ana.send('open', '✔ roof', 'x');
    sent.direct = await ana.sendTo([ben], 'x');
    sent.group = await ana.sendTo([ben, cleo], 'x');
    sent.note = await ben.sendTo([ben], 'x');
    await ana.subscribe('other');
    sent.outside = await ana.send('other', 'roof', 'not for ben');
  });
  afterAll(() => world.stop());

  const names = (ids: number[]) => ids.map((id) => Object.keys(sent).find((name) => sent[name] === id));
  const found = async (narrow: unknown, person = ben) => names(await list(person, narrow));
  const email = async (person: Person) =>
    (await world.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [person.id]))[0].email;

  it('finds without a channel only what one received', async () => {
    expect(await found([])).toEqual(['roof', 'empty', 'done', 'direct', 'group', 'note']);
    expect(await found([term('topic', 'ROOF')])).toEqual(['roof']);
    expect(await found([term('sender', ana.id)])).toEqual(['roof', 'done', 'direct', 'group']);
  });

  it('finds with a channel everything in it', async () => {
    for (const operator of ['channel', 'stream']) {
      for (const operand of ['open', 'OPEN', await ben.channelId('open')]) {
        expect(await found([term(operator, operand)])).toEqual(['early', 'roof', 'empty', 'done']);
      }
    }
    expect(await found([term('channel', 'other')])).toEqual(['outside']);
    expect(
      await found([
        ['stream', 'open'],
        ['topic', 'roof'],
      ]),
    ).toEqual(['early', 'roof']);
    expect(await found([term('channel', 'open'), term('sender', ben.id)])).toEqual(['empty']);
    expect(await found([term('channel', 'open'), term('topic', 'roof', true)])).toEqual(['empty', 'done']);
    expect(await found([term('channel', 'open'), term('is', 'resolved')])).toEqual(['done']);
  });

  it('finds with a channel and a flag only what one received', async () => {
    expect(await found([term('channel', 'open'), term('is', 'unread')])).toEqual(['roof', 'empty', 'done']);
    expect(await found([term('channel', 'open'), term('is', 'unread', true)])).toEqual([]);
    expect(await found([term('channel', 'other'), term('is', 'unread')])).toEqual([]);
  });

  it('finds with channels:public everything that is public', async () => {
    for (const operator of ['channels', 'streams']) {
      expect(await found([term(operator, 'public')])).toEqual(['early', 'roof', 'empty', 'done', 'outside']);
    }
    expect(await found([term('channels', 'public', true)])).toEqual(['direct', 'group', 'note']);
    expect(await found([term('channels', 'web-public')])).toEqual([]);
  });

  it('knows the empty topic under each of its names', async () => {
    for (const name of ['', 'general chat', '(no topic)'])
      expect(await found([term('topic', name)])).toEqual(['empty']);
    const { messages } = await ben.ok('GET', 'messages', { anchor: sent.empty });
    expect((messages as Listed[])[0].subject).toBe('general chat');
    const { messages: honest } = await ben.ok('GET', 'messages', { anchor: sent.empty, allow_empty_topic_name: true });
    expect((honest as Listed[])[0].subject).toBe('');
  });

  it('finds a conversation by ids and by addresses, with oneself or without', async () => {
    const emails = await Promise.all([email(ana), email(cleo)]);
    for (const operator of ['dm', 'pm-with', 'pm_with']) {
      for (const operand of [[ana.id], [ana.id, ben.id], ana.id, emails[0], `${emails[0]},${await email(ben)}`]) {
        expect(await found([term(operator, operand)])).toEqual(['direct']);
      }
      expect(await found([term(operator, [cleo.id, ana.id])])).toEqual(['group']);
      expect(await found([[operator, emails.join(', ')]])).toEqual(['group']);
      expect(await found([term(operator, [ben.id])])).toEqual(['note']);
      expect(await found([term(operator, [])])).toEqual([]);
      expect(await found([term(operator, [cleo.id])])).toEqual([]);
    }
    expect(await found([term('dm', [ana.id], true)])).toEqual(['roof', 'empty', 'done', 'group', 'note']);
  });

  it('tells direct messages from others', async () => {
    for (const operand of ['dm', 'private']) {
      expect(await found([term('is', operand)])).toEqual(['direct', 'group', 'note']);
      expect(await found([term('is', operand, true)])).toEqual(['roof', 'empty', 'done']);
    }
  });

  it('finds one message', async () => {
    for (const operand of [sent.roof, `${sent.roof}`]) expect(await found([term('id', operand)])).toEqual(['roof']);
    expect(await found([term('id', sent.early)])).toEqual([]);
    expect(await found([term('channel', 'open'), term('id', sent.early)])).toEqual(['early']);
    expect(await found([term('id', 999_999)])).toEqual([]);
  });

  it('finds what is starred and what is unread', async () => {
    await ben.ok('POST', 'messages/flags', { messages: [sent.early, sent.direct], op: 'add', flag: 'starred' });
    expect(await found([term('is', 'starred')])).toEqual(['early', 'direct']);
    expect(await found([term('is', 'starred'), term('is', 'dm')])).toEqual(['direct']);
    expect(await found([term('is', 'starred', true)])).toEqual(['roof', 'empty', 'done', 'group', 'note']);
    await ben.ok('POST', 'messages/flags', { messages: [sent.roof, sent.group], op: 'add', flag: 'read' });
    expect(await found([term('is', 'unread')])).toEqual(['empty', 'done', 'direct', 'note']);
    expect(await found([term('is', 'unread', true)])).toEqual(['early', 'roof', 'group']);
  });

  it('goes where a message is now', async () => {
    expect(await found([term('with', sent.roof)])).toEqual(['early', 'roof']);
    expect(await found([term('channel', 'other'), term('topic', 'x'), term('with', sent.roof)])).toEqual([
      'early',
      'roof',
    ]);
    expect(await found([term('with', `${sent.group}`)])).toEqual(['group']);
    expect(await found([term('channel', 'open'), term('topic', ''), term('with', 999_999)])).toEqual(['empty']);
    expect(await found([term('dm', [ana.id]), term('with', 999_999)])).toEqual(['direct']);
    expect(await faultOf(ben, [term('with', 999_999)])).toMatchObject({
      code: 'BAD_NARROW',
      desc: "Invalid 'with' operator",
    });
  });

  it('takes a term that only says where one looks', async () => {
    expect(await found([term('near', 5), term('is', 'dm')])).toEqual(['direct', 'group', 'note']);
  });

  it.each([
    [[term('odd', 'x')], 'unknown operator odd'],
    [[term('constructor', 'x')], 'unknown operator constructor'],
    [[term('channel', 'nowhere')], 'unknown channel nowhere'],
    [[term('channel', 999_999)], 'unknown channel 999999'],
    [[term('channels', 'private')], 'unknown channels operand private'],
    [[term('sender', 'nobody@example.org')], 'unknown user nobody@example.org'],
    [[term('sender', 999_999)], 'unknown user 999999'],
    [[term('dm', [999_999])], 'unknown user in 999999'],
    [[term('dm', 'nobody@example.org')], 'unknown user in nobody@example.org'],
    [[term('is', 'odd')], "unknown 'is' operand odd"],
    [[term('is', 'direct')], "unknown 'is' operand direct"],
    [[term('id', 'x')], 'Invalid message ID'],
    [[term('with', 'x')], "Invalid 'with' operator"],
    [[term('with', 1), term('with', 2)], "Duplicate 'with' operators."],
  ])('is refused: %j', async (narrow, desc) => {
    expect(await faultOf(ben, narrow)).toEqual({
      status: 400,
      result: 'error',
      code: 'BAD_NARROW',
      desc,
      msg: `Invalid narrow operator: ${desc}`,
    });
  });

  it.each([
    [[term('is', 'dm'), term('channel', 'open')]],
    [[term('dm', [1]), term('topic', 'x')]],
    [[term('is', 'private'), term('channels', 'public')]],
    [[term('is', 'dm', true), term('dm', [1])]],
  ])('is refused as a contradiction: %j', async (narrow) => {
    const desc = 'No message can be both a channel message and direct message';
    expect(await faultOf(ben, narrow)).toMatchObject({
      code: 'BAD_NARROW',
      desc,
      msg: `Invalid narrow operator combination: ${desc}`,
    });
  });
});

describe('what others may not read', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await ana.subscribe('open');
    await ana.subscribe('secret', { invite_only: true });
    await ana.subscribe('protected', { invite_only: true, history_public_to_subscribers: false });
  });
  afterAll(() => world.stop());

  it('mistake 2: is as unknown as what does not exist', async () => {
    const secret = await ana.channelId('secret');
    const id = await ana.send('secret', 't', 'x');
    for (const person of [ben, gus, await world.admin('ada')]) {
      expect(await faultOf(person, [term('channel', secret)])).toMatchObject({ desc: `unknown channel ${secret}` });
      expect(await faultOf(person, [term('channel', 'secret')])).toMatchObject({ desc: 'unknown channel secret' });
      expect(await faultOf(person, [term('with', id)])).toMatchObject({ desc: "Invalid 'with' operator" });
      expect(await list(person, [term('id', id)])).toEqual([]);
      expect((await person.get(`messages/${id}`)).body).toEqual((await person.get('messages/999999')).body);
    }
    expect(await faultOf(gus, [term('channel', 'open')])).toMatchObject({ desc: 'unknown channel open' });
  });

  it.each(['0', '-1', 'x', '1.5', '9'.repeat(30), '%00'])('mistake 20: has the id %s', async (id) => {
    const { status, body } = await ben.get(`messages/${id}`);
    expect([status, body.msg]).toEqual([400, 'Invalid message(s)']);
  });

  it('mistake 4: ends with the subscription to a private channel, not to a public one', async () => {
    await ana.subscribe(['secret', 'open'], { principals: [ben.id] });
    const [hidden, open] = [await ana.send('secret', 't', 'x'), await ana.send('open', 't', 'x')];
    await ben.ok('POST', 'messages/flags', { messages: [hidden, open], op: 'add', flag: 'starred' });
    expect(await list(ben, [])).toEqual(expect.arrayContaining([hidden, open]));
    await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['secret', 'open'] });
    expect(await list(ben, [])).toContain(open);
    for (const narrow of [[], [term('is', 'starred')], [term('id', hidden)], [term('sender', ana.id)]]) {
      expect(await list(ben, narrow)).not.toContain(hidden);
    }
    expect((await ben.get(`messages/${hidden}`)).status).toBe(400);
    expect((await ben.ok('GET', 'messages', { message_ids: [hidden] })).messages).toEqual([]);
  });

  it('mistake 5: in a channel with protected history is what was sent before one came', async () => {
    const before = await ana.send('protected', 'early', 'x');
    await ana.subscribe('protected', { principals: [ben.id] });
    const after = await ana.send('protected', 'late', 'x');
    const narrow = [term('channel', 'protected')];
    expect(await list(ben, narrow)).toEqual([after]);
    expect(await list(ben, [...narrow, term('topic', 'early')])).toEqual([]);
    expect(await list(ben, [...narrow, term('id', before)])).toEqual([]);
    expect(await list(ben, [term('with', after)])).toEqual([after]);
    expect(await faultOf(ben, [term('with', before)])).toMatchObject({ code: 'BAD_NARROW' });
    expect((await ben.get(`messages/${before}`)).status).toBe(400);
    const { state } = await ben.register({ fetch_event_types: ['subscription'] });
    const channels = state.subscriptions as { name: string; first_message_id: number }[];
    expect(channels.find(({ name }) => name === 'protected')!.first_message_id).toBe(after);
    await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['protected'] });
    const between = await ana.send('protected', 'gap', 'x');
    await ana.subscribe('protected', { principals: [ben.id] });
    expect(await list(ben, narrow)).toEqual([after]);
    expect((await ben.get(`messages/${between}`)).status).toBe(400);
  });

  it('mistake 9: is for a guest what no subscription brought', async () => {
    const before = await ana.send('open', 't', 'x');
    expect(await list(gus, [term('channels', 'public')])).toEqual([]);
    await ana.subscribe('open', { principals: [gus.id] });
    const after = await ana.send('open', 't', 'x');
    expect(await list(gus, [term('channels', 'public')])).toEqual([after]);
    expect(await list(gus, [term('channel', 'open')])).toEqual(expect.arrayContaining([before, after]));
  });

  it('mistake 14: belongs to another organization', async () => {
    const id = await ana.send('open', 't', 'x');
    const [other] = await world.sql<{ id: string }>(
      `WITH o AS (INSERT INTO organization (name, host) VALUES ('Other', 'other.example') RETURNING id)
       INSERT INTO channel (organization_id, name) SELECT id, 'elsewhere' FROM o RETURNING id`,
    );
    await world.sql('UPDATE message SET channel_id = $1, organization_id = organization_id + 1 WHERE id = $2', [
      other.id,
      id,
    ]);
    expect(await faultOf(ana, [term('channel', Number(other.id))])).toMatchObject({ code: 'BAD_NARROW' });
    expect(await list(ana, [term('id', id)])).toEqual([]);
    expect((await ana.get(`messages/${id}`)).status).toBe(400);
  });
});

/** What the plain reading of a narrow finds, message by message. */
interface Known {
  id: number;
  channel: string | null;
  topic: string;
  sender: number;
  people: number[];
  received: Set<number>;
  starred: Set<number>;
  read: Set<number>;
}

describe('the compiled narrow', () => {
  let world: World;
  let people: Person[];
  const known: Known[] = [];
  const PUBLIC = ['red', 'green'];

  beforeAll(async () => {
    world = await World.start();
    people = await Promise.all(['ana', 'ben', 'cleo'].map((name) => world.member(name)));
    for (const person of people) await person.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    const [ana, ben] = people;
    await ana.subscribe('red');
    await ben.subscribe(['red', 'green']);
    const members: Record<string, Person[]> = { red: [ana, ben], green: [ben] };
    for (let n = 0; n < 60; n++) {
      if (n === 30) {
        await ana.subscribe('green');
        await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['red'] });
        Object.assign(members, { red: [ana], green: [ana, ben] });
      }
      const sender = people[n % 3];
      if (n % 4 === 3) {
        const to = [people[(n >> 2) % 3], people[(n >> 1) % 3]];
        const all = [...new Set([sender, ...to].map(({ id }) => id))];
        known.push(one(await sender.sendTo(to, 'x'), null, '', sender.id, all, new Set(all)));
      } else {
        const channel = PUBLIC[(n >> 1) % 2];
        const topic = ['roof', 'Roof', 'cellar', '✔ cellar'][(n >> 2) % 4];
        const received = new Set(members[channel].map(({ id }) => id));
        known.push(one(await sender.send(channel, topic, 'x'), channel, topic, sender.id, [], received));
      }
    }
    for (const person of people) {
      const own = known.filter(({ received }) => received.has(person.id));
      const ids = own.filter((_, n) => n % 3 === 0).map(({ id }) => id);
      await person.ok('POST', 'messages/flags', { messages: ids, op: 'add', flag: 'read' });
      const starred = known.filter(({ channel }, n) => channel !== null && n % 7 === 0).map(({ id }) => id);
      await person.ok('POST', 'messages/flags', { messages: starred, op: 'add', flag: 'starred' });
      for (const message of known) {
        // ben has left red at the half: that read it
        const hasLeft = person === ben && message.channel === 'red';
        if (ids.includes(message.id) || !message.received.has(person.id) || hasLeft) message.read.add(person.id);
        if (starred.includes(message.id)) message.starred.add(person.id);
      }
    }
  });
  afterAll(() => world.stop());

  const one = (
    id: number,
    channel: string | null,
    topic: string,
    sender: number,
    all: number[],
    received: Set<number>,
  ): Known => ({
    ...{ id, channel, topic, sender, people: all, received },
    starred: new Set(),
    read: new Set(),
  });

  type Term = ReturnType<typeof term>;

  function fits(message: Known, { operator, operand, negated }: Term, me: Person): boolean {
    const plain = (): boolean => {
      switch (operator) {
        case 'channel':
          return message.channel === operand;
        case 'channels':
          return message.channel !== null;
        case 'topic':
          return message.channel !== null && message.topic.toLowerCase() === (operand as string).toLowerCase();
        case 'sender':
          return message.sender === people[operand as number].id;
        case 'dm':
          return (
            message.channel === null &&
            [...message.people].sort().join() ===
              [...new Set([me.id, ...(operand as number[]).map((n) => people[n].id)])].sort().join()
          );
        case 'id':
          return message.id === known[operand as number].id;
        default:
          return {
            dm: message.channel === null,
            resolved: message.channel !== null && message.topic.startsWith('✔ '),
            starred: message.starred.has(me.id),
            unread: !message.read.has(me.id),
          }[operand as 'dm']!;
      }
    };
    return plain() !== negated;
  }

  function expected(terms: Term[], me: Person): number[] {
    const asksForChannels = terms.some(({ operator, negated }) => operator.startsWith('channel') && !negated);
    const asksForFlags = terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
    const isOwn = (message: Known) => message.received.has(me.id) || message.starred.has(me.id);
    return known
      .filter((message) => (asksForChannels && !asksForFlags ? message.channel !== null : isOwn(message)))
      .filter((message) => terms.every((one) => fits(message, one, me)))
      .map(({ id }) => id);
  }

  const person = fc.nat({ max: 2 });
  const termOf = (operator: string, operand: fc.Arbitrary<unknown>) =>
    fc.tuple(operand, fc.boolean()).map(([value, negated]) => term(operator, value, negated));
  const anyTerm = fc.oneof(
    termOf('channel', fc.constantFrom(...PUBLIC)),
    termOf('channels', fc.constant('public')),
    termOf('topic', fc.constantFrom('ROOF', 'cellar', '✔ cellar')),
    termOf('sender', person),
    termOf('dm', fc.array(person, { minLength: 1, maxLength: 3 })),
    termOf('id', fc.nat({ max: 59 })),
    termOf('is', fc.constantFrom('dm', 'resolved', 'starred', 'unread')),
  );

  /** Operands that name somebody or something by its number, as the request has them. */
  const written = ({ operator, operand, negated }: Term): Term => {
    if (operator === 'sender') return term(operator, people[operand as number].id, negated);
    if (operator === 'dm')
      return term(
        operator,
        (operand as number[]).map((n) => people[n].id),
        negated,
      );
    return operator === 'id' ? term(operator, known[operand as number].id, negated) : term(operator, operand, negated);
  };

  it('finds what the plain reading finds, page by page', async () => {
    const inputs = [
      fc.array(anyTerm, { maxLength: 3 }),
      person,
      fc.nat({ max: 59 }),
      fc.nat({ max: 8 }),
      fc.nat({ max: 8 }),
    ] as const;
    const property = fc.asyncProperty(...inputs, async (terms, who, at, before, after) => {
      const me = people[who];
      const narrow = terms.map(written);
      const all = expected(terms, me);
      const anchor = known[at].id;
      const { status, body } = await me.get('messages', { anchor, num_before: before, num_after: after, narrow });
      if (body.code === 'BAD_NARROW') return expect(body.msg).toContain('both a channel message and direct message');
      expect(status).toBe(200);
      const older = all.filter((id) => id < anchor);
      const newer = all.filter((id) => id > anchor);
      expect((body.messages as Listed[]).map(({ id }) => id)).toEqual([
        ...older.slice(Math.max(0, older.length - before)),
        ...all.filter((id) => id === anchor),
        ...newer.slice(0, after),
      ]);
      expect([body.found_oldest, body.found_newest]).toEqual([older.length < before, newer.length < after]);
      const unread = all.filter((id) => !known.find((one) => one.id === id)!.read.has(me.id));
      const first = await me.ok('GET', 'messages', { anchor: 'first_unread', narrow });
      expect(first.anchor).toBe(unread[0] ?? 10_000_000_000_000_000);
    });
    await fc.assert(property, { numRuns: Number(process.env.PARLEY_PROPERTY_RUNS ?? 150) });
  }, 120_000);
});
