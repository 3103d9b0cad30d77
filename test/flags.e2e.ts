import fc from 'fast-check';
import type { Event } from './support/event-queue';
import { expectFreshSnapshot } from './support/fold';
import type { Person } from './support/person';
import { World } from './support/world';

interface Listed {
  id: number;
  flags: string[];
}

const flagsOf = async (person: Person, id: number): Promise<string[]> =>
  ((await person.ok('GET', `messages/${id}`)).message as Listed).flags.sort();

const change = (person: Person, op: string, flag: string, messages: unknown) =>
  person.post('messages/flags', { messages, op, flag });

const changed = async (person: Person, op: string, flag: string, messages: number[]): Promise<number[]> =>
  (await person.ok('POST', 'messages/flags', { messages, op, flag })).messages as number[];

interface Unreads {
  count: number;
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  mentions: number[];
  old_unreads_missing: boolean;
}

/** What events of messages and flags keep current. */
const KEPT = ['message', 'update_message_flags', 'starred_messages', 'recent_private_conversations'];
const follow = (person: Person, parameters = {}) =>
  person.register({ event_types: ['message', 'update_message_flags'], fetch_event_types: KEPT, ...parameters });

const unreadsOf = async (person: Person): Promise<Unreads> =>
  (await person.register({ fetch_event_types: ['message', 'update_message_flags'] })).state.unread_msgs as Unreads;

