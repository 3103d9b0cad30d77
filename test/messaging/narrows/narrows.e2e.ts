import type { Person } from '../../support/person';
import { World } from '../../support/world';

interface Listed {
  id: number;
  flags: string[];
  subject: string;
}

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

const list = async (person: Person, narrow: unknown): Promise<number[]> => {
  const { messages } = await person.ok('GET', 'messages', {
    anchor: 'newest',
    num_before: 1000,
    narrow,
  });
  return (messages as Listed[]).map(({ id }) => id);
};

const faultOf = async (person: Person, narrow: unknown) => {
  const { status, body } = await person.get('messages', { anchor: 'newest', num_before: 10, narrow });
  return { status, ...body };
};

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
    [sent.begun] = await list(ana, [term('channel', 'open')]);
    sent.early = await ana.send('open', 'Roof', 'before ben came');
    for (const person of [ben, cleo]) await person.subscribe('open');
    sent.roof = await ana.send('open', 'roof', 'x');
    sent.empty = await ben.send('open', '', 'x');
    sent.done = await ana.send('open', '✔ roof', 'x');
    sent.direct = await ana.sendTo([ben], 'x');
    sent.group = await ana.sendTo([ben, cleo], 'x');
    sent.note = await ben.sendTo([ben], 'x');
    await ana.subscribe('other');
    [sent.otherBegun] = await list(ana, [term('channel', 'other')]);
    sent.outside = await ana.send('other', 'roof', 'not for ben');
  });
  afterAll(() => world.stop());

  const names = (ids: number[]) => ids.map((id) => Object.keys(sent).find((name) => sent[name] === id));
  const found = async (narrow: unknown, person = ben) => names(await list(person, narrow));
  const email = async (person: Person) =>
    (await world.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [person.id]))[0].email;

  it('without a channel finds only messages that the user received', async () => {
    expect(await found([])).toEqual(['roof', 'empty', 'done', 'direct', 'group', 'note']);
    expect(await found([term('topic', 'ROOF')])).toEqual(['roof']);
    expect(await found([term('sender', ana.id)])).toEqual(['roof', 'done', 'direct', 'group']);
  });

  it('with a channel finds all its messages', async () => {
    for (const operator of ['channel', 'stream']) {
      for (const operand of ['open', 'OPEN', await ben.channelId('open')]) {
        expect(await found([term(operator, operand)])).toEqual(['begun', 'early', 'roof', 'empty', 'done']);
      }
    }
    expect(await found([term('channel', 'other')])).toEqual(['otherBegun', 'outside']);
    expect(
      await found([
        ['stream', 'open'],
        ['topic', 'roof'],
      ]),
    ).toEqual(['early', 'roof']);
    expect(await found([term('channel', 'open'), term('sender', ben.id)])).toEqual(['empty']);
    expect(await found([term('channel', 'open'), term('topic', 'roof', true)])).toEqual(['begun', 'empty', 'done']);
    expect(await found([term('channel', 'open'), term('is', 'resolved')])).toEqual(['done']);
  });

  it('with a channel and a flag finds only messages that the user received', async () => {
    expect(await found([term('channel', 'open'), term('is', 'unread')])).toEqual(['roof', 'empty', 'done']);
    expect(await found([term('channel', 'open'), term('is', 'unread', true)])).toEqual([]);
    expect(await found([term('channel', 'other'), term('is', 'unread')])).toEqual([]);
  });

  it('with channels:public finds all public messages', async () => {
    for (const operator of ['channels', 'streams']) {
      const all = ['begun', 'early', 'roof', 'empty', 'done', 'otherBegun', 'outside'];
      expect(await found([term(operator, 'public')])).toEqual(all);
    }
    expect(await found([term('channels', 'public', true)])).toEqual(['direct', 'group', 'note']);
    expect(await found([term('channels', 'web-public')])).toEqual([]);
  });

  it('finds the empty topic under each of its names', async () => {
    for (const name of ['', 'general chat', '(no topic)'])
      expect(await found([term('topic', name)])).toEqual(['empty']);
    const { messages } = await ben.ok('GET', 'messages', { anchor: sent.empty });
    expect((messages as Listed[])[0].subject).toBe('general chat');
    const { messages: honest } = await ben.ok('GET', 'messages', { anchor: sent.empty, allow_empty_topic_name: true });
    expect((honest as Listed[])[0].subject).toBe('');
  });

  it('finds a conversation by ids and by addresses, with or without the caller', async () => {
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

  it('separates direct messages from channel messages', async () => {
    for (const operand of ['dm', 'private']) {
      expect(await found([term('is', operand)])).toEqual(['direct', 'group', 'note']);
      expect(await found([term('is', operand, true)])).toEqual(['roof', 'empty', 'done']);
    }
  });

  it('finds one message by id', async () => {
    for (const operand of [sent.roof, `${sent.roof}`]) expect(await found([term('id', operand)])).toEqual(['roof']);
    expect(await found([term('id', sent.early)])).toEqual([]);
    expect(await found([term('channel', 'open'), term('id', sent.early)])).toEqual(['early']);
    expect(await found([term('id', 999_999)])).toEqual([]);
  });

  it('finds starred messages and unread messages', async () => {
    await ben.ok('POST', 'messages/flags', { messages: [sent.early, sent.direct], op: 'add', flag: 'starred' });
    expect(await found([term('is', 'starred')])).toEqual(['early', 'direct']);
    expect(await found([term('is', 'starred'), term('is', 'dm')])).toEqual(['direct']);
    expect(await found([term('is', 'starred', true)])).toEqual(['roof', 'empty', 'done', 'group', 'note']);
    await ben.ok('POST', 'messages/flags', { messages: [sent.roof, sent.group], op: 'add', flag: 'read' });
    expect(await found([term('is', 'unread')])).toEqual(['empty', 'done', 'direct', 'note']);
    expect(await found([term('is', 'unread', true)])).toEqual(['early', 'roof', 'group']);
  });

  it('finds a message in its current place', async () => {
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

  it('finds conversations by one participant', async () => {
    for (const operator of ['dm-including', 'dm-with']) {
      for (const operand of [ana.id, await email(ana)]) {
        expect(await found([term(operator, operand)])).toEqual(['direct', 'group']);
      }
      expect(await found([term(operator, cleo.id)])).toEqual(['group']);
      expect(await found([term(operator, ben.id)])).toEqual(['direct', 'group', 'note']);
      expect(await found([term(operator, world.owner.id)])).toEqual([]);
      expect(await found([term(operator, ana.id, true)])).toEqual(['early', 'roof', 'empty', 'done', 'note']);
    }
    for (const operator of ['group-pm-with', 'group_pm_with']) {
      for (const operand of [ana.id, await email(cleo), ben.id]) {
        expect(await found([term(operator, operand)])).toEqual(['group']);
      }
    }
    expect(await found([term('dm-including', ana.id), term('group-pm-with', cleo.id, true)])).toEqual(['direct']);
  });

  it('finds all messages, or none, by a term and its negation', async () => {
    const all = ['roof', 'empty', 'done', 'direct', 'group', 'note'];
    expect(await found([term('in', 'all')], cleo)).toEqual(['roof', 'empty', 'done', 'group']);
    expect(await found([term('in', 'all', true)], cleo)).toEqual([]);
    expect(await found([term('in', 'home')])).toEqual(expect.arrayContaining(all));
  });

  it('accepts a term that only names a view', async () => {
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
    [[term('dm', [999_999])], 'unknown user in [999999]'],
    [[term('dm', 'nobody@example.org')], 'unknown user in nobody@example.org'],
    [[term('is', 'odd')], "unknown 'is' operand odd"],
    [[term('is', 'direct')], "unknown 'is' operand direct"],
    [[term('is', [1, 2])], "unknown 'is' operand [1, 2]"],
    [[term('has', 'feet')], "unknown 'has' operand feet"],
    [[term('in', 'attic')], "unknown 'in' operand attic"],
    [[term('dm-including', 'nobody@example.org')], 'unknown user nobody@example.org'],
    [[term('dm-including', 999_999)], 'unknown user 999999'],
    [[term('dm-with', [1])], 'unknown user [1]'],
    [[term('group-pm-with', 999_999)], 'unknown user 999999'],
    [[term('mentions', 1)], 'unknown operator mentions'],
    [[term('channels', 'archived')], 'unknown channels operand archived'],
    [[term('id', 'x')], 'Invalid message ID'],
    [[term('with', 'x')], "Invalid 'with' operator"],
    [[term('with', 1), term('with', 2)], "Duplicate 'with' operators."],
  ])('rejects %j', async (narrow, desc) => {
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
    [[term('dm-including', 1), term('topic', 'x')]],
    [[term('group-pm-with', 1), term('channels', 'web-public')]],
  ])('rejects the contradiction %j', async (narrow) => {
    const desc = 'No message can be both a channel message and direct message';
    expect(await faultOf(ben, narrow)).toMatchObject({
      code: 'BAD_NARROW',
      desc,
      msg: `Invalid narrow operator combination: ${desc}`,
    });
  });
});

describe('narrows of unreadable messages', () => {
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

  it('mistake 2: answer as for unknown channels', async () => {
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

  it.each(['0', '-1', 'x', '1.5', '9'.repeat(30), '%00'])('mistake 20: reject the id %s', async (id) => {
    const { status, body } = await ben.get(`messages/${id}`);
    expect([status, body.msg]).toEqual([400, 'Invalid message(s)']);
  });

  it('mistake 4: end with the subscription to a private channel, and not to a public one', async () => {
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

  it('mistake 5: return messages from before the subscription only with shared history', async () => {
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

  it('mistake 9: return to a guest only messages of subscriptions', async () => {
    const before = await ana.send('open', 't', 'x');
    expect(await list(gus, [term('channels', 'public')])).toEqual([]);
    await ana.subscribe('open', { principals: [gus.id] });
    const after = await ana.send('open', 't', 'x');
    expect(await list(gus, [term('channels', 'public')])).toEqual([after]);
    expect(await list(gus, [term('channel', 'open')])).toEqual(expect.arrayContaining([before, after]));
  });

  it('mistake 14: return no messages of another organization', async () => {
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
