import type { OpenAPIObject } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { ShortDescriptions1767100000000 } from '../../../migrations/35-short-descriptions';
import { query } from '../../support/database-contents';
import { unlimitedParameters } from '../../support/limits';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const KIB = 1024;

/** What one organization, and one user in it, can make others load. */
describe('limits of input', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const refusal = async (sent: Promise<{ status: number; body: { code?: string; msg: string } }>) => {
    const { status, body } = await sent;
    return [status, body.code, body.msg];
  };

  it('exist for every string, list and object of every operation', () => {
    expect(unlimitedParameters(world.contract.document as never as OpenAPIObject)).toEqual([]);
  });

  it('are checked at any depth', () => {
    const schema = { type: 'object', properties: { a: { type: 'array', items: { oneOf: [{ type: 'string' }] } } } };
    const body = { content: { form: { schema: { $ref: '#/components/schemas/Body' } } } };
    const document = { paths: { '/x': { post: { requestBody: body } } }, components: { schemas: { Body: schema } } };
    expect(unlimitedParameters(document as never)).toEqual(['POST /x.a', 'POST /x.a[]']);
  });

  it('exist for descriptions of user groups, which every registration sends', async () => {
    const create = (name: string, length: number) =>
      world.owner.post('user_groups/create', { name, description: 'x'.repeat(length), members: [] });
    expect(await refusal(create('long', 1_025))).toEqual([
      400,
      'BAD_REQUEST',
      'description is too long (limit: 1024 characters)',
    ]);
    const { status, body } = await create('short', 1_024);
    expect(status).toBe(200);
    const change = (length: number) =>
      world.owner.patch(`user_groups/${String(body.group_id)}`, { description: 'x'.repeat(length) });
    expect((await change(1_025)).status).toBe(400);
    expect((await change(1_024)).status).toBe(200);
  });

  it('exist for the topics that a registration sends, also for automatic policies', async () => {
    const eve = await world.member('eve');
    await eve.subscribe('limits');
    const { stream_id: general } = await eve.ok('GET', 'get_stream_id', { stream: 'limits' });
    await eve.ok('POST', 'user_topics', { stream_id: general, topic: 'muted first', visibility_policy: 1 });
    await world.sql(
      `INSERT INTO user_topic SELECT $1, $2, 'followed ' || n, 3, now() + n * interval '1 ms'
       FROM generate_series(1, 20_050) AS n`,
      [eve.id, general],
    );
    const { state } = await eve.register({ fetch_event_types: ['user_topic'] });
    const topics = (state.user_topics as { topic_name: string }[]).map(({ topic_name: topic }) => topic);
    expect([topics.length, topics[0], topics[1], topics.at(-1)]).toEqual([
      20_000,
      'muted first',
      'followed 52',
      'followed 20050',
    ]);
  });

  it('truncate only descriptions that were longer before', async () => {
    const long = ['é'.repeat(5_000), `${'x'.repeat(1_024)}y`, 'short'];
    const made = await Promise.all(
      long.map((_, at) =>
        world.owner.ok('POST', 'user_groups/create', { name: `old${at}`, description: '', members: [] }),
      ),
    );
    const ids = made.map(({ group_id: id }) => id as number);
    for (const [at, id] of ids.entries())
      await world.sql('UPDATE user_group SET description = $2 WHERE id = $1', [id, long[at]]);
    await new ShortDescriptions1767100000000().up(world.service(DataSource).createQueryRunner());
    const kept = await world.sql<{ description: string }>(
      'SELECT description FROM user_group WHERE id = ANY ($1) ORDER BY name',
      [ids],
    );
    expect(kept.map(({ description }) => description)).toEqual(['é'.repeat(1_024), 'x'.repeat(1_024), 'short']);
  });

  it.each([
    ['a text', 'messages/render', { content: 'x'.repeat(100_001) }, 'content is too long (limit: 100000 characters)'],
    ['a word', 'messages/flags', { messages: [1], op: 'x'.repeat(201), flag: 'read' }, /^op is too long/],
    [
      'a list',
      'messages/flags',
      { messages: Array.from({ length: 20_001 }, () => 1), op: 'add', flag: 'read' },
      /^messages is too long/,
    ],
    ['words in a list', 'users/me/alert_words', { alert_words: ['x'.repeat(10_001)] }, /^alert_words\[0\] is too long/],
    [
      'a part of a value of several forms',
      'messages/flags/narrow',
      { anchor: '1', num_before: 1, num_after: 1, op: 'add', flag: 'read', narrow: [['topic', 'x'.repeat(10_001)]] },
      /^narrow is too long/,
    ],
    [
      'a permission',
      'user_groups/create',
      {
        name: 'many',
        description: '',
        members: [],
        can_join_group: { direct_members: Array.from({ length: 20_001 }, () => 1), direct_subgroups: [] },
      },
      /^can_join_group is too long/,
    ],
    [
      'what programs add to a message',
      'messages',
      { type: 'direct', to: [1], content: 'x', widget_content: { x: 'x'.repeat(10 * KIB) } },
      /^widget_content is too long/,
    ],
  ])('reject %s beyond them', async (_, path, parameters, msg) => {
    const answer = await refusal(ana.post(path, parameters as never));
    expect(answer).toEqual([400, 'BAD_REQUEST', msg instanceof RegExp ? expect.stringMatching(msg) : msg]);
  });

  it.each([
    [
      'user groups',
      2_000,
      `INSERT INTO user_group (organization_id, name) SELECT $1, 'g' || i FROM generate_series(1, $2::int) i`,
      'user_groups/create',
      { name: 'one more', description: '', members: [] },
    ],
    [
      'channel folders',
      500,
      `INSERT INTO channel_folder (organization_id, name, position) SELECT $1, 'f' || i, i FROM generate_series(1, $2::int) i`,
      'channel_folders/create',
      { name: 'one more', description: '' },
    ],
    [
      'domains',
      1_000,
      `INSERT INTO organization_domain (organization_id, domain, allow_subdomains)
       SELECT $1, 'd' || i || '.example', false FROM generate_series(1, $2::int) i`,
      'realm/domains',
      { domain: 'more.example', allow_subdomains: false },
    ],
    [
      'default channels',
      500,
      `INSERT INTO channel (organization_id, name, is_default) SELECT $1, 'c' || i, true FROM generate_series(1, $2::int) i`,
      'channels/create',
      { name: 'one more', is_default_stream: true, subscribers: [] },
    ],
  ])('reject more %s than %i in an organization', async (noun, most, fill, path, parameters) => {
    const { organizationId, databaseUrl } = world;
    await query(databaseUrl, fill, [organizationId, most]);
    expect(await refusal(world.owner.post(path, parameters))).toEqual([
      400,
      'BAD_REQUEST',
      `There can be at most ${most} ${noun}`,
    ]);
  });

  it.each([
    [
      'scheduled messages',
      1_000,
      `INSERT INTO scheduled_message (organization_id, sender_id, recipient_ids, content, rendered_content, deliver_at,
                                      is_read_by_sender, client)
       SELECT $1, $3, ARRAY[$3::bigint], 'x', 'x', now() + interval '1 day', false, 'x' FROM generate_series(1, $2::int)`,
      'scheduled_messages',
      () => ({ type: 'direct', to: [ana.id], content: 'x', scheduled_delivery_timestamp: 4_000_000_000 }),
    ],
  ])('reject more %s than %i of a user', async (noun, most, fill, path, parameters) => {
    await query(world.databaseUrl, fill, [world.organizationId, most, ana.id]);
    expect(await refusal(ana.post(path, parameters()))).toEqual([
      400,
      'BAD_REQUEST',
      `There can be at most ${most} ${noun}`,
    ]);
  });
});