describe('personal flags', () => {
  let world: World;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
  });
  afterAll(() => world.stop());

  const send = (count: number, channel = 'general') =>
    Promise.all(Array.from({ length: count }, (_, n) => ana.send(channel, 't', `message ${n}`)));

  it.each(['read', 'starred', 'collapsed'])('%s is set and cleared, and answers what has changed', async (flag) => {
    const ids = (await send(3)).sort((a, b) => a - b);
    expect(await changed(ben, 'add', flag, [ids[1], ids[0]])).toEqual([ids[0], ids[1]]);
    expect(await changed(ben, 'add', flag, ids)).toEqual([ids[2]]);
    for (const id of ids) expect(await flagsOf(ben, id)).toEqual([flag]);
    expect(await changed(ben, 'remove', flag, ids)).toEqual(ids);
    expect(await changed(ben, 'remove', flag, ids)).toEqual([]);
    for (const id of ids) expect(await flagsOf(ben, id)).toEqual([]);
    expect(await flagsOf(ana, ids[0])).toEqual([]);
  });

  it('are told to the own queues alone, with what has changed', async () => {
    const [own, foreign] = [await ben.register(), await ana.register()];
    const [id] = await send(1);
    await changed(ben, 'add', 'starred', [id]);
    await changed(ben, 'add', 'starred', [id]);
    const event = { type: 'update_message_flags', op: 'add', operation: 'add', messages: [id], all: false };
    const events = (await own.drain()).filter(({ type }) => type === 'update_message_flags');
    expect(events).toEqual([{ id: expect.any(Number), ...event, flag: 'starred' }]);
    expect((await foreign.drain()).filter(({ type }) => type === 'update_message_flags')).toEqual([]);
  });

  it('tell where messages are that are unread again', async () => {
    const id = await ana.send('general', '', '@**Ben Example**');
    const [direct, group] = [await ana.sendTo([ben], 'x'), await ana.sendTo([ben, world.owner], 'y')];
    await changed(ben, 'add', 'read', [id, direct, group]);
    const capabilities = (empty_topic_name: boolean) => ({ notification_settings_null: true, empty_topic_name });
    const queues = await Promise.all(
      [true, false].map((flag) => follow(ben, { client_capabilities: capabilities(flag) })),
    );
    expect(await changed(ben, 'remove', 'read', [id, direct, group])).toEqual([id, direct, group]);
    for (const [index, topic] of ['', 'general chat'].entries()) {
      const event = await queues[index].until(({ type }) => type === 'update_message_flags');
      const stream_id = await ben.channelId('general');
      expect(event).toEqual({
        id: event.id,
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages: [id, direct, group],
        all: false,
        message_details: {
          [id]: { type: 'stream', stream_id, topic, unmuted_stream_msg: true, mentioned: true },
          [direct]: { type: 'private', user_ids: [ana.id] },
          [group]: { type: 'private', user_ids: [world.owner.id, ana.id].sort((a, b) => a - b) },
        },
      });
      await expectFreshSnapshot(queues[index]);
    }
  });

  it.each([
    ['mentioned', "Flag not editable: 'mentioned'"],
    ['stream_wildcard_mentioned', "Flag not editable: 'stream_wildcard_mentioned'"],
    ['topic_wildcard_mentioned', "Flag not editable: 'topic_wildcard_mentioned'"],
    ['wildcard_mentioned', "Flag not editable: 'wildcard_mentioned'"],
    ['has_alert_word', "Flag not editable: 'has_alert_word'"],
    ['historical', "Flag not editable: 'historical'"],
    ['is_private', "Invalid flag: 'is_private'"],
    ['constructor', "Invalid flag: 'constructor'"],
    ['', "Invalid flag: ''"],
  ])('do not include %s', async (flag, msg) => {
    const [id] = await send(1);
    const { status, body } = await change(ben, 'add', flag, [id]);
    expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('know no other operation', async () => {
    const { status, body } = await change(ben, 'toggle', 'read', [1]);
    expect([status, body.msg]).toEqual([400, "Invalid message flag operation: 'toggle'"]);
  });

  it.each([['x'], [{ a: 1 }], [true], [['1']], [[1.5]], [[-1]], ['5.0']])(
    'refuse the messages %j',
    async (messages) => {
      expect((await change(ben, 'add', 'read', messages)).status).toBe(400);
    },
  );

  it('take one id without a list, repeated ids, and none', async () => {
    const [id] = await send(1);
    expect((await change(ben, 'add', 'starred', id)).body.messages).toEqual([id]);
    expect(await changed(ben, 'remove', 'starred', [id, id, id])).toEqual([id]);
    expect(await changed(ben, 'add', 'starred', [])).toEqual([]);
  });

  it('mention channels that were ignored only where read is removed', async () => {
    const [id] = await send(1);
    for (const flag of ['read', 'starred']) {
      expect((await change(ben, 'add', flag, [id])).body).not.toHaveProperty('ignored_because_not_subscribed_channels');
    }
    expect((await change(ben, 'remove', 'starred', [id])).body).not.toHaveProperty(
      'ignored_because_not_subscribed_channels',
    );
    expect((await change(ben, 'remove', 'read', [id])).body.ignored_because_not_subscribed_channels).toEqual([]);
  });

  it('write nothing for each reader when a message is sent', async () => {
    const count = async () =>
      (
        await world.sql<{ n: string }>(
          'SELECT (SELECT count(*) FROM message_flag) + (SELECT count(*) FROM read_block) AS n',
        )
      )[0].n;
    const before = await count();
    await send(5);
    expect(await count()).toBe(before);
  });

  it('hold thousands of messages in one request', async () => {
    const [first] = await send(1);
    const ids = Array.from({ length: 20_000 }, (_, n) => first + n);
    expect(await changed(ben, 'add', 'read', ids)).toEqual([first]);
  });
});

