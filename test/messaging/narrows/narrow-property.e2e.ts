import fc from 'fast-check';
import type { EventQueue } from '../../support/event-queue';
import { everyOtherKept } from '../../support/every-other-kept';
import type { Person } from '../../support/person';
import { PlainChannel, PlainMessage, PlainReader, PlainTerm, topicKey } from '../../support/plain-narrow';
import { World } from '../../support/world';

interface Listed {
  id: number;
}

const NEWEST = 10_000_000_000_000_000;
const TOPICS = ['roof', 'Roof', 'cellar', '✔ cellar'];
const WORDS = ['copper', 'walnut', 'marble'];
const MESSAGES = 72;
/** The reference implementation does not know notices. */
const QUIETLY = { send_new_subscription_messages: false };

const CHANNELS: readonly PlainChannel[] = [
  { name: 'red', readers: 'everybody' },
  { name: 'green', readers: 'everybody' },
  { name: 'hall', readers: 'subscribers' },
  { name: 'vault', readers: 'receivers' },
];
const [RED, GREEN, HALL, VAULT] = CHANNELS;

const person = fc.nat({ max: 2 });
const termOf = (operator: string, operand: fc.Arbitrary<unknown>): fc.Arbitrary<PlainTerm> =>
  fc.tuple(operand, fc.boolean()).map(([value, negated]) => ({ operator, operand: value, negated }));
const anyTerm = fc.oneof(
  termOf('channel', fc.constantFrom(...CHANNELS)),
  termOf('channels', fc.constantFrom('public', 'web-public')),
  termOf('topic', fc.constantFrom('ROOF', 'cellar', '✔ cellar')),
  termOf('sender', person),
  termOf('dm', fc.array(person, { minLength: 1, maxLength: 3 })),
  termOf('dm-including', person),
  termOf('group-pm-with', person),
  termOf('id', fc.nat({ max: MESSAGES - 1 })),
  termOf('has', fc.constantFrom('link', 'reaction', 'image')),
  termOf('in', fc.constantFrom('home', 'all')),
  termOf('search', fc.constantFrom(...WORDS, 'copper marble')),
  termOf('is', fc.constantFrom('dm', 'resolved', 'starred', 'unread', 'mentioned', 'followed', 'muted', 'alerted')),
);
/** The terms that queues support, as pairs. */
const queueTerm = fc
  .oneof(
    termOf('channel', fc.constantFrom(RED, GREEN)),
    termOf('topic', fc.constantFrom('ROOF', '✔ cellar')),
    termOf('sender', person),
    termOf('dm-including', person),
    termOf('is', fc.constantFrom('dm', 'resolved', 'starred', 'unread', 'mentioned', 'alerted')),
  )
  .map((term) => ({ ...term, negated: false }));

