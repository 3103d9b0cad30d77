import { OrganizationCreation, Passwords } from '@app/identity';
import { expectFreshSnapshot } from '../support/fold';
import { move, newChannel, PRIVATE, PROTECTED, QUIET } from '../support/moving';
import type { Parameters, Person } from '../support/person';
import { fetchMessage, flagsOf } from '../support/reading';
import { World } from '../support/world';

/** Mistakes 1 to 5, 9 and 11 for edits, moves and their histories. */
describe('edits and moves', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
  });
  afterAll(() => world.stop());

  const edit = (person: Person, id: number, parameters: Parameters) => person.patch(`messages/${id}`, parameters);
  const INVALID = { result: 'error', code: 'BAD_REQUEST', msg: 'Invalid message(s)' };

  it('are hidden from users who joined a protected history later, and so is the edit history', async () => {
    await ana.subscribe('vault', { invite_only: true, history_public_to_subscribers: false });
    const early = await ana.send('vault', 'plans', 'secret');
    await ana.subscribe('vault', { principals: [ben.id] });
    await ana.subscribe('open', { principals: [ana.id, ben.id] });
    for (const parameters of [{ topic: 'mine' }, { stream_id: await ben.channelId('open') }, { content: 'mine' }]) {
      expect((await edit(ben, early, parameters)).body).toEqual(INVALID);
    }
    expect((await ben.get(`messages/${early}/history`)).body).toEqual(INVALID);
    const own = await ben.send('vault', 'plans', 'hello');
    expect((await edit(ben, own, { topic: 'mine', propagate_mode: 'change_all' })).status).toBe(200);
    expect(await fetchMessage(ana, early)).toMatchObject({ subject: 'plans' });
    const told = await ben.register({});
    await ana.ok('PATCH', `messages/${early}`, { content: 'more secret' });
    expect((await told.drain()).filter(({ type }) => type === 'update_message')).toEqual([]);
  });

  it('end with the permission to read, also for own messages', async () => {
    await ana.subscribe('team', { invite_only: true, principals: [ana.id, ben.id] });
    const id = await ben.send('team', 't', 'x');
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['team'], principals: [ben.id] });
    expect((await edit(ben, id, { content: 'y' })).body).toEqual(INVALID);
    expect((await edit(ben, id, { topic: 'u' })).body).toEqual(INVALID);
    expect((await ben.get(`messages/${id}/history`)).body).toEqual(INVALID);
  });

  it('end with a role, and with an account', async () => {
    const mo = await world.moderator('mo');
    await mo.subscribe('busy', { principals: [ana.id, mo.id] });
    const id = await ana.send('busy', 't', 'x');
    await world.sql(`UPDATE message SET sent_at = now() - interval '30 days' WHERE id = $1`, [id]);
    expect((await edit(mo, id, { topic: 'u' })).status).toBe(200);
    await world.setRole(mo, 'member');
    expect((await edit(mo, id, { topic: 'v' })).body.msg).toContain('time limit');
    await world.owner.ok('DELETE', `users/${mo.id}`);
    expect((await edit(mo, id, { topic: 'v' })).body.code).toBe('USER_DEACTIVATED');
  });

  it('do not reach other organizations', async () => {
    const passwordHash = await world.service(Passwords).hash('another long secret');
    const owner = { email: 'eva@example.org', fullName: 'Eva Elsewhere', passwordHash };
    const { organization } = await world
      .service(OrganizationCreation)
      .create({ name: 'Elsewhere', host: 'elsewhere.example', owner });
    const [{ id: channelId }] = await world.sql<{ id: number }>(
      `INSERT INTO channel (organization_id, name, permissions)
       SELECT $1, 'theirs', permissions FROM channel LIMIT 1 RETURNING id::int`,
      [organization.id],
    );
    const [{ id: foreign }] = await world.sql<{ id: number }>(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), $1, $2, 't', max(id), 'x', 'x', 1, '', now() FROM user_account WHERE organization_id = $1
       RETURNING id::int`,
      [organization.id, channelId],
    );
    const own = await ana.send('open', 't', 'x');
    expect((await edit(ana, foreign, { topic: 'u' })).body).toEqual(INVALID);
    expect((await ana.get(`messages/${foreign}/history`)).body).toEqual(INVALID);
    expect((await edit(ana, own, { stream_id: channelId })).body.msg).toBe('Invalid channel ID');
  });

  it('change nothing after an error', async () => {
    await ana.subscribe('whole', { principals: [ana.id, ben.id] });
    const [old, young] = [await ana.send('whole', 't', 'x'), await ana.send('whole', 't', 'y')];
    await world.sql(`UPDATE message SET sent_at = now() - interval '30 days' WHERE id = $1`, [old]);
    await ben.ok('POST', 'user_topics', { stream_id: await ben.channelId('whole'), topic: 't', visibility_policy: 3 });
    const queue = await ben.register({});
    const before = await world.sql('SELECT * FROM message WHERE id = ANY ($1) ORDER BY id', [[old, young]]);
    const content = { content: 'z', topic: 'u', propagate_mode: 'change_all' };
    expect((await edit(ana, young, content)).body.code).toBe('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED');
    const [empty, quiet] = [await world.owner.subscribe('e', { topics_policy: 'empty_topic_only' }), 'e'];
    expect(empty.result).toBe('success');
    const stream_id = await ana.channelId(quiet);
    expect((await edit(ana, young, { stream_id })).body).toHaveProperty('empty_topic_display_name');
    expect(await world.sql('SELECT * FROM message WHERE id = ANY ($1) ORDER BY id', [[old, young]])).toEqual(before);
    const told = (await queue.drain()).map(({ type }) => type);
    for (const type of ['update_message', 'user_topic', 'delete_message']) expect(told).not.toContain(type);
  });

  it('remove stars from users who never subscribed and cannot read the target', async () => {
    const outsider = await world.member('otto');
    const [from, to] = [await newChannel(world, [ana]), await newChannel(world, [ana], PRIVATE)];
    const [hidden, kept] = [await ana.send(from.name, 'a', 'x'), await ana.send(from.name, 'b', 'y')];
    await outsider.ok('POST', 'messages/flags', { messages: [hidden, kept], op: 'add', flag: 'starred' });
    const queue = await outsider.register({});
    await move(ana, hidden, { stream_id: to.id, ...QUIET });
    await queue.until(({ type, message_id }) => type === 'delete_message' && message_id === hidden);
    await expectFreshSnapshot(queue);
    expect((await outsider.ok('POST', 'register', {})).starred_messages).toEqual([kept]);
    await move(ana, hidden, { stream_id: from.id, ...QUIET });
    await expectFreshSnapshot(queue);
    expect(await flagsOf(outsider, hidden)).toEqual(['historical', 'read']);
  });

  it('remove stars, with an event, from users who left the channel before', async () => {
    const cleo = await world.member('cleo');
    const [from, to] = [await newChannel(world, [ana, cleo], PRIVATE), await newChannel(world, [ana])];
    const [moved, deleted] = [await ana.send(from.name, 'a', 'x'), await ana.send(from.name, 'b', 'y')];
    await cleo.ok('POST', 'messages/flags', { messages: [moved, deleted], op: 'add', flag: 'starred' });
    await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: [from.name] });
    await ana.sendTo([cleo], 'the newest that she has');
    const queue = await cleo.register({});
    await move(ana, moved, { stream_id: to.id, ...QUIET });
    await ana.ok('DELETE', `messages/${deleted}`);
    await expectFreshSnapshot(queue);
    const removal = { type: 'update_message_flags', op: 'remove', flag: 'starred' };
    expect(queue.seen).toMatchObject([
      { ...removal, messages: [moved] },
      { ...removal, messages: [deleted] },
    ]);
  });

  it('send no new topic name to followers who left the channel', async () => {
    const { name, id } = await newChannel(world, [ana, ben], PRIVATE);
    const first = await ana.send(name, 'merger', 'x');
    await ben.ok('POST', 'user_topics', { stream_id: id, topic: 'merger', visibility_policy: 3 });
    await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    const queue = await ben.register();
    await move(world.owner, first, { topic: 'merger with Acme', propagate_mode: 'change_all', ...QUIET });
    expect(JSON.stringify(await queue.drain())).not.toContain('Acme');
    const { state } = await ben.register({ fetch_event_types: ['user_topic'] });
    expect(JSON.stringify(state)).not.toContain('Acme');
  });

  it('send events for all messages of a user after a move, gained or kept', async () => {
    const { name } = await newChannel(world, [ana], PROTECTED);
    const target = await newChannel(world, [ana, ben], PROTECTED);
    const early = await ana.send(name, 'together', 'before ben came');
    await world.owner.subscribe(name, { principals: [ben.id] });
    const late = await ana.send(name, 'together', 'after that');
    const queue = await ben.register();
    await move(world.owner, early, { stream_id: target.id, propagate_mode: 'change_all', ...QUIET });
    const events = await queue.drain();
    const told = events.flatMap(({ type, message_ids }) =>
      type === 'update_message' ? (message_ids as number[]) : [],
    );
    expect(told).toEqual([early, late]);
  });
});