describe('what is not in the personal history', () => {
  let world: World;
  let ana: Person;
  let cleo: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, cleo] = [await world.member('ana'), await world.member('cleo')];
    await ana.subscribe('open');
    await ana.subscribe('secret', { invite_only: true });
    await ana.subscribe('protected', { invite_only: true, history_public_to_subscribers: false });
  });
  afterAll(() => world.stop());

  it('stays as it is when it is marked read', async () => {
    const id = await ana.send('open', 't', 'x');
    expect(await changed(cleo, 'add', 'read', [id])).toEqual([]);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    expect(await world.sql('SELECT FROM message_flag WHERE user_id = $1', [cleo.id])).toEqual([]);
  });

  it.each(['starred', 'collapsed'])('joins it by being %s, and stays in it after that', async (flag) => {
    const id = await ana.send('open', 't', 'x');
    expect(await changed(cleo, 'add', flag, [id])).toEqual([id]);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read', flag].sort());
    const listed = async () => (await cleo.ok('GET', 'messages', { message_ids: [id] })).messages as Listed[];
    expect(await listed()).toHaveLength(1);
    expect(await changed(cleo, 'remove', flag, [id])).toEqual([id]);
    expect(await listed()).toMatchObject([{ id, flags: ['read', 'historical'] }]);
  });

  it('is not made unread without a subscription: its channel is named instead', async () => {
    const id = await ana.send('open', 't', 'x');
    const { body } = await change(cleo, 'remove', 'read', [id]);
    expect(body).toMatchObject({
      messages: [],
      ignored_because_not_subscribed_channels: [await ana.channelId('open')],
    });
  });

  it('is made unread with one, and read again', async () => {
    const id = await ana.send('open', 't', 'earlier');
    await cleo.subscribe('open');
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    const queue = await follow(cleo);
    expect(await changed(cleo, 'remove', 'read', [id])).toEqual([id]);
    expect(await flagsOf(cleo, id)).toEqual(['historical']);
    await expectFreshSnapshot(queue);
    expect(await changed(cleo, 'add', 'read', [id])).toEqual([id]);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    await expectFreshSnapshot(queue);
    await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['open'] });
  });

  it('mistakes 2 and 11: refuses the whole list for one message that may not be read, and changes nothing', async () => {
    const fine = await ana.send('open', 't', 'x');
    const hidden = await ana.send('secret', 't', 'x');
    const direct = await ana.sendTo([world.owner], 'x');
    const queue = await cleo.register();
    for (const [op, flag] of [
      ['add', 'starred'],
      ['add', 'collapsed'],
      ['remove', 'read'],
    ]) {
      const refusals = await Promise.all([hidden, direct, 999_999].map((id) => change(cleo, op, flag, [fine, id])));
      for (const { status, body } of refusals) {
        expect([status, body]).toEqual([400, { result: 'error', msg: 'Invalid message(s)', code: 'BAD_REQUEST' }]);
      }
    }
    for (const [op, flag] of [
      ['add', 'read'],
      ['remove', 'starred'],
    ]) {
      expect(await changed(cleo, op, flag, [hidden, direct, 999_999])).toEqual([]);
    }
    expect(await flagsOf(cleo, fine)).toEqual(['historical', 'read']);
    expect(await queue.drain()).toEqual([]);
  });

  it('mistake 5: does not open the protected history before one came', async () => {
    const before = await ana.send('protected', 't', 'x');
    await ana.subscribe('protected', { principals: [cleo.id] });
    const after = await ana.send('protected', 't', 'y');
    for (const [op, flag] of [
      ['add', 'starred'],
      ['remove', 'read'],
    ]) {
      expect((await change(cleo, op, flag, [before])).body.msg).toBe('Invalid message(s)');
    }
    expect(await changed(cleo, 'add', 'starred', [after])).toEqual([after]);
  });

  it('mistake 14: is not in another organization', async () => {
    const id = await ana.send('open', 't', 'x');
    await world.sql('UPDATE message SET organization_id = organization_id + 1 WHERE id = $1', [id]);
    expect((await change(ana, 'add', 'starred', [id])).body.msg).toBe('Invalid message(s)');
    expect(await changed(ana, 'add', 'read', [id])).toEqual([]);
    expect((await ana.get(`messages/${id}`)).body.msg).toBe('Invalid message(s)');
  });
});