describe('the compiled narrow', () => {
  everyOtherKept();
  let world: World;
  let people: Person[];
  const known: PlainMessage[] = [];
  const readers: PlainReader[] = [];
  const queues: { who: number; terms: PlainTerm[]; queue: EventQueue }[] = [];

  beforeAll(async () => {
    world = await World.start();
    // The reference implementation knows only messages that are sent here.
    await world.owner.ok('PATCH', 'realm', { send_channel_events_messages: false });
    people = await Promise.all(['ana', 'ben', 'cleo'].map((name) => world.member(name)));
    for (const one of people) await one.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
    const [ana, ben, cleo] = people;
    await ana.subscribe('red');
    await ben.subscribe(['red', 'green']);
    await ana.subscribe('hall', {
      invite_only: true,
      history_public_to_subscribers: true,
      principals: [ana.id, cleo.id],
      ...QUIETLY,
    });
    await ana.subscribe('vault', {
      ...{ invite_only: true, history_public_to_subscribers: false, principals: [ana.id, ben.id], ...QUIETLY },
    });
    const members = new Map([
      [RED, new Set([0, 1])],
      [GREEN, new Set([1])],
      [HALL, new Set([0, 2])],
      [VAULT, new Set([0, 1])],
    ]);
    await registerQueues();
    for (let n = 0; n < MESSAGES; n++) {
      if (n === MESSAGES / 2) {
        await ana.subscribe('green');
        await ana.subscribe(['hall', 'vault'], { principals: [ben.id, cleo.id], ...QUIETLY });
        await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['red'] });
        [GREEN, HALL, VAULT].forEach((channel) => members.set(channel, new Set([0, 1, 2])));
        members.set(GREEN, new Set([0, 1])).set(RED, new Set([0]));
      }
      await sendOne(n, members);
    }
    await mark(members);
  });
  afterAll(() => world.stop());

  async function sendOne(n: number, members: Map<PlainChannel, Set<number>>): Promise<void> {
    const words = new Set(WORDS.filter((_, at) => (n >> at) % 3 === 0));
    const hasLink = n % 5 === 0;
    const mentioned = n % 6 === 1 ? (n >> 1) % 3 : null;
    const mentionsChannel = n % 11 === 0;
    const content = [
      ...words,
      'x',
      ...(hasLink ? ['https://example.org/'] : []),
      ...(mentioned === null ? [] : [`@**${people[mentioned].fullName}**`]),
      ...(mentionsChannel ? ['@**all**'] : []),
    ].join(' ');
    const sender = n % 3;
    const channel = n % 4 === 3 ? null : CHANNELS[(n >> 1) % 4];
    const mayPost = channel === null || channel.readers === 'everybody' || members.get(channel)!.has(sender);
    const common = { words, hasLink, mentioned: new Set(mentioned === null ? [] : [mentioned]), hasReaction: false };
    const marks = { starred: new Set<number>(), kept: new Set<number>(), read: new Set<number>() };
    if (!channel || !mayPost) {
      const to = [...new Set([sender, (n >> 2) % 3, (n >> 1) % 3])].sort();
      const id = await people[sender].sendTo(
        to.map((at) => people[at]),
        content,
      );
      const where = { channel: null, topic: '', people: to, received: new Set(to), mentionsChannel: false };
      known.push({ id, sender, ...where, ...common, ...marks });
    } else {
      const topic = TOPICS[(n >> 2) % 4];
      const id = await people[sender].send(channel.name, topic, content);
      const where = { channel, topic, people: [], received: new Set(members.get(channel)), mentionsChannel };
      known.push({ id, sender, ...where, ...common, ...marks });
    }
  }

  /** Sets flags, mutes and reactions; `readers` includes the users of the reference implementation. */
  async function mark(members: Map<PlainChannel, Set<number>>): Promise<void> {
    for (const [who, one] of people.entries()) {
      const own = known.filter(({ received }) => received.has(who));
      const ids = own.filter((_, n) => n % 3 === 0).map(({ id }) => id);
      await one.ok('POST', 'messages/flags', { messages: ids, op: 'add', flag: 'read' });
      const isSeen = ({ channel }: PlainMessage) => channel?.readers === 'everybody';
      const starred = known.filter((message, n) => isSeen(message) && n % 7 === 0).map(({ id }) => id);
      await one.ok('POST', 'messages/flags', { messages: starred, op: 'add', flag: 'starred' });
      for (const message of known) {
        // Ben unsubscribed from red halfway, which marked it as read.
        const hasLeft = who === 1 && message.channel === RED;
        if (ids.includes(message.id) || !message.received.has(who) || hasLeft) message.read.add(who);
        if (!starred.includes(message.id)) continue;
        message.starred.add(who);
        message.kept.add(who);
      }
    }
    for (const message of known.filter(({ channel }, n) => channel !== VAULT && n % 8 === 2)) {
      await people[message.sender]
        .post(`messages/${message.id}/reactions`, { emoji_name: 'octopus' })
        .catch(() => null);
      message.hasReaction = true;
      message.kept.add(message.sender);
    }
    await Promise.all(people.map((one, who) => choose(one, who, members)));
  }

  async function choose(one: Person, who: number, members: Map<PlainChannel, Set<number>>): Promise<void> {
    const muted = [GREEN, RED, HALL][who];
    const id = async ({ name }: PlainChannel) => people[0].channelId(name);
    const subscribed = new Set(CHANNELS.filter((channel) => members.get(channel)!.has(who)).map(({ name }) => name));
    const mutes = subscribed.has(muted.name) ? [muted] : [];
    for (const channel of mutes) {
      await one.ok('PATCH', `users/me/subscriptions/${await id(channel)}`, { property: 'is_muted', value: true });
    }
    const said = [
      [RED, 'roof', 3],
      [GREEN, 'Roof', 2],
      [GREEN, 'cellar', 1],
      [HALL, 'CELLAR', 3],
    ] as const;
    for (const [channel, topic, visibility_policy] of said) {
      if (channel.readers === 'subscribers' && !subscribed.has(channel.name)) continue;
      await one.ok('POST', 'user_topics', { stream_id: await id(channel), topic, visibility_policy });
    }
    // Sending may have followed topics; the list is authoritative.
    const { state } = await one.register({ fetch_event_types: ['user_topic'] });
    const names = new Map(
      await Promise.all(CHANNELS.map(async (channel) => [await id(channel), channel.name] as const)),
    );
    const topics = (state.user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[]).map(
      ({ stream_id, topic_name, visibility_policy }) =>
        [topicKey(names.get(stream_id)!, topic_name), visibility_policy] as const,
    );
    const mutedChannels = new Set(mutes.map(({ name }) => name));
    readers[who] = new PlainReader(who, subscribed, { mutedChannels, topics: new Map(topics) }, known);
  }

  async function registerQueues(): Promise<void> {
    const sampled = fc.sample(fc.array(queueTerm, { minLength: 1, maxLength: 2 }), { numRuns: 12, seed: 431 });
    for (const [n, terms] of sampled.entries()) {
      const narrow = terms.map(({ operator, operand }) => [operator, writtenOperand({ operator, operand })]);
      const { status, body } = await people[n % 3].post('register', { event_types: ['message'], narrow });
      if (status !== 200 && body.code === 'BAD_NARROW') continue;
      const queue = await people[n % 3].register({ event_types: ['message'], narrow });
      queues.push({ who: n % 3, terms, queue });
    }
  }

  /** Operands that are ids, in the form of the request. */
  function writtenOperand({ operator, operand }: Pick<PlainTerm, 'operator' | 'operand'>): unknown {
    switch (operator) {
      case 'channel':
        return (operand as PlainChannel).name;
      case 'dm':
        return (operand as number[]).map((at) => people[at].id);
      case 'id':
        return known[operand as number].id;
      case 'sender':
      case 'dm-including':
      case 'group-pm-with':
        return people[operand as number].id;
      default:
        return operand;
    }
  }

  const written = (term: PlainTerm) => ({ ...term, operand: writtenOperand(term) });

  it('finds the same messages as the reference implementation, page by page', async () => {
    const inputs = [
      fc.array(anyTerm, { maxLength: 3 }),
      person,
      fc.nat({ max: MESSAGES - 1 }),
      fc.nat({ max: 8 }),
      fc.nat({ max: 8 }),
    ] as const;
    const property = fc.asyncProperty(...inputs, async (terms, who, at, before, after) => {
      const [me, reader] = [people[who], readers[who]];
      const narrow = terms.map(written);
      const all = reader.find(terms);
      const anchor = known[at].id;
      const { status, body } = await me.get('messages', { anchor, num_before: before, num_after: after, narrow });
      if (body.code === 'BAD_NARROW') {
        return expect(body.msg).toContain(
          all ? 'both a channel message and direct message' : 'Invalid narrow operator',
        );
      }
      expect([status, all]).toEqual([200, expect.any(Array)]);
      const ids = all!.map(({ id }) => id);
      const older = ids.filter((id) => id < anchor);
      const newer = ids.filter((id) => id > anchor);
      const page = [
        ...older.slice(Math.max(0, older.length - before)),
        ...ids.filter((id) => id === anchor),
        ...newer.slice(0, after),
      ];
      expect((body.messages as Listed[]).map(({ id }) => id)).toEqual(page);
      expect([body.found_oldest, body.found_newest]).toEqual([older.length < before, newer.length < after]);

      const first = await me.ok('GET', 'messages', { anchor: 'first_unread', narrow });
      expect(first.anchor).toBe(reader.firstUnread(all!, terms) ?? NEWEST);

      const asked = known.map(({ id }) => id);
      const { messages } = await me.ok('GET', 'messages/matches_narrow', { msg_ids: asked, narrow });
      expect(Object.keys(messages as object).map(Number)).toEqual(reader.match(terms).map(({ id }) => id));

      // Nothing is collapsed here: the window moves, and the data stays the same.
      const flag = { narrow, anchor, num_before: before, num_after: after, op: 'remove', flag: 'collapsed' };
      expect(await me.ok('POST', 'messages/flags/narrow', flag)).toMatchObject({
        processed_count: page.length,
        first_processed_id: page[0] ?? null,
        last_processed_id: page.at(-1) ?? null,
      });
    });
    await fc.assert(property, { numRuns: Number(process.env.PARLEY_PROPERTY_RUNS ?? 150) });
  });

  it('filters events of queues as the reference implementation does', async () => {
    expect(queues.length).toBeGreaterThan(5);
    for (const { who, terms, queue } of queues) {
      // As it was on delivery: nothing was starred, and received messages were unread.
      const delivered = known
        .filter(({ channel, received }) => channel?.readers === 'everybody' || received.has(who))
        .map((message) => ({
          ...message,
          starred: new Set<number>(),
          kept: new Set([who]),
          read: new Set(message.received.has(who) ? [] : [who]),
        }));
      const everywhere = new Set(CHANNELS.map(({ name }) => name));
      const nothing = { mutedChannels: new Set<string>(), topics: new Map<string, number>() };
      const expected = new PlainReader(who, everywhere, nothing, delivered).match(terms);
      const told = await queue.drain();
      expect([terms, told.map(({ message }) => (message as Listed).id)]).toEqual([terms, expected.map(({ id }) => id)]);
    }
  });
});
