import { Person as Account, Parameters, Person } from '../support/person';
import { createOtherOrganization } from '../support/other-organization';
import { World } from '../support/world';

const ABSENT = { result: 'error', code: 'BAD_REQUEST', msg: 'Invalid message(s)' };
const TADA = { emoji_name: 'tada' };

describe('mistakes about reactions, widgets and receipts', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let bot: Person;
  let foreignId: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ana.subscribe('board', { invite_only: true });
    await ana.subscribe('office', { principals: [ana.id, ben.id] });
    const { channelId, userId } = await createOtherOrganization(world);
    const [foreign] = await world.sql<{ id: number }>(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, id, 't', $2, 'x', 'x', 1, 'x', now()
       FROM channel WHERE id = $1 RETURNING id::int`,
      [channelId, userId],
    );
    foreignId = foreign.id;
    const { api_key: key, user_id: id } = await ana.ok('POST', 'bots', { full_name: 'Robot', short_name: 'robot' });
    const { bots } = await ana.ok('GET', 'bots');
    bot = new Account(world, id as number, (bots as { username: string }[])[0].username, 'Robot', key as string);
  });
  afterAll(() => world.stop());

  const questions: [string, (id: number) => ['GET' | 'POST' | 'DELETE', string, Parameters]][] = [
    ['reacting', (id) => ['POST', `messages/${id}/reactions`, TADA]],
    ['taking a reaction back', (id) => ['DELETE', `messages/${id}/reactions`, TADA]],
    ['reading read receipts', (id) => ['GET', `messages/${id}/read_receipts`, {}]],
    ['adding to a widget', (id) => ['POST', 'submessage', { message_id: id, msg_type: 'widget', content: '{}' }]],
    ['typing over it', (id) => ['POST', `messages/${id}/typing`, { op: 'start' }]],
  ];

  it.each(questions)('1, 2, 14: %s reveals nothing of an unreadable message', async (_, request) => {
    const hidden = [await ana.send('board', 't', '/poll'), await ana.sendTo([world.owner], 'x')];
    for (const id of [...hidden, foreignId, 987_654, Number.MAX_SAFE_INTEGER]) {
      const [method, path, parameters] = request(id);
      const { status, body } = await world.request(method, path, parameters, ben.authorization);
      expect([status, body]).toEqual([400, ABSENT]);
    }
  });

  it('3, 4: a former subscriber of a private channel receives no reactions there, and cannot react', async () => {
    await ana.subscribe('board', { principals: [ben.id] });
    const id = await ana.send('board', 't', '/poll');
    const queue = await ben.register();
    await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['board'] });
    await ana.ok('POST', `messages/${id}/reactions`, TADA);
    const content = '{"type": "vote", "key": "canned,0", "vote": 1}';
    await ana.ok('POST', 'submessage', { message_id: id, msg_type: 'widget', content });
    await ana.ok('POST', 'typing', {
      op: 'start',
      type: 'channel',
      stream_id: await ana.channelId('board'),
      topic: 't',
    });
    const types = (await queue.drain()).map(({ type }) => type);
    expect(types.filter((type) => ['reaction', 'submessage', 'typing'].includes(type))).toEqual([]);
    expect((await ben.post(`messages/${id}/reactions`, TADA)).body).toEqual(ABSENT);
  });

  it('5: under protected history a user cannot react to earlier messages, and receives no events of them', async () => {
    await ana.subscribe('vault', { invite_only: true, history_public_to_subscribers: false });
    const id = await ana.send('vault', 't', 'x');
    await ana.subscribe('vault', { principals: [ben.id] });
    expect((await ben.post(`messages/${id}/reactions`, TADA)).body).toEqual(ABSENT);
    expect((await ben.get(`messages/${id}/read_receipts`)).body).toEqual(ABSENT);
  });

  it('7: a bot sends where its owner may, and nowhere else', async () => {
    const write = (to: string) => bot.post('messages', { type: 'channel', to, topic: 't', content: 'x' });
    expect((await write('board')).status).toBe(200);
    await world.owner.subscribe('cellar', { invite_only: true });
    expect((await write('cellar')).body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'cellar' });
    const onlyOwner = { direct_members: [world.owner.id], direct_subgroups: [] };
    await world.owner.subscribe('news', { can_send_message_group: onlyOwner });
    expect((await write('news')).body.msg).toBe('You do not have permission to post in this channel.');
    const onlyAna = { direct_members: [ana.id], direct_subgroups: [] };
    await world.owner.subscribe('diary', { can_send_message_group: onlyAna });
    expect((await write('diary')).status).toBe(200);
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['board'] });
    expect((await write('board')).body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
  });

  it('notifies the owner of a bot that sends to an unknown channel, and not each time', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    const write = () => bot.post('messages', { type: 'channel', to: 'no *such* channel', topic: 't', content: 'x' });
    await world.sql('DELETE FROM lost_bot');
    for (const _ of [1, 2]) {
      expect((await write()).body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'no *such* channel' });
    }
    const told = async () => (await queue.drain()).map(({ message }) => (message as { content: string }).content);
    const [first, ...more] = await told();
    expect(first).toContain('`no *such* channel`');
    expect(more).toEqual([]);
    await world.sql("UPDATE lost_bot SET told_at = told_at - interval '301 seconds'");
    await write();
    expect(await told()).toHaveLength(1);
    await ana.post('messages', { type: 'channel', to: 'no *such* channel', topic: 't', content: 'x' });
    expect(await told()).toEqual([]);
  });

  it('15: a deactivated user can do nothing, and is in no receipt', async () => {
    const cay = await world.member('cay');
    await cay.subscribe('office');
    const id = await ana.send('office', 't', 'x');
    await cay.ok('POST', 'messages/flags', { op: 'add', flag: 'read', messages: [id] });
    await cay.ok('POST', `messages/${id}/reactions`, TADA);
    await world.owner.ok('DELETE', `users/${cay.id}`);
    expect((await cay.post(`messages/${id}/reactions`, { emoji_name: 'smile' })).body.code).toBe('USER_DEACTIVATED');
    expect((await ana.ok('GET', `messages/${id}/read_receipts`)).user_ids).toEqual([]);
    expect((await ana.ok('GET', `messages/${id}`)).message).toMatchObject({ reactions: [{ user_id: cay.id }] });
    expect((await ana.post('typing', { op: 'start', to: [cay.id] })).status).toBe(400);
  });

  it('13: reactions and widgets are deleted with their message', async () => {
    const id = await ana.send('office', 't', '/poll x');
    await ana.ok('POST', `messages/${id}/reactions`, TADA);
    await world.owner.ok('DELETE', `messages/${id}`);
    const left = await world.sql(
      'SELECT message_id FROM reaction WHERE message_id = $1 UNION ALL SELECT message_id FROM submessage WHERE message_id = $1',
      [id],
    );
    expect(left).toEqual([]);
  });

  it('25: concurrent reactions are all stored, once', async () => {
    const id = await ana.send('office', 't', 'x');
    const names = ['tada', 'smile', '+1', 'thumbs_up'];
    const answers = await Promise.all(
      [ana, ben].flatMap((person) =>
        names.map((emoji_name) => person.post(`messages/${id}/reactions`, { emoji_name })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const { reactions } = (await ana.ok('GET', `messages/${id}`)).message as {
      reactions: { user_id: number; emoji_code: string; emoji_name: string }[];
    };
    expect(new Set(reactions.map(({ user_id, emoji_code }) => `${user_id} ${emoji_code}`)).size).toBe(6);
    expect(new Set(reactions.map(({ emoji_code, emoji_name }) => `${emoji_code} ${emoji_name}`)).size).toBe(3);
  });
});
