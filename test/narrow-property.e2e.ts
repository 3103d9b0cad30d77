import fc from 'fast-check';
import type { Person } from './support/person';
import { World } from './support/world';

interface Listed {
  id: number;
}

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

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
    // The plain reading knows what is sent here and nothing else.
    await world.owner.ok('PATCH', 'realm', { send_channel_events_messages: false });
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
