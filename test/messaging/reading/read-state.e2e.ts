import fc from 'fast-check';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { changed, changeFlags, follow, Message, unreadsOf } from '../../support/reading';
import { ChannelKind, RowPerRecipient } from '../../support/row-per-recipient';
import { World } from '../../support/world';

/** As `read-state-model`, with fewer sequences, and only through the API. */
describe('derived read state, over HTTP', () => {
  const CHANNELS: ChannelKind[] = ['public', 'shared', 'protected'];
  let world: World;
  let people: Person[];

  beforeAll(async () => {
    world = await World.start();
    people = await Promise.all(['ana', 'ben', 'cleo'].map((name) => world.member(name)));
  });
  afterAll(() => world.stop());

  /** Few messages, so that operations affect the same ones. */
  const index = fc.nat({ max: 9 });
  const ids = fc.array(index, { minLength: 1, maxLength: 6 });
  const user = fc.nat({ max: 2 });
  const channel = fc.constantFrom(...CHANNELS);
  const topic = fc.constantFrom('one', 'two');
  const own = fc.boolean();
  const operation = fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant('send' as const), user, channel, topic, own }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('direct' as const), user, to: user, own: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('read' as const), user, ids }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('unread' as const), user, ids }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('star' as const), user, ids }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('unstar' as const), user, ids }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('join' as const), user, channel }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('leave' as const), user, channel }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('move' as const), user, index, channel, topic }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), user, index }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('change' as const), user, channel, kind: channel }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('mute' as const), user, sender: user, isMuted: own }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('readAll' as const), user }) },
    {
      weight: 2,
      arbitrary: fc.record({ does: fc.constant('readIn' as const), user, channel, topic: fc.option(topic) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        does: fc.constant('flagNarrow' as const),
        user,
        channel,
        topic,
        index,
        before: fc.nat(3),
        after: fc.nat(3),
        mark: fc.constantFrom('read' as const, 'unread' as const, 'star' as const, 'unstar' as const),
      }),
    },
  );
  const FLAGS = {
    read: ['add', 'read', 'markRead'],
    unread: ['remove', 'read', 'markUnread'],
    star: ['add', 'starred', 'star'],
    unstar: ['remove', 'starred', 'unstar'],
  } as const;
  type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

  const PLAIN = { channel: null, people: [], topic: '', mentioned: [], mentionsAll: false };
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
    const channelIds = {} as Record<ChannelKind, number>;
    for (const name of CHANNELS) channelIds[name] = await world.owner.channelId(prefix + name);
    /** The user does not know what the channel contains. */
    const isOutside = ({ id }: Person, name: string) =>
      model.channels.get(name)!.kind !== 'public' && !model.members(name).has(id);
    const hasRowIn = ({ id: user }: Person, name: string, wanted: string) =>
      [...model.messages.values()].some(
        ({ id, channel, topic }) => channel === name && topic === wanted && model.rowsOf(user).has(id),
      );
    const queue = await follow(people[0], {
      event_types: ['message', 'update_message', 'delete_message', 'update_message_flags'],
    });

    for (const step of operations) {
      const person = people[step.user];
      switch (step.does) {
        case 'send': {
          const isMember = model.members(step.channel).has(person.id);
          const isPublic = model.channels.get(step.channel)!.kind === 'public';
          const sender = isMember || isPublic ? person : world.owner;
          const { channel, topic, own: isReadBySender } = step;
          const id = await sender.send(prefix + channel, topic, 'x', { read_by_sender: isReadBySender });
          model.sent({ ...PLAIN, id, sender: sender.id, channel, topic, isReadBySender });
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
        case 'move': {
          const message = model.messages.get(pick([step.index])[0]);
          const isElsewhere = message && (message.channel !== step.channel || message.topic !== step.topic);
          if (!isElsewhere || message.channel === null) break;
          await world.owner.ok('PATCH', `messages/${message.id}`, {
            ...(message.channel === step.channel ? {} : { stream_id: channelIds[step.channel] }),
            ...(message.topic === step.topic ? {} : { topic: step.topic }),
            propagate_mode: 'change_one',
            send_notification_to_new_thread: false,
          });
          model.move([message.id], step.channel, step.topic, [world.owner.id, ...ids]);
          break;
        }
        case 'remove': {
          const message = model.messages.get(pick([step.index])[0]);
          if (!message || message.channel === null) break;
          await world.owner.ok('DELETE', `messages/${message.id}`);
          model.remove([message.id]);
          break;
        }
        case 'change': {
          if (model.channels.get(step.channel)!.kind === step.kind) break;
          const is_private = step.kind !== 'public';
          const history_public_to_subscribers = step.kind !== 'protected';
          const change = { is_private, history_public_to_subscribers };
          await world.owner.ok('PATCH', `streams/${channelIds[step.channel]}`, change);
          model.change(step.channel, step.kind);
          break;
        }
        case 'mute': {
          const sender = people[step.sender].id;
          if (sender === person.id || model.hasMuted(person.id, sender) === step.isMuted) break;
          await person.ok(step.isMuted ? 'POST' : 'DELETE', `users/me/muted_users/${sender}`);
          if (step.isMuted) model.mute(person.id, sender);
          else model.unmute(person.id, sender);
          break;
        }
        case 'readAll':
          await person.ok('POST', 'mark_all_as_read');
          model.readAll(person.id);
          break;
        case 'readIn': {
          const stream_id = channelIds[step.channel];
          const path = step.topic === null ? 'mark_stream_as_read' : 'mark_topic_as_read';
          const { status } = await person.post(path, { stream_id, ...(step.topic ? { topic_name: step.topic } : {}) });
          if (status === 200) model.readChannel(person.id, step.channel, step.topic);
          else expect(isOutside(person, step.channel) || !hasRowIn(person, step.channel, step.topic!)).toBe(true);
          break;
        }
        case 'flagNarrow': {
          const [op, flag, mark] = FLAGS[step.mark];
          const anchor = pick([step.index])[0] ?? 0;
          const { before, after, channel, topic } = step;
          const { status, body } = await person.post('messages/flags/narrow', {
            ...{ anchor: String(anchor), num_before: before, num_after: after, op, flag },
            narrow: [
              ['channel', prefix + channel],
              ['topic', topic],
            ],
          });
          expect([status, body.code]).toEqual(isOutside(person, channel) ? [400, 'BAD_NARROW'] : [200, undefined]);
          if (status !== 200) break;
          const there = [...model.messages.values()]
            .filter((one) => one.channel === channel && one.topic === topic && model.reads(person.id, one))
            .map(({ id }) => id)
            .sort((a, b) => a - b);
          const older = there
            .filter((id) => id < anchor)
            .slice(Math.max(0, there.filter((id) => id < anchor).length - before));
          const newer = there.filter((id) => id > anchor).slice(0, after);
          const range = [...older, ...there.filter((id) => id === anchor), ...newer];
          const marked = model[mark](person.id, range);
          expect([body.processed_count, body.updated_count]).toEqual([range.length, marked!.length]);
          break;
        }
        default: {
          const [op, flag, mark] = FLAGS[step.does];
          const messages = pick(step.ids);
          const expected = model[mark](person.id, messages);
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
        expect(single.status).toBe(mine(id) && model.reads(person.id, model.messages.get(id)!) ? 200 : 400);
        if (single.status === 200) {
          expect((single.body.message as Message).flags.sort()).toEqual(model.flags(person.id, id));
        }
      }
    }
    await expectPeriodsAreDisjoint();
    await expectFreshSnapshot(queue);
    for (const person of people) {
      for (const { id } of people.filter((other) => model.hasMuted(person.id, other.id))) {
        await person.ok('DELETE', `users/me/muted_users/${id}`);
      }
    }
    const all = (await unreadsOf(people[0])).streams.concat((await unreadsOf(people[0])).pms as never);
    await changed(
      people[0],
      'add',
      'read',
      all.flatMap(({ unread_message_ids }) => unread_message_ids),
    );
  }

  /** Overlapping periods would show messages twice. */
  async function expectPeriodsAreDisjoint(): Promise<void> {
    const overlapping = await world.sql(
      `SELECT FROM subscription_period one JOIN subscription_period other
         ON other.user_id = one.user_id AND other.channel_id = one.channel_id AND other.from_position > one.from_position
       WHERE other.from_position < one.to_position`,
    );
    expect(overlapping).toEqual([]);
  }

  it('equals a row for each recipient', async () => {
    const runs = Number(process.env.PARLEY_PROPERTY_RUNS ?? 8);
    await fc.assert(fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), perform), {
      numRuns: runs,
      endOnFailure: true,
    });
  }, 600_000);
});
