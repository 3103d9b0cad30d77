import { Client } from 'pg';
import type { Person } from '../../support/person';
import { Phones } from '../../support/push/phones';
import { ScriptedRelay } from '../../support/push/scripted-relay';
import { until } from '../../support/until';
import { World } from '../../support/world';

const query = Client.prototype.query as (...args: never[]) => unknown;

/** Which messages cause notifications, and their content (docs/protocol/notifications.md). */
describe('notifications of messages', () => {
  let world: World;
  let relay: ScriptedRelay;
  let phones: Phones;
  let bo: Person;
  let count = 0;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    phones = new Phones(world, relay);
    bo = await world.member('bo');
    await bo.subscribe('plans');
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });

  /** A user with a phone, subscribed to a channel. */
  const somebody = async (channel = 'plans', make = world.member) => {
    const person = await make(`reader${++count}`);
    if (channel) await person.subscribe(channel);
    await phones.give(person);
    return person;
  };
  const somebodies = async (many: number) => {
    const people: Person[] = [];
    for (let one = 0; one < many; one++) people.push(await somebody());
    return people;
  };
  const set = (person: Person, settings: Record<string, unknown>) => person.ok('PATCH', 'settings', settings);
  const policy = async (person: Person, topic: string, visibility_policy: number) =>
    person.ok('POST', 'user_topics', { stream_id: await bo.channelId('plans'), topic, visibility_policy });

  it('of a direct message have the documented fields, encrypted for each phone, in the form of its kind', async () => {
    const ana = await somebody('');
    const iphone = await phones.give(ana, 'apns');
    const id = await bo.sendTo([ana, world.owner], 'Hello **there** & welcome\n```spoiler End\nsecret\n```');
    await phones.quiet();
    const own = phones.arrived.filter(({ owner }) => owner === ana);
    const content = {
      type: 'message',
      realm_url: world.url,
      realm_name: expect.any(String),
      user_id: ana.id,
      sender_id: bo.id,
      sender_full_name: 'Bo Example',
      sender_avatar_url: expect.stringMatching(/^https?:\/\//),
      message_id: id,
      time: expect.any(Number),
      content: 'Hello there & welcome\nEnd (…)',
      recipient_type: 'direct',
      recipient_user_ids: [world.owner.id, bo.id, ana.id].sort((one, other) => one - other),
    };
    expect(own.map((one) => one.content)).toEqual([content, content]);
    const collapseId = own[0].request.collapse_id;
    expect(collapseId).toMatch(/^[\da-f]{32}$/);
    const [android, apple] = own.map(({ request }) => request);
    const payload = { push_account_id: expect.any(Number), encrypted_data: expect.any(String) };
    expect(android).toEqual({ device_id: expect.any(Number), collapse_id: collapseId, fcm_priority: 'high', payload });
    expect(apple).toEqual({
      device_id: phones.idOf(iphone),
      collapse_id: collapseId,
      http_headers: { apns_priority: 10, apns_push_type: 'alert', 'apns-collapse-id': collapseId },
      payload: { ...payload, aps: { 'mutable-content': 1, alert: { title: expect.any(String) } } },
    });
  });

  it('of a channel message name the channel and the mentioned group', async () => {
    const [ana, cleo] = await somebodies(2);
    await world.owner.ok('POST', 'user_groups/create', { name: 'cooks', description: '', members: [ana.id, cleo.id] });
    const id = await bo.send('plans', '', `@*cooks* and @**${cleo.fullName}**: soup?`);
    await phones.quiet();
    const contentOf = (person: Person) => phones.arrived.find(({ owner }) => owner === person)!.content;
    expect(contentOf(ana)).toMatchObject({
      message_id: id,
      recipient_type: 'channel',
      channel_id: await bo.channelId('plans'),
      channel_name: 'plans',
      topic: 'general chat',
      mentioned_user_group_id: expect.any(Number),
      mentioned_user_group_name: 'cooks',
    });
    expect(contentOf(cleo)).toMatchObject({ message_id: id, topic: 'general chat' });
    expect(contentOf(cleo)).not.toHaveProperty('mentioned_user_group_id');
    expect(contentOf(ana)).not.toHaveProperty('recipient_user_ids');
  });

  it('are sent to recipients and followers, by the settings of each', async () => {
    const [mentioned, all, one, follower, plain, muting, off] = await somebodies(7);
    const plans = await bo.channelId('plans');
    await set(all, { enable_stream_push_notifications: true });
    await one.ok('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: plans, property: 'push_notifications', value: true }],
    });
    await set(muting, { enable_stream_push_notifications: true });
    await policy(muting, 'tea', 1);
    await policy(follower, 'tea', 3);
    await set(off, { enable_offline_push_notifications: false, enable_followed_topic_push_notifications: false });
    const tea = await bo.send('plans', 'tea', `Black or green, @**${mentioned.fullName}** @**${off.fullName}**?`);
    const everybody = await bo.send('plans', 'fire', '@**all** out!');
    await phones.quiet();
    for (const person of [mentioned, all, one, follower]) expect(phones.toldOf(person)).toEqual([tea, everybody]);
    expect(phones.toldOf(plain)).toEqual([everybody]);
    expect(phones.toldOf(muting)).toEqual([everybody]);
    expect(phones.toldOf(off)).toEqual([]);
  });

  it('are not sent to senders, to users who muted the sender, or to users who disable wildcard mentions', async () => {
    const [sender, muter, calm] = await somebodies(3);
    await muter.ok('POST', `users/me/muted_users/${sender.id}`);
    await set(calm, { wildcard_mentions_notify: false });
    await sender.sendTo([muter], 'Hello?');
    await sender.sendTo([sender], 'Note to self');
    await sender.send('plans', 'noise', `@**all** @**${muter.fullName}** @**${sender.fullName}**`);
    await phones.quiet();
    for (const person of [sender, muter, calm]) expect(phones.toldOf(person)).toEqual([]);
  });

  it('are sent to users whom an edit mentions, once, and to no others', async () => {
    const [ana, cleo] = await somebodies(2);
    const id = await bo.send('plans', 'edits', `@**${cleo.fullName}** look`);
    await bo.ok('PATCH', `messages/${id}`, { content: `@**${cleo.fullName}** @**${ana.fullName}** look` });
    await phones.quiet();
    expect([phones.toldOf(ana), phones.toldOf(cleo)]).toEqual([[id], [id]]);
  });

  it('are sent to users who are away, if they chose that', async () => {
    const [gone, there, elsewhere, idle] = await somebodies(4);
    for (const person of [gone, there, elsewhere, idle]) await set(person, { enable_online_push_notifications: false });
    const queues = await Promise.all([there.register(), idle.register()]);
    await gone.ok('DELETE', 'events', { queue_id: (await gone.register()).id });
    await elsewhere.register({ event_types: ['presence'] });
    await idle.ok('POST', 'users/me/presence', { status: 'active' });
    await world.sql(`UPDATE presence SET active_at = now() - interval '5 minutes' WHERE user_id = $1`, [idle.id]);
    const ids: number[] = [];
    for (const person of [gone, there, elsewhere, idle]) ids.push(await bo.sendTo([person], 'Are you there?'));
    await until(async () => {
      const rows = await world.sql<{ user_id: string }>('SELECT user_id FROM push_delivery WHERE due_at > now()');
      return rows.length === 1 && Number(rows[0].user_id) === there.id && phones.toldOf(idle).length === 1;
    });
    expect([gone, there, elsewhere, idle].map(phones.toldOf, phones)).toEqual([[ids[0]], [], [ids[2]], [ids[3]]]);
    // The client asks for events and shows what it gets.
    await world.sql('UPDATE event_queue SET last_seen_at = now() WHERE user_id = $1', [there.id]);
    await world.sql('UPDATE push_delivery SET due_at = now()');
    await phones.quiet();
    expect(phones.toldOf(there)).toEqual([]);
    await Promise.all(queues.map((queue) => queue.person.ok('DELETE', 'events', { queue_id: queue.id })));
  });

  it('are not confused with those of a lost message whose id was used again after a restore', async () => {
    const ana = await somebody();
    let isLost = true;
    phones.mood = () => (isLost ? { status: 503, body: {} } : null);
    const id = await bo.sendTo([ana], 'Hello');
    const told = () => phones.arrived.filter(({ owner }) => owner === ana);
    await until(() => told().length > 0);
    isLost = false;
    await world.sql("UPDATE message SET sent_at = sent_at + interval '1 hour' WHERE id = $1", [id]);
    await until(async () => {
      await phones.later();
      return (await world.sql('SELECT FROM push_delivery')).length === 0;
    });
    phones.mood = () => null;
    expect(phones.toldOf(ana)).toEqual([id, id]);
    expect(new Set(told().map(({ request }) => request.collapse_id)).size).toBe(2);
  });

  it('cost no statement in a send, and no row for users without a phone', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => world.member(`nobody${++count}`)));
    await world.withoutWorkers();
    const sent: string[] = [];
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
      sent.push(text.replace(/\s+/g, ' '));
      return query.apply(this, args as never);
    } as never);
    const id = await bo.sendTo(people, 'To five people');
    spy.mockRestore();
    expect(sent.filter((text) => text.includes('push_'))).toEqual([
      expect.stringMatching(/^WITH written AS \(INSERT INTO message .*\), besides AS \(.*\) INSERT INTO event_log/),
    ]);
    const rows = await world.sql<{ user_ids: string[] }>('SELECT user_ids FROM push_due WHERE message_id = $1', [id]);
    expect(rows.map(({ user_ids }) => user_ids.map(Number))).toEqual([
      people.map((one) => one.id).sort((one, other) => one - other),
    ]);
  });
});
