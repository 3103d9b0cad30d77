import type { Event, EventQueue } from '../../support/event-queue';
import type { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const CAPABILITIES = { notification_settings_null: true, stream_typing_notifications: true, empty_topic_name: true };

describe('typing notifications', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let channelId: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await ana.subscribe('office');
    await ben.subscribe('office');
    channelId = await ana.channelId('office');
  });
  afterAll(() => world.stop());

  const type = (person: Person, parameters: Parameters) => person.post('typing', parameters);
  const follow = (person: Person, client_capabilities: object = CAPABILITIES) =>
    person.register({ client_capabilities });
  const told = async (queue: EventQueue): Promise<Event[]> =>
    (await queue.drain()).filter((event) => event.type.startsWith('typing'));

  it.each([['start'], ['stop']])('a direct message sends events to all participants: %s', async (op) => {
    const queues = await Promise.all([ana, ben, world.owner, gus].map((person) => follow(person)));
    expect((await type(ana, { op, to: [ben.id, world.owner.id] })).body).toEqual({ result: 'success', msg: '' });
    const people = [ana, ben, world.owner].sort((one, other) => one.id - other.id);
    const event = {
      id: expect.any(Number),
      type: 'typing',
      op,
      message_type: 'direct',
      sender: { user_id: ana.id, email: expect.any(String) },
      recipients: people.map(({ id }) => ({ user_id: id, email: expect.any(String) })),
    };
    expect(await Promise.all(queues.map(told))).toEqual([[event], [event], [event], []]);
  });

  it('accept the forms that clients send', async () => {
    const queue = await follow(ben);
    for (const form of [{ to: ben.id }, { to: [ben.id], type: 'private' }, { to: [ana.id, ben.id], type: 'direct' }])
      expect((await type(ana, { op: 'start', ...form })).status).toBe(200);
    expect((await told(queue)).map(({ message_type }) => message_type)).toEqual(['direct', 'direct', 'direct']);
    for (const form of [{ stream_id: channelId }, { stream_id: channelId, type: 'channel' }, { to: [channelId] }])
      expect((await type(ana, { type: 'stream', op: 'start', topic: 't', ...form })).status).toBe(200);
    expect((await told(queue)).map(({ stream_id }) => stream_id)).toEqual([channelId, channelId, channelId]);
  });

  it('a channel message sends events to subscribers whose clients support it', async () => {
    const older = { notification_settings_null: true, stream_typing_notifications: true };
    const [own, full, named] = [await follow(ana), await follow(ben), await follow(ben, older)];
    const [deaf, outside] = [await follow(ben, { notification_settings_null: true }), await follow(world.owner)];
    await type(ana, { op: 'start', type: 'channel', stream_id: channelId, topic: 'general chat' });
    const event = {
      id: expect.any(Number),
      type: 'typing',
      op: 'start',
      message_type: 'stream',
      sender: { user_id: ana.id, email: expect.any(String) },
      stream_id: channelId,
      topic: '',
    };
    const shown = [[event], [event], [{ ...event, topic: 'general chat' }], [], []];
    expect(await Promise.all([own, full, named, deaf, outside].map(told))).toEqual(shown);
  });

  it('are not sent in channels with many subscribers', async () => {
    await ana.subscribe('crowd');
    const id = await ana.channelId('crowd');
    const queue = await follow(ana);
    const typed = async () => {
      expect((await type(ana, { op: 'start', type: 'channel', stream_id: id, topic: 't' })).status).toBe(200);
      return told(queue);
    };
    const fill = (from: number, to: number) =>
      world.sql(
        `INSERT INTO subscription_period (user_id, channel_id, from_position)
         SELECT 100000 + n, $1, nextval('message_id_seq') FROM generate_series($2::int, $3::int) n`,
        [id, from, to],
      );
    await fill(1, 99);
    expect(await typed()).toHaveLength(1);
    await fill(100, 100);
    expect(await typed()).toHaveLength(0);
  });

  it('can be disabled by the user', async () => {
    const queue = await follow(ben);
    await ana.ok('PATCH', 'settings', { send_private_typing_notifications: false });
    expect((await type(ana, { op: 'start', to: [ben.id] })).body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'User has disabled typing notifications for direct messages',
    });
    const inChannel = { op: 'start', type: 'channel', stream_id: channelId, topic: 't' };
    expect((await type(ana, inChannel)).status).toBe(200);
    await ana.ok('PATCH', 'settings', {
      send_private_typing_notifications: true,
      send_stream_typing_notifications: false,
    });
    expect((await type(ana, inChannel)).body.msg).toBe('User has disabled typing notifications for channel messages');
    await ana.ok('PATCH', 'settings', { send_stream_typing_notifications: true });
    expect(await told(queue)).toHaveLength(1);
    await ben.ok('PATCH', 'settings', { receives_typing_notifications: false });
    await type(ana, { op: 'start', to: [ben.id] });
    await type(ana, inChannel);
    expect(await told(queue)).toEqual([]);
    await ben.ok('PATCH', 'settings', { receives_typing_notifications: true });
  });

  it('require their parameters', async () => {
    const fault = async (parameters: Parameters) => {
      const { status, body } = await type(ana, { op: 'start', ...parameters });
      expect(status).toBe(400);
      return [body.code, body.msg];
    };
    expect(await fault({ to: [] })).toEqual(['BAD_REQUEST', "Empty 'to' list"]);
    expect(await fault({})).toEqual(['REQUEST_VARIABLE_MISSING', "Missing 'to' argument"]);
    expect(await fault({ type: 'channel', topic: 't' })).toEqual([
      'REQUEST_VARIABLE_MISSING',
      "Missing 'stream_id' argument",
    ]);
    expect(await fault({ type: 'channel', stream_id: channelId })).toEqual([
      'REQUEST_VARIABLE_MISSING',
      "Missing 'topic' argument",
    ]);
    expect(await fault({ to: [ben.id], op: 'pause' })).toEqual(['BAD_REQUEST', 'Invalid op']);
    expect(await fault({ to: [ben.id], type: 'letter' })).toEqual(['BAD_REQUEST', 'Invalid type']);
    expect(await fault({ to: [999_999] })).toEqual(['BAD_REQUEST', 'Invalid user ID 999999']);
    expect(await fault({ type: 'channel', stream_id: channelId, topic: 'a\0b' })).toEqual([
      'BAD_REQUEST',
      'Invalid character in topic, at position 2!',
    ]);
  });

  it('are for users who may send the message', async () => {
    await world.owner.subscribe('board', { invite_only: true });
    const board = await world.owner.channelId('board');
    const queue = await follow(world.owner);
    for (const [person, stream_id] of [
      [ana, board],
      [ana, 999_999],
      [gus, channelId],
    ] as const) {
      const { body } = await type(person, { op: 'start', type: 'channel', stream_id, topic: 't' });
      expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid channel ID' });
    }
    await world.owner.subscribe('news', {
      can_send_message_group: { direct_members: [world.owner.id], direct_subgroups: [] },
    });
    const news = await world.owner.channelId('news');
    const { body } = await type(ana, { op: 'start', type: 'channel', stream_id: news, topic: 't' });
    expect(body.msg).toBe('You do not have permission to post in this channel.');
    const nobody = await nobodyId();
    await world.owner.ok('PATCH', 'realm', { direct_message_permission_group: JSON.stringify({ new: nobody }) });
    expect((await type(ana, { op: 'start', to: [world.owner.id] })).body.msg).toBe(
      'Direct messages are disabled in this organization.',
    );
    const everybody = await groupId('role:everyone');
    await world.owner.ok('PATCH', 'realm', { direct_message_permission_group: JSON.stringify({ new: everybody }) });
    expect(await told(queue)).toEqual([]);
  });

  describe('for a message edit', () => {
    const retype = (person: Person, id: number, op = 'start') => person.post(`messages/${id}/typing`, { op });

    it('are sent to users who would see the change', async () => {
      const [inChannel, direct] = [await ana.send('office', '', 'x'), await ana.sendTo([ben], 'x')];
      const [queue, deaf] = [await follow(ben), await follow(ben, { notification_settings_null: true })];
      for (const id of [inChannel, direct]) expect((await retype(ana, id)).status).toBe(200);
      await retype(ana, direct, 'stop');
      const event = { id: expect.any(Number), type: 'typing_edit_message', op: 'start', sender_id: ana.id };
      const recipient = { type: 'direct', user_ids: [ana.id, ben.id].sort((one, other) => one - other) };
      const directly = [
        { ...event, message_id: direct, recipient },
        { ...event, op: 'stop', message_id: direct, recipient },
      ];
      const inTopic = { type: 'channel', channel_id: channelId, topic: '' };
      expect(await told(queue)).toEqual([{ ...event, message_id: inChannel, recipient: inTopic }, ...directly]);
      expect(await told(deaf)).toEqual(directly);
    });

    it('are for users who may edit it', async () => {
      const id = await ana.send('office', 't', 'x');
      const fault = async (person: Person, messageId = id) => (await retype(person, messageId)).body;
      expect(await fault(ben)).toMatchObject({ msg: "You don't have permission to edit this message" });
      expect(await fault(gus)).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
      expect((await ana.post(`messages/${id}/typing`, { op: 'pause' })).body.msg).toBe('Invalid op');
      await world.sql("UPDATE message SET sent_at = sent_at - interval '1 hour' WHERE id = $1", [id]);
      expect(await fault(ana)).toMatchObject({ msg: 'The time limit for editing this message has passed' });
      await world.owner.ok('PATCH', 'realm', { allow_message_editing: false });
      expect(await fault(ana)).toMatchObject({ msg: 'Your organization has turned off message editing' });
      await world.owner.ok('PATCH', 'realm', { allow_message_editing: true });
      await ana.ok('PATCH', 'settings', { send_stream_typing_notifications: false });
      expect((await fault(ana)).msg).toBe('User has disabled typing notifications for channel messages');
      await ana.ok('PATCH', 'settings', { send_stream_typing_notifications: true });
    });
  });

  const groupId = async (name: string): Promise<number> => {
    const { user_groups } = await world.owner.ok('GET', 'user_groups');
    return (user_groups as { id: number; name: string }[]).find((group) => group.name === name)!.id;
  };
  const nobodyId = () => groupId('role:nobody');
});
