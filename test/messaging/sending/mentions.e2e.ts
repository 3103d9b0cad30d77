import type { Person } from '../../support/person';
import { fetchMessage, flagsOf } from '../../support/reading';
import { World } from '../../support/world';

describe('mentions', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cleo: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, cleo] = [await world.member('ana'), await world.member('ben'), await world.member('cleo')];
    await ana.subscribe('general');
    await ben.subscribe('general');
    await cleo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
  });
  afterAll(() => world.stop());

  it('flag the message for mentioned users who receive it, and for no others', async () => {
    const id = await ana.send('general', 't', `Hello @**Ben Example**, @**Cleo Example** and @_**Olivia Owner**`);
    expect(await flagsOf(ben, id)).toEqual(['mentioned']);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    expect((await fetchMessage(ben, id)).content).toContain(`data-user-id="${ben.id}"`);
    const rows = await world.sql<{ user_id: string }>('SELECT user_id FROM message_flag WHERE message_id = $1', [id]);
    expect(rows.map(({ user_id }) => Number(user_id))).toEqual([ben.id]);
  });

  it('of the whole channel are stored in the message without rows', async () => {
    const id = await ana.send('general', 't', '@**all** hello');
    expect(await flagsOf(ben, id)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
    expect(await world.sql('SELECT FROM message_flag WHERE message_id = $1', [id])).toEqual([]);
  });

  it('of a topic flag the message for its participants', async () => {
    await ben.send('general', 'Roof', 'it leaks');
    const id = await ana.send('general', 'roof', '@**topic** any news?');
    expect(await flagsOf(ben, id)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await flagsOf(world.owner, id)).toEqual([]);
  });

  it('of system groups are allowed only silently', async () => {
    const message = { type: 'channel', to: 'general', topic: 't' };
    const { status, body } = await ana.post('messages', { ...message, content: '@*role:members*' });
    expect([status, body.msg]).toEqual([400, "You are not allowed to mention user group 'role:members'."]);
    const { id } = await ana.ok('POST', 'messages', { ...message, content: '@_*role:members*' });
    expect(await flagsOf(ben, id as number)).toEqual([]);
  });

  it('of a group flag the message for members who receive it', async () => {
    const [group] = await world.sql<{ id: string }>(
      `INSERT INTO user_group (organization_id, name) VALUES ($1, 'builders') RETURNING id`,
      [world.organizationId],
    );
    await world.sql('INSERT INTO user_group_member SELECT $1, unnest($2::bigint[])', [group.id, [ben.id, cleo.id]]);
    await world.sql('UPDATE organization SET permission_version = permission_version + 1');
    const id = await ana.send('general', 't', '@*builders* wake up');
    expect(await flagsOf(ben, id)).toEqual(['mentioned']);
    expect(await flagsOf(cleo, id)).toEqual(['historical', 'read']);
  });

  it('of all users in a large channel require a permission', async () => {
    await ana.subscribe('crowd');
    await world.sql(
      `INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT 100000 + n, c.id, nextval('message_id_seq') FROM channel c, generate_series(1, 15) n WHERE c.name = 'crowd'`,
    );
    const message = { type: 'channel', to: 'crowd', topic: 't', content: '@**everyone**' };
    expect((await ana.post('messages', message)).body).toMatchObject({
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      msg: 'You do not have permission to use channel wildcard mentions in this channel.',
    });
    expect((await world.owner.post('messages', message)).status).toBe(200);
    expect((await ana.post('messages', { ...message, content: '@_**everyone**' })).status).toBe(200);
  });

  it('of all users in a busy topic require a permission', async () => {
    await world.sql(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), $1, c.id, 'Busy', 100000 + n, '', '', 1, '', now()
       FROM channel c, generate_series(1, 16) n WHERE c.name = 'general'`,
      [world.organizationId],
    );
    const message = { type: 'channel', to: 'general', topic: 'busy', content: '@**topic**' };
    expect((await ana.post('messages', message)).body.code).toBe('TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    expect((await ana.post('messages', { ...message, topic: 'calm' })).status).toBe(200);
  });
});
