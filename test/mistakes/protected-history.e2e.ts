import type { EventQueue } from '../support/event-queue';
import { expectFreshSnapshot } from '../support/fold';
import type { Person } from '../support/person';
import { followAll } from '../support/channel-visibility';
import { World } from '../support/world';

interface Place {
  id: number;
  name: string;
  /** A message from before the other subscribers came. */
  early: number;
  /** The first message may be an earlier one: the notice of the channel. */
  first: number;
}

/** Where channels are part of an answer. */
const EVENTS_TOPIC = 'channel events';

interface Seen {
  topics: string[];
  firstIds: (number | null)[];
  contents: string[];
}

describe('mistake 5: earlier messages in a channel with protected history', () => {
  let world: World;
  let ana: Person;
  let places = 0;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  async function found(parameters: object = {}): Promise<Place> {
    const name = `guarded ${places++}`;
    await ana.subscribe(name, { invite_only: true, ...parameters });
    const id = await ana.channelId(name);
    const early = await ana.send(id, 'early', 'early');
    const [{ first }] = await world.sql<{ first: number }>(
      'SELECT min(id)::int AS first FROM message WHERE channel_id = $1',
      [id],
    );
    return { id, name, early, first };
  }

  /** Every answer that shows how far back the user sees. */
  async function seenBy(person: Person, id: number): Promise<Seen> {
    const list = (await person.get(`users/me/${id}/topics`)).body.topics as { name: string }[] | undefined;
    const narrow = [{ operator: 'channel', operand: id }];
    const page = await person.get('messages', { anchor: 'oldest', num_before: 0, num_after: 100, narrow });
    const contents = ((page.body.messages ?? []) as { content: string; subject: string }[])
      .filter(({ subject }) => subject !== EVENTS_TOPIC)
      .map(({ content }) => content);
    const firsts = [(await person.get(`streams/${id}`)).body.stream, await listed(person, 'streams', 'streams', id)];
    firsts.push(await listed(person, 'users/me/subscriptions', 'subscriptions', id));
    const { state } = await followAll(person);
    for (const part of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed']) {
      firsts.push((state[part] as { stream_id: number }[]).find(({ stream_id }) => stream_id === id));
    }
    const known = firsts.filter((one) => one !== undefined) as { first_message_id: number | null }[];
    return {
      topics: (list ?? [])
        .map(({ name }) => name)
        .filter((name) => name !== EVENTS_TOPIC)
        .sort(),
      firstIds: [...new Set(known.map(({ first_message_id }) => first_message_id))],
      contents: contents.map((html) => html.replace(/<\/?p>/g, '')),
    };
  }

  const listed = async (person: Person, path: string, key: string, id: number) =>
    (
      (await person.ok('GET', path, key === 'streams' ? { include_all: true } : {}))[key] as { stream_id: number }[]
    ).find(({ stream_id }) => stream_id === id);

  const firstIdsTold = (queue: EventQueue, id: number): unknown[] =>
    queue.seen.flatMap(({ type, op, streams, subscriptions, property, value, stream_id }) => {
      if (type === 'stream' && op === 'update')
        return property === 'first_message_id' && stream_id === id ? [value] : [];
      const objects = [...((streams ?? []) as object[]), ...((subscriptions ?? []) as object[])];
      return (objects as { stream_id: number; first_message_id?: number | null }[])
        .filter((one) => one.stream_id === id && 'first_message_id' in one)
        .map(({ first_message_id }) => first_message_id);
    });

  it('are hidden from a new subscriber: no topic, no message, no first message', async () => {
    const { id, name, early, first } = await found();
    const bo = await world.member('bo');
    const queue = await followAll(bo);
    await ana.subscribe(name, { principals: [bo.id] });
    expect(await seenBy(bo, id)).toEqual({ topics: [], firstIds: [null], contents: [] });
    const late = await ana.send(id, 'late', 'late');
    expect(await seenBy(bo, id)).toEqual({ topics: ['late'], firstIds: [late], contents: ['late'] });
    expect((await bo.get(`messages/${early}`)).status).toBe(400);
    await expectFreshSnapshot(queue);
    for (const hidden of [first, early]) expect(firstIdsTold(queue, id)).not.toContain(hidden);
  });

  it('stay hidden in a topic that continues after subscribing', async () => {
    const { id, name, early } = await found();
    const cleo = await world.member('cleo');
    await ana.subscribe(name, { principals: [cleo.id] });
    const late = await ana.send(id, 'EARLY', 'late');
    const { topics } = await cleo.ok('GET', `users/me/${id}/topics`);
    expect(topics).toEqual([{ name: 'EARLY', max_id: late }]);
    const narrow = [
      { operator: 'channel', operand: id },
      { operator: 'topic', operand: 'early' },
    ];
    const { messages } = await cleo.ok('GET', 'messages', { anchor: early, num_before: 5, num_after: 5, narrow });
    expect((messages as { id: number }[]).map((one) => one.id)).toEqual([late]);
  });

  it('stay hidden after resubscribing, with the messages in between', async () => {
    const { id, name } = await found();
    const dan = await world.member('dan');
    const join = () => ana.subscribe(name, { principals: [dan.id] });
    await join();
    const own = await ana.send(id, 'first stay', 'first stay');
    await dan.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    await ana.send(id, 'meanwhile', 'meanwhile');
    const queue = await followAll(dan);
    await join();
    await ana.send(id, 'second stay', 'second stay');
    expect(await seenBy(dan, id)).toEqual({
      topics: ['first stay', 'second stay'],
      firstIds: [own],
      contents: ['first stay', 'second stay'],
    });
    await expectFreshSnapshot(queue);
  });

  it('stay hidden from administrators and users who could subscribe', async () => {
    const eve = await world.member('eve');
    const { id } = await found({ can_subscribe_group: { direct_members: [eve.id], direct_subgroups: [] } });
    for (const person of [eve, world.owner, await world.admin('adam')]) {
      expect(await seenBy(person, id)).toEqual({ topics: [], firstIds: [null], contents: [] });
    }
  });

  it('become visible and hidden with the setting, for users and in their queues', async () => {
    const { id, name, early, first } = await found();
    const fay = await world.member('fay');
    await ana.subscribe(name, { principals: [fay.id] });
    const late = await ana.send(id, 'late', 'late');
    const queue = await followAll(fay);
    const all = { topics: ['early', 'late'], firstIds: [first], contents: ['early', 'late'] };
    const some = { topics: ['late'], firstIds: [late], contents: ['late'] };
    expect(await seenBy(fay, id)).toEqual(some);

    await ana.ok('PATCH', `streams/${id}`, { is_private: true, history_public_to_subscribers: true });
    expect(await seenBy(fay, id)).toEqual(all);
    await expectFreshSnapshot(queue);
    await ana.ok('PATCH', `streams/${id}`, { is_private: true, history_public_to_subscribers: false });
    expect(await seenBy(fay, id)).toEqual(some);
    await expectFreshSnapshot(queue);
    expect((await fay.get(`messages/${early}`)).status).toBe(400);

    // A channel that becomes private again has a protected history unless the request says otherwise.
    await ana.ok('PATCH', `streams/${id}`, { is_private: false });
    expect(await seenBy(fay, id)).toEqual(all);
    await ana.ok('PATCH', `streams/${id}`, { is_private: true });
    expect(await seenBy(fay, id)).toEqual(some);
    await expectFreshSnapshot(queue);
  });

  it('stay hidden in an archived channel', async () => {
    const { id, name } = await found();
    const gil = await world.member('gil');
    await ana.subscribe(name, { principals: [gil.id] });
    const late = await ana.send(id, 'late', 'late');
    await ana.ok('DELETE', `streams/${id}`);
    const { topics, contents } = await seenBy(gil, id);
    expect({ topics, contents }).toEqual({ topics: ['late'], contents: ['late'] });
    expect((await gil.ok('GET', `streams/${id}`)).stream).toMatchObject({ first_message_id: late });
  });
});
