import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

const EMPTY_NAME = 'general chat';

describe('the topics policy at a send', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());
  afterEach(() => organization('allow_empty_topic'));

  const organization = (topics_policy: string) => world.owner.ok('PATCH', 'realm', { topics_policy });
  let made = 0;
  const channel = async (topics_policy: string): Promise<number> => {
    const name = `channel ${++made}`;
    await ana.subscribe(name, { topics_policy });
    return (await ana.ok('GET', 'get_stream_id', { stream: name })).stream_id as number;
  };
  const send = (to: number, topic: string): Promise<ApiResponse> =>
    ana.post('messages', { type: 'stream', to, topic, content: 'text' });
  const stored = async ({ body }: ApiResponse): Promise<string> => {
    const [{ topic }] = await world.sql<{ topic: string }>('SELECT topic FROM message WHERE id = $1', [body.id]);
    return topic;
  };

  const EMPTY = ['', '   ', '(no topic)', EMPTY_NAME];
  const required = {
    result: 'error',
    msg: `A topic is required in this channel: '${EMPTY_NAME}' is not available`,
    code: 'BAD_REQUEST',
    empty_topic_display_name: EMPTY_NAME,
  };
  const unwanted = {
    result: 'error',
    msg: `Only the '${EMPTY_NAME}' topic is allowed in this channel`,
    code: 'BAD_REQUEST',
    empty_topic_display_name: EMPTY_NAME,
  };

  it.each([
    ['inherit', 'allow_empty_topic'],
    ['allow_empty_topic', 'allow_empty_topic'],
    ['allow_empty_topic', 'disable_empty_topic'],
  ])('%s accepts the empty topic and others where the organization says %s', async (policy, organizations) => {
    const id = await channel(policy);
    await organization(organizations);
    for (const topic of EMPTY) expect(await stored(await send(id, topic))).toBe('');
    expect(await stored(await send(id, 'a topic'))).toBe('a topic');
  });

  it.each([
    ['inherit', 'disable_empty_topic'],
    ['disable_empty_topic', 'allow_empty_topic'],
    ['disable_empty_topic', 'disable_empty_topic'],
  ])('%s rejects the empty topic where the organization says %s', async (policy, organizations) => {
    const id = await channel(policy);
    await organization(organizations);
    for (const topic of EMPTY) {
      const { status, body } = await send(id, topic);
      expect([status, body]).toEqual([400, required]);
    }
    expect(await stored(await send(id, 'a topic'))).toBe('a topic');
  });

  it.each(['allow_empty_topic', 'disable_empty_topic'])(
    'empty_topic_only rejects every other topic where the organization says %s',
    async (organizations) => {
      const id = await channel('empty_topic_only');
      await organization(organizations);
      const { status, body } = await send(id, 'a topic');
      expect([status, body]).toEqual([400, unwanted]);
      for (const topic of EMPTY) expect(await stored(await send(id, topic))).toBe('');
    },
  );

  it('empty_topic_only cannot be set while a notice is in a topic with a name', async () => {
    const id = await channel('inherit');
    const change = () => world.owner.patch(`streams/${id}`, { topics_policy: 'empty_topic_only' });
    expect((await change()).body).toHaveProperty('empty_topic_display_name');
    const [{ messageId }] = await world.sql<{ messageId: number }>(
      'SELECT id::int AS "messageId" FROM message WHERE channel_id = $1',
      [id],
    );
    const move = { topic: '', propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await world.owner.ok('PATCH', `messages/${messageId}`, move);
    expect((await change()).status).toBe(200);
  });

  it('requires a topic where only the empty one is allowed', async () => {
    const id = await channel('empty_topic_only');
    const { status, body } = await ana.post('messages', { type: 'stream', to: id, content: 'text' });
    expect([status, body]).toEqual([400, { result: 'error', msg: 'Missing topic', code: 'BAD_REQUEST' }]);
  });

  it('stores nothing of a refused message', async () => {
    const id = await channel('disable_empty_topic');
    const queue = await ana.register({ event_types: ['message'] });
    await send(id, '');
    expect(await queue.drain()).toEqual([]);
    const { messages } = await ana.ok('GET', 'messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [
        { operator: 'sender', operand: ana.id },
        { operator: 'channel', operand: id },
      ],
    });
    expect(messages).toEqual([]);
  });
});