describe('leaving a channel', () => {
  let world: World;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
  });
  afterAll(() => world.stop());

  const leave = (person: Person, channel: string) =>
    person.ok('DELETE', 'users/me/subscriptions', { subscriptions: [channel] });

  it('reads what was unread in it, for good, and tells so', async () => {
    const unread = await ana.send('general', 't', '@**Ben Example**');
    const marked = await ana.send('general', 't', 'x');
    const read = await ana.send('general', 't', 'x');
    const elsewhere = await ana.send('team', 't', 'x');
    await changed(ben, 'add', 'read', [marked, read]);
    await changed(ben, 'remove', 'read', [marked]);
    const queue = await follow(ben);
    await leave(ben, 'general');
    const flags = (event: Event) => event.type === 'update_message_flags';
    expect(await queue.until(flags)).toMatchObject({ op: 'add', flag: 'read', messages: [unread, marked] });
    await expectFreshSnapshot(queue);
    for (const id of [unread, marked, read]) expect(await flagsOf(ben, id)).toContain('read');
    await ben.subscribe('general');
    expect(await flagsOf(ben, unread)).toEqual(['mentioned', 'read']);
    expect(await flagsOf(ben, elsewhere)).toEqual([]);
    await expectFreshSnapshot(queue);
  });

  it('says nothing of messages when all were read', async () => {
    const queue = await ana.register();
    const all = [(await unreadsOf(ana)).streams.flatMap(({ unread_message_ids }) => unread_message_ids)].flat();
    await changed(ana, 'add', 'read', all);
    await leave(ana, 'team');
    const events = (await queue.drain()).filter(({ type }) => type === 'update_message_flags');
    expect(events).toMatchObject([{ messages: all }]);
  });

  it('gives no row to what is sent while one is away', async () => {
    await ben.subscribe('general');
    await leave(ben, 'general');
    const id = await world.owner.send('general', 't', 'in the gap');
    await ben.subscribe('general');
    expect(await flagsOf(ben, id)).toEqual(['historical', 'read']);
    expect((await ben.ok('GET', 'messages', { message_ids: [id] })).messages).toEqual([]);
  });
});

describe('unread_msgs', () => {
  it('lists what is unread by conversation', async () => {
    const world = await World.start();
    try {
      const [ana, ben, cleo] = [await world.member('ana'), await world.member('ben'), await world.member('cleo')];
      for (const person of [ana, ben]) await person.subscribe(['general', 'team']);
      await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
      const roof = await ana.send('general', 'roof', 'x');
      const cellar = await ana.send('general', 'cellar', 'x');
      const again = await ana.send('general', 'Roof', '@**all**');
      const team = await ana.send('team', '', '@**Ben Example**');
      const pair = await ana.sendTo([ben], 'x');
      const group = await ana.sendTo([ben, cleo], '@**Ben Example**');
      const note = await ben.sendTo([ben], 'x');
      const own = await ben.send('general', 'roof', 'x');
      await ben.send('general', 'roof', 'x', { read_by_sender: true });
      const [general, teamId] = [await ana.channelId('general'), await ana.channelId('team')];
      expect(await unreadsOf(ben)).toEqual({
        count: 8,
        streams: [
          { stream_id: general, topic: 'roof', unread_message_ids: [roof, again, own] },
          { stream_id: general, topic: 'cellar', unread_message_ids: [cellar] },
          { stream_id: teamId, topic: 'general chat', unread_message_ids: [team] },
        ],
        pms: [
          { other_user_id: ana.id, sender_id: ana.id, unread_message_ids: [pair] },
          { other_user_id: ben.id, sender_id: ben.id, unread_message_ids: [note] },
        ],
        huddles: [{ user_ids_string: [ana.id, ben.id, cleo.id].join(), unread_message_ids: [group] }],
        mentions: [again, team, group],
        old_unreads_missing: false,
      });
      expect((await unreadsOf(cleo)).count).toBe(1);
    } finally {
      await world.stop();
    }
  });

  it('needs both of its words', async () => {
    const world = await World.start();
    try {
      const keys = async (fetch_event_types: string[]) =>
        Object.keys((await world.owner.register({ fetch_event_types })).state);
      expect(await keys(['message'])).toContain('max_message_id');
      expect(await keys(['message'])).not.toContain('unread_msgs');
      expect(await keys(['update_message_flags'])).not.toContain('unread_msgs');
      expect(await keys(['message', 'update_message_flags'])).toContain('unread_msgs');
      expect((await world.owner.register()).state).toMatchObject({
        starred_messages: [],
        recent_private_conversations: [],
        drafts: [],
        scheduled_messages: [],
        reminders: [],
        saved_snippets: [],
        max_message_id: -1,
      });
    } finally {
      await world.stop();
    }
  });
});

