import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { heldTransaction } from '../../support/held';
import { leftBy } from '../../support/audit-log';
import type { Person } from '../../support/person';
import { changed, fetchMessage } from '../../support/reading';
import { World } from '../../support/world';

const BULK = {
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
};
const PROTECTED = { invite_only: true, history_public_to_subscribers: false };

describe('DELETE /messages/{id}', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let admin: Person;
  let count = 0;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    ben = await world.member('ben');
    gus = await world.guest('gus');
    admin = await world.admin('ada');
  });
  afterAll(() => world.stop());

  async function channel(members: Person[], parameters: Record<string, unknown> = {}): Promise<string> {
    const name = `channel ${++count}`;
    const principals = [world.owner, ...members].map(({ id }) => id);
    await world.owner.subscribe(name, { principals, ...parameters });
    return name;
  }
  const deletions = (events: readonly Event[]) =>
    events.filter(({ type }) => type === 'delete_message').map(({ id: _, ...rest }) => rest);
  const told = async (queue: EventQueue) => deletions(await queue.drain());
  const refused = (person: Person, id: number | string, msg: string) =>
    expect(person.delete(`messages/${id}`)).resolves.toMatchObject({
      status: 400,
      body: { result: 'error', code: 'BAD_REQUEST', msg },
    });
  const NO_RIGHT = "You don't have permission to delete this message";
  const settings = (changes: Record<string, unknown>) => world.owner.ok('PATCH', 'realm', changes);
  const groups = async (): Promise<Record<string, number>> => {
    const { user_groups } = await world.owner.ok('GET', 'user_groups');
    return Object.fromEntries((user_groups as { name: string; id: number }[]).map(({ name, id }) => [name, id]));
  };

  it('deletes a message for all users, with an event to those who received it', async () => {
    const name = await channel([ana, ben]);
    const id = await ana.send(name, 'Lunch', 'x');
    await changed(ben, 'add', 'starred', [id]);
    const queues = await Promise.all([ana, ben, gus].map((person) => person.register(BULK)));
    await ana.ok('DELETE', `messages/${id}`);
    const stream_id = await ana.channelId(name);
    const event = { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id, topic: 'Lunch' };
    expect(await Promise.all(queues.map(told))).toEqual([[event], [event], []]);
    await refused(ben, id, 'Invalid message(s)');
    expect((await ben.get(`messages/${id}`)).body.msg).toBe('Invalid message(s)');
    for (const queue of queues) await expectFreshSnapshot(queue);
    expect(await world.sql('SELECT FROM message_flag WHERE message_id = $1', [id])).toEqual([]);
  });

  it('sends an event for each message to older clients, with the display name of the empty topic', async () => {
    const name = await channel([ana]);
    const id = await ana.send(name, '', 'x');
    const queue = await ana.register();
    await ana.ok('DELETE', `messages/${id}`);
    expect(await told(queue)).toEqual([
      {
        type: 'delete_message',
        message_id: id,
        message_type: 'stream',
        stream_id: await ana.channelId(name),
        topic: 'general chat',
      },
    ]);
    await expectFreshSnapshot(queue);
  });

  it('sends events of a direct message to its participants only', async () => {
    const id = await ana.sendTo([ben], 'x');
    const queues = await Promise.all([ana, ben, world.owner].map((person) => person.register(BULK)));
    await ana.ok('DELETE', `messages/${id}`);
    const event = { type: 'delete_message', message_ids: [id], message_type: 'private' };
    expect(await Promise.all(queues.map(told))).toEqual([[event], [event], []]);
    for (const queue of queues) await expectFreshSnapshot(queue);
  });

  it('is allowed to the sender, the owner of a bot sender, and users who may delete any message', async () => {
    const name = await channel([ana, ben]);
    const id = await ana.send(name, 't', 'x');
    await refused(ben, id, NO_RIGHT);
    await refused(await world.moderator('mo'), id, NO_RIGHT);
    const entries = await leftBy(world, () => admin.ok('DELETE', `messages/${id}`));
    expect(entries).toMatchObject([
      {
        action: 'deleted',
        actor_id: admin.id,
        object_type: 'message',
        object_id: id,
        before: { sender_id: ana.id, channel_id: await ana.channelId(name) },
        after: null,
      },
    ]);
    const { user_id, api_key } = await ana.ok('POST', 'bots', { full_name: 'Robot', short_name: `robot${count}` });
    const { email } = (await ana.ok('GET', `users/${user_id as number}`)).user as { email: string };
    const authorization = `Basic ${Buffer.from(`${email}:${api_key as string}`).toString('base64')}`;
    const sent = await world.request(
      'POST',
      'messages',
      { type: 'stream', to: name, topic: 't', content: 'y' },
      authorization,
    );
    const botsId = sent.body.id as number;
    await refused(ben, botsId, NO_RIGHT);
    await ana.ok('DELETE', `messages/${botsId}`);
  });

  it('follows the groups of the organization and, in addition, of the channel', async () => {
    const name = await channel([ana, ben]);
    const channelId = await ana.channelId(name);
    const { 'role:nobody': nobody, 'role:members': members, 'role:administrators': administrators } = await groups();
    await settings({ can_delete_own_message_group: { new: nobody } });
    const [own, any] = [await ana.send(name, 't', 'x'), await ana.send(name, 't', 'y')];
    await refused(ana, own, NO_RIGHT);
    await world.owner.ok('PATCH', `streams/${channelId}`, { can_delete_own_message_group: { new: members } });
    await ana.ok('DELETE', `messages/${own}`);
    await refused(ben, any, NO_RIGHT);
    await world.owner.ok('PATCH', `streams/${channelId}`, { can_delete_any_message_group: { new: members } });
    await ben.ok('DELETE', `messages/${any}`);
    const direct = await ana.sendTo([ben], 'x');
    await refused(ana, direct, NO_RIGHT);
    await settings({ can_delete_any_message_group: { new: members } });
    await ben.ok('DELETE', `messages/${direct}`);
    await settings({
      can_delete_own_message_group: { new: (await groups())['role:everyone'] },
      can_delete_any_message_group: { new: administrators },
    });
  });

  it('has a time limit for own messages, without grace, and none for users who may delete any message', async () => {
    const name = await channel([ana]);
    const [young, old] = [await ana.send(name, 't', 'x'), await ana.send(name, 't', 'y')];
    await settings({ message_content_delete_limit_seconds: 600 });
    await world.sql("UPDATE message SET sent_at = now() - interval '601 seconds' WHERE id = $1", [old]);
    await refused(ana, old, 'The time limit for deleting this message has passed');
    await ana.ok('DELETE', `messages/${young}`);
    await admin.ok('DELETE', `messages/${old}`);
    await settings({ message_content_delete_limit_seconds: 'unlimited' });
  });

  it('answers alike for unknown, unreadable and archived messages and invalid ids', async () => {
    const hidden = await channel([], { invite_only: true });
    const secret = await world.owner.send(hidden, 't', 'x');
    const direct = await ana.sendTo([ben], 'x');
    const open = await channel([ana]);
    const archived = await ana.send(open, 't', 'x');
    const gone = await ana.send(open, 't', 'y');
    await ana.ok('DELETE', `messages/${gone}`);
    await world.owner.ok('DELETE', `streams/${await ana.channelId(open)}`);
    for (const id of [secret, direct, archived, gone, 2 ** 47, '0', '-1', 'x', '9'.repeat(30)]) {
      await refused(admin, id, 'Invalid message(s)');
    }
    await refused(ana, archived, 'Invalid message(s)');
    await refused(gus, await world.owner.send(await channel([ana]), 't', 'x'), 'Invalid message(s)');
    expect(await fetchMessage(ben, direct)).toMatchObject({ id: direct });
  });

  it('succeeds for one of several concurrent requests', async () => {
    const name = await channel([ana, ben]);
    const id = await ana.send(name, 't', 'x');
    const queue = await ben.register(BULK);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ana.delete(`messages/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.msg);
    for (const msg of refusals) expect(['Invalid message(s)', 'Message already deleted']).toContain(msg);
    expect(await told(queue)).toHaveLength(1);
  });

  it('mistakes 3 and 5: under protected history sends events to receivers and the deleting user, with their own first message', async () => {
    const name = await channel([ana], PROTECTED);
    const { streams } = await ana.ok('GET', 'streams');
    const { first_message_id: notice } = (streams as { name: string; first_message_id: number }[]).find(
      (one) => one.name === name,
    )!;
    await world.owner.ok('DELETE', `messages/${notice}`);
    const early = await world.owner.send(name, 't', 'early');
    const second = await world.owner.send(name, 't', 'second');
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name }], principals: [ben.id] });
    const late = await world.owner.send(name, 't', 'late');
    const [anas, bens] = await Promise.all([ana, ben].map((person) => person.register(BULK)));
    await world.owner.ok('DELETE', `messages/${early}`);
    await anas.drain();
    expect(anas.seen.filter(({ op }) => op === 'update')).toMatchObject([
      { type: 'stream', property: 'first_message_id', value: second },
    ]);
    expect(await bens.drain()).toEqual([]);
    await world.owner.ok('DELETE', `messages/${late}`);
    await bens.drain();
    expect(bens.seen).toMatchObject([
      { type: 'delete_message', message_ids: [late] },
      { type: 'stream', op: 'update', property: 'first_message_id', value: null },
    ]);
    for (const queue of [anas, bens]) await expectFreshSnapshot(queue);
  });

  it('sends events to members who have a message without a subscription, but to no guests', async () => {
    const name = await channel([ana, gus]);
    const id = await world.owner.send(name, 't', 'x');
    for (const person of [ana, gus]) {
      await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name], principals: [person.id] });
    }
    await changed(ben, 'add', 'starred', [id]);
    const queues = await Promise.all([ana, ben, gus, admin].map((person) => person.register(BULK)));
    await world.owner.ok('DELETE', `messages/${id}`);
    expect((await Promise.all(queues.map(told))).map((events) => events.length)).toEqual([1, 1, 0, 0]);
    for (const queue of [queues[0], queues[1], queues[3]]) await expectFreshSnapshot(queue);
  });

  it('sends the same events when users unsubscribed just before', async () => {
    const name = await channel([ana, gus]);
    const id = await world.owner.send(name, 't', 'x');
    await changed(ben, 'add', 'starred', [id]);
    await ben.subscribe(name);
    const queues = await Promise.all([ana, ben, gus].map((person) => person.register(BULK)));
    await world.settled(); // The subscribers are cached.
    const held = await heldTransaction(world, admin);
    for (const person of [ana, ben, gus])
      await person.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    await world.owner.ok('DELETE', `messages/${id}`);
    await held.letGo();
    expect((await Promise.all(queues.map(told))).map((events) => events.length)).toEqual([1, 1, 0]);
  });

  it('sends first_message_id to all users of the channel when it changes', async () => {
    const name = await channel([ana], { announce: false });
    const stream_id = await ana.channelId(name);
    const first = (await ana.ok('GET', `streams/${stream_id}`)).stream as { first_message_id: number | null };
    const next = await ana.send(name, 't', 'x');
    const [inside, outside] = await Promise.all([ana, ben].map((person) => person.register(BULK)));
    if (first.first_message_id !== null) await world.owner.ok('DELETE', `messages/${first.first_message_id}`);
    await ana.ok('DELETE', `messages/${next}`);
    const changes = async (queue: EventQueue) => {
      await queue.drain();
      return queue.seen
        .filter((event) => event.type === 'stream' && event.stream_id === stream_id)
        .map(({ property, value }) => [property, value]);
    };
    const emptied = [next, null].map((value) => ['first_message_id', value]);
    for (const queue of [inside, outside]) expect(await changes(queue)).toEqual(emptied);
    const [again] = await Promise.all([ana.send(name, 't', 'y'), ana.send(name, 't', 'z')]);
    expect(await changes(inside)).toEqual(emptied); // the message says it
    const { stream } = await ana.ok('GET', `streams/${stream_id}`);
    const { first_message_id } = stream as { first_message_id: number };
    expect(again).toBeGreaterThanOrEqual(first_message_id);
    expect(await changes(outside)).toEqual([...emptied, ['first_message_id', first_message_id]]);
    for (const queue of [inside, outside]) await expectFreshSnapshot(queue);
  });
});
