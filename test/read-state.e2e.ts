import fc from 'fast-check';
import { expectFreshSnapshot } from './support/fold';
import type { Person } from './support/person';
import { changed, changeFlags, follow, Message, unreadsOf } from './support/reading';
import { ChannelKind, RowPerRecipient } from './support/row-per-recipient';
import { World } from './support/world';

describe('derived read state', () => {
  const CHANNELS: ChannelKind[] = ['public', 'shared', 'protected'];
  let world: World;
  let people: Person[];

  beforeAll(async () => {
    world = await World.start();
    people = await Promise.all(['ana', 'ben', 'cleo'].map((name) => world.member(name)));
  });
  afterAll(() => world.stop());

  /** Few messages, so that operations meet. */
  const index = fc.nat({ max: 9 });
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

  const PLAIN = { channel: null, people: [], topic: 't', mentioned: [], mentionsAll: false };
  let run = 0;

  async function perform(operations: readonly Operation[]): Promise<void> {
    const prefix = `run ${++run} `;
    const model = new RowPerRecipient();
    const ids = people.map(({ id }) => id);
    for (const name of CHANNELS) {
      const invite_only = name !== 'public';
      const history_public_to_subscribers = name !== 'protected';
      const principals = [world.owner.id, ...ids];
      await world.owner.subscribe(prefix + name, { invite_only, history_public_to_subscribers, principals });
      model.open(name, name, principals);
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
          const isMember = model.members(step.channel).has(person.id);
          const sender = isMember || step.channel === 'public' ? person : world.owner;
          const id = await sender.send(prefix + step.channel, 't', 'x', { read_by_sender: step.own });
          model.sent({ ...PLAIN, id, sender: sender.id, channel: step.channel, isReadBySender: step.own });
          sent.push(id);
          break;
        }
        case 'direct': {
          const id = await person.sendTo([people[step.to]], 'x', { read_by_sender: step.own });
          const both = [...new Set([person.id, people[step.to].id])];
          model.sent({ ...PLAIN, id, sender: person.id, people: both, isReadBySender: step.own });
          sent.push(id);
          break;
        }
        case 'join':
          await world.owner.subscribe(prefix + step.channel, { principals: [person.id] });
          model.join(person.id, step.channel);
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
          const { status, body } = await changeFlags(person, op, flag, messages);
          expect([status, body.messages]).toEqual(expected ? [200, ascending(expected)] : [400, undefined]);
        }
      }
    }

    for (const person of people) {
      const mine = (id: number) => model.messages.has(id);
      const page = await person.ok('GET', 'messages', { anchor: 'newest', num_before: 1000 });
      const feed = (page.messages as Message[]).filter(({ id }) => mine(id));
      expect(feed.map(({ id, flags }) => [id, flags.sort()])).toEqual(
        model.feed(person.id).map(({ id }) => [id, model.flags(person.id, id)]),
      );

      const { streams, pms } = await unreadsOf(person);
      const listed = [...streams, ...pms].flatMap(({ unread_message_ids }) => unread_message_ids).filter(mine);
      expect(ascending(listed)).toEqual(model.unread(person.id));

      const unread = await person.ok('GET', 'messages', {
        anchor: 'newest',
        num_before: 1000,
        narrow: [{ operator: 'is', operand: 'unread' }],
      });
      expect((unread.messages as Message[]).map(({ id }) => id).filter(mine)).toEqual(model.unread(person.id));

      for (const id of sent) {
        const single = await person.get(`messages/${id}`);
        expect(single.status).toBe(model.reads(person.id, model.messages.get(id)!) ? 200 : 400);
        if (single.status === 200) {
          expect((single.body.message as Message).flags.sort()).toEqual(model.flags(person.id, id));
        }
      }
    }
    await expectPeriodsAreDisjoint();
    await expectFreshSnapshot(queue);
    const all = (await unreadsOf(people[0])).streams.concat((await unreadsOf(people[0])).pms as never);
    await changed(
      people[0],
      'add',
      'read',
      all.flatMap(({ unread_message_ids }) => unread_message_ids),
    );
  }

  /** Periods that overlap would show messages twice. */
  async function expectPeriodsAreDisjoint(): Promise<void> {
    const overlapping = await world.sql(
      `SELECT FROM subscription_period one JOIN subscription_period other
         ON other.user_id = one.user_id AND other.channel_id = one.channel_id AND other.from_position > one.from_position
       WHERE other.from_position < one.to_position`,
    );
    expect(overlapping).toEqual([]);
  }

  it('answers like a row for each recipient would', async () => {
    const runs = Number(process.env.PARLEY_PROPERTY_RUNS ?? 10);
    await fc.assert(fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), perform), {
      numRuns: runs,
      endOnFailure: true,
    });
  }, 600_000);
});