/** A row for each user and message, as the design does without: what every answer is held against. */
class RowPerRecipient {
  readonly rows = new Map<number, Map<number, Set<string>>>();
  readonly members = new Map<string, Set<number>>();
  readonly places = new Map<number, { channel: string | null; people: number[] }>();

  rowsOf(user: number): Map<number, Set<string>> {
    if (!this.rows.has(user)) this.rows.set(user, new Map());
    return this.rows.get(user)!;
  }

  sent(id: number, sender: number, channel: string | null, people: number[], isReadBySender: boolean): void {
    this.places.set(id, { channel, people });
    for (const user of channel === null ? people : this.members.get(channel)!) {
      this.rowsOf(user).set(id, new Set(user === sender && isReadBySender ? ['read'] : []));
    }
  }

  isMember = (user: number, id: number): boolean => {
    const { channel, people } = this.places.get(id)!;
    return channel === null ? people.includes(user) : this.members.get(channel)!.has(user);
  };

  reads(user: number, id: number): boolean {
    const { channel, people } = this.places.get(id)!;
    if (channel === null) return people.includes(user);
    if (channel === 'public') return true;
    return this.members.get(channel)!.has(user) && (channel === 'shared' || this.rowsOf(user).has(id));
  }

  markRead(user: number, ids: number[]): number[] {
    return ids.filter((id) => {
      const row = this.rowsOf(user).get(id);
      if (!row || row.has('read')) return false;
      return row.add('read');
    });
  }

  markUnread(user: number, ids: number[]): number[] | null {
    const rows = this.rowsOf(user);
    if (!ids.every((id) => rows.has(id) || this.reads(user, id))) return null;
    return ids.filter((id) => {
      if (!this.isMember(user, id)) return false;
      if (!rows.has(id)) return rows.set(id, new Set(['historical']));
      return rows.get(id)!.delete('read');
    });
  }

  star(user: number, ids: number[]): number[] | null {
    const rows = this.rowsOf(user);
    if (!ids.every((id) => this.reads(user, id))) return null;
    return ids.filter((id) => {
      if (!rows.has(id)) rows.set(id, new Set(['historical', 'read']));
      if (rows.get(id)!.has('starred')) return false;
      return rows.get(id)!.add('starred');
    });
  }

  unstar(user: number, ids: number[]): number[] {
    return ids.filter((id) => this.rowsOf(user).get(id)?.delete('starred') ?? false);
  }

  leave(user: number, channel: string): void {
    this.members.get(channel)!.delete(user);
    for (const [id, row] of this.rowsOf(user)) if (this.places.get(id)!.channel === channel) row.add('read');
  }

  /** What the personal feed shows, by id. */
  feed(user: number): [number, string[]][] {
    const seen = [...this.rowsOf(user)].filter(([id]) => this.reads(user, id));
    return seen.sort(([a], [b]) => a - b).map(([id, row]) => [id, [...row].sort()]);
  }

  unread(user: number): number[] {
    return this.feed(user).flatMap(([id, flags]) => (flags.includes('read') ? [] : [id]));
  }
}

describe('derived read state', () => {
  const CHANNELS = ['public', 'shared', 'protected'];
  let world: World;
  let people: Person[];

  beforeAll(async () => {
    world = await World.start();
    people = await Promise.all(['ana', 'ben', 'cleo'].map((name) => world.member(name)));
  });
  afterAll(() => world.stop());

  const index = fc.nat({ max: 1_000 });
  const ids = fc.array(index, { minLength: 1, maxLength: 6 });
  const user = fc.nat({ max: 2 });
  const channel = fc.constantFrom(...CHANNELS);
  const operation = fc.oneof(
    { weight: 5, arbitrary: fc.record({ does: fc.constant('send' as const), user, channel, own: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('direct' as const), user, to: user, own: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('read' as const), user, ids }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('unread' as const), user, ids }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('star' as const), user, ids }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('unstar' as const), user, ids }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('join' as const), user, channel }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('leave' as const), user, channel }) },
  );
  type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

  let run = 0;

  async function perform(operations: readonly Operation[]): Promise<void> {
    const prefix = `run ${++run} `;
    const model = new RowPerRecipient();
    for (const name of CHANNELS) {
      const invite_only = name !== 'public';
      const history_public_to_subscribers = name !== 'protected';
      await world.owner.subscribe(prefix + name, { invite_only, history_public_to_subscribers });
      model.members.set(name, new Set([world.owner.id]));
    }
    const sent: number[] = [];
    const pick = (numbers: number[]) =>
      sent.length === 0 ? [] : [...new Set(numbers.map((n) => sent[n % sent.length]))];
    const ascending = (some: number[]) => [...some].sort((a, b) => a - b);
    const queue = await follow(people[0]);

    for (const step of operations) {
      const person = people[step.user];
      switch (step.does) {
        case 'send': {
          const isMember = model.members.get(step.channel)!.has(person.id);
          const sender = isMember || step.channel === 'public' ? person : world.owner;
          const id = await sender.send(prefix + step.channel, 't', 'x', { read_by_sender: step.own });
          model.sent(id, sender.id, step.channel, [], step.own);
          sent.push(id);
          break;
        }
        case 'direct': {
          const id = await person.sendTo([people[step.to]], 'x', { read_by_sender: step.own });
          model.sent(id, person.id, null, [...new Set([person.id, people[step.to].id])], step.own);
          sent.push(id);
          break;
        }
        case 'join':
          await world.owner.subscribe(prefix + step.channel, { principals: [person.id] });
          model.members.get(step.channel)!.add(person.id);
          break;
        case 'leave': {
          const principals = JSON.stringify([person.id]);
          const subscriptions = JSON.stringify([prefix + step.channel]);
          await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions, principals });
          model.leave(person.id, step.channel);
          break;
        }
        default: {
          const [op, flag] = {
            read: ['add', 'read'],
            unread: ['remove', 'read'],
            star: ['add', 'starred'],
            unstar: ['remove', 'starred'],
          }[step.does];
          const messages = pick(step.ids);
          const marks = { read: 'markRead', unread: 'markUnread', star: 'star', unstar: 'unstar' } as const;
          const expected = model[marks[step.does]](person.id, messages);
          const { status, body } = await change(person, op, flag, messages);
          expect([status, body.messages]).toEqual(expected ? [200, ascending(expected)] : [400, undefined]);
        }
      }
    }

    for (const person of people) {
      const mine = (id: number) => model.places.has(id);
      const page = await person.ok('GET', 'messages', { anchor: 'newest', num_before: 1000 });
      const feed = (page.messages as Listed[]).filter(({ id }) => mine(id));
      expect(feed.map(({ id, flags }) => [id, flags.sort()])).toEqual(model.feed(person.id));

      const { streams, pms } = await unreadsOf(person);
      const listed = [...streams, ...pms].flatMap(({ unread_message_ids }) => unread_message_ids).filter(mine);
      expect(ascending(listed)).toEqual(model.unread(person.id));

      const unread = await person.ok('GET', 'messages', {
        anchor: 'newest',
        num_before: 1000,
        narrow: [{ operator: 'is', operand: 'unread' }],
      });
      expect((unread.messages as Listed[]).map(({ id }) => id).filter(mine)).toEqual(model.unread(person.id));

      for (const id of sent) {
        const single = await person.get(`messages/${id}`);
        expect(single.status).toBe(model.reads(person.id, id) ? 200 : 400);
        if (single.status === 200) {
          const row = model.rowsOf(person.id).get(id) ?? ['read', 'historical'];
          expect((single.body.message as Listed).flags.sort()).toEqual([...row].sort());
        }
      }
    }
    await expectFreshSnapshot(queue);
    const all = (await unreadsOf(people[0])).streams.concat((await unreadsOf(people[0])).pms as never);
    await changed(
      people[0],
      'add',
      'read',
      all.flatMap(({ unread_message_ids }) => unread_message_ids),
    );
  }

  it('answers like a row for each recipient would', async () => {
    const runs = Number(process.env.PARLEY_PROPERTY_RUNS ?? 12);
    await fc.assert(fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), perform), {
      numRuns: runs,
      endOnFailure: true,
    });
  }, 600_000);
});
