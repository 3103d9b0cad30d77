import { Moves } from '@app/messaging';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

describe('the topics of a channel', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  /** Without the topic of the notification bot. */
  const topics = async (person: Person, id: number, parameters = {}) =>
    ((await person.ok('GET', `users/me/${id}/topics`, parameters)).topics as { name: string; max_id: number }[]).filter(
      ({ name }) => name !== 'channel events',
    );
  const made = async (name: string, parameters = {}): Promise<number> => {
    await ana.subscribe(name, parameters);
    return (await ana.ok('GET', 'get_stream_id', { stream: name })).stream_id as number;
  };

  it('are listed newest first, in the spelling of the newest message of each', async () => {
    const id = await made('lunch');
    await ana.send(id, 'Soup', 'one');
    const salad = await ana.send(id, 'salad', 'two');
    await ana.send(id, 'SOUP', 'three');
    const soup = await bo.send(id, 'soup', 'four');
    const resolved = await ana.send(id, '✔ tea', 'five');
    expect(await topics(bo, id)).toEqual([
      { name: '✔ tea', max_id: resolved },
      { name: 'soup', max_id: soup },
      { name: 'salad', max_id: salad },
    ]);
  });

  it('are an empty list without messages', async () => {
    expect(await topics(ana, await made('silence'))).toEqual([]);
  });

  it('list the empty topic under its display name for older clients', async () => {
    const id = await made('loose');
    const max_id = await ana.send(id, '', 'no topic');
    const other = await ana.send(id, 'a topic', 'with one');
    const rest = { name: 'a topic', max_id: other };
    expect(await topics(ana, id)).toEqual([rest, { name: 'general chat', max_id }]);
    expect(await topics(ana, id, { allow_empty_topic_name: false })).toEqual([rest, { name: 'general chat', max_id }]);
    expect(await topics(ana, id, { allow_empty_topic_name: true })).toEqual([rest, { name: '', max_id }]);
  });

  it('of a private channel with shared history are all listed for later subscribers', async () => {
    const id = await made('board', { invite_only: true, history_public_to_subscribers: true });
    const max_id = await ana.send(id, 'before bo', 'text');
    await ana.subscribe('board', { principals: [bo.id] });
    expect(await topics(bo, id)).toEqual([{ name: 'before bo', max_id }]);
  });

  describe('of a channel with protected history', () => {
    it('are those of the messages that the user received', async () => {
      const id = await made('secrets', { invite_only: true, history_public_to_subscribers: false });
      await ana.send(id, 'before', 'unseen');
      await ana.send(id, 'BOTH', 'unseen');
      await ana.subscribe('secrets', { principals: [bo.id] });
      const both = await ana.send(id, 'both', 'seen');
      const seen = await ana.send(id, 'between', 'seen');
      expect(await topics(bo, id)).toEqual([
        { name: 'between', max_id: seen },
        { name: 'both', max_id: both },
      ]);
      expect((await topics(ana, id)).map(({ name }) => name)).toEqual(['between', 'both', 'before']);
    });

    it('omit messages sent between two subscriptions, and give the newest received id', async () => {
      const id = await made('intervals', { invite_only: true, history_public_to_subscribers: false });
      await ana.subscribe('intervals', { principals: [bo.id] });
      const first = await ana.send(id, 'Plan', 'seen');
      await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['intervals'] });
      await ana.send(id, 'plan', 'unseen');
      await ana.send(id, 'absence', 'unseen');
      await ana.subscribe('intervals', { principals: [bo.id] });
      expect(await topics(bo, id)).toEqual([{ name: 'Plan', max_id: first }]);
    });

    it('omit messages sent during deactivation', async () => {
      const id = await made('leave', { invite_only: true, history_public_to_subscribers: false });
      const cyd = await world.member('cyd');
      await ana.subscribe('leave', { principals: [cyd.id] });
      const seen = await ana.send(id, 'there', 'seen');
      const away = await ana.send(id, 'away', 'unseen');
      await world.sql('INSERT INTO inactive_period (user_id, from_position, to_position) VALUES ($1, $2, $3)', [
        cyd.id,
        seen,
        away + 1,
      ]);
      expect(await topics(cyd, id)).toEqual([{ name: 'there', max_id: seen }]);
    });

    it('include moved messages of any age', async () => {
      const [origin, id] = [
        await made('sketches'),
        await made('drafts', { invite_only: true, history_public_to_subscribers: false }),
      ];
      const sent = await ana.send(origin, 'Ideas', 'long ago');
      const stays = await ana.send(id, 'before bo', 'unseen');
      await ana.subscribe('drafts', { principals: [bo.id] });
      const actor = { userId: ana.id, organizationId: world.organizationId, role: 400, permissionVersion: 0 } as never;
      const move = { messageIds: [sent], channelId: id as never, topic: null };
      await world.service(Moves).move(actor, move);
      expect(await topics(bo, id)).toEqual([{ name: 'Ideas', max_id: sent }]);
      expect((await topics(ana, id)).map(({ max_id }) => max_id)).toEqual([stays, sent]);
      expect(await topics(ana, origin)).toEqual([]);
    });

    it('are not listed for an administrator without a subscription', async () => {
      const id = await made('closed', { invite_only: true, history_public_to_subscribers: false });
      await ana.send(id, 'hidden', 'text');
      const absent = await world.owner.get('users/me/999999/topics');
      const { status, body } = await world.owner.get(`users/me/${id}/topics`);
      expect([status, body]).toEqual([absent.status, absent.body]);
    });
  });

  it('of an archived channel stay readable', async () => {
    const id = await made('old times');
    const max_id = await ana.send(id, 'memories', 'text');
    await world.sql('UPDATE channel SET is_archived = true WHERE id = $1', [id]);
    expect(await topics(ana, id)).toEqual([{ name: 'memories', max_id }]);
  });

  describe('answer alike for unknown and unreadable channels', () => {
    const refusal = { result: 'error', msg: 'Invalid channel ID', code: 'BAD_REQUEST' };

    it('to a member', async () => {
      const id = await made('inner', { invite_only: true });
      for (const path of [id, 999_999, '99999999999999999999', 'x', '-1', '1.5']) {
        const { status, body } = await bo.get(`users/me/${path}/topics`);
        expect([path, status, body]).toEqual([path, 400, refusal]);
      }
    });

    it('to a guest who is not subscribed, for public channels too', async () => {
      const id = await made('for members');
      expect((await gus.get(`users/me/${id}/topics`)).body).toEqual(refusal);
      await ana.subscribe('for members', { principals: [gus.id] });
      expect(await topics(gus, id)).toEqual([]);
    });

    it('to a former subscriber', async () => {
      const id = await made('rotating', { invite_only: true });
      await ana.subscribe('rotating', { principals: [bo.id] });
      await ana.send(id, 'seen', 'text');
      expect(await topics(bo, id)).toHaveLength(1);
      await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['rotating'] });
      expect((await bo.get(`users/me/${id}/topics`)).body).toEqual(refusal);
    });

    it('to another organization', async () => {
      const id = await made('ours');
      await world.sql('UPDATE channel SET organization_id = organization_id WHERE id = $1', [id]);
      await ana.send(id, 't', 'text');
      const [{ id: other }] = await world.sql<{ id: number }>(
        `INSERT INTO organization (name, host) VALUES ('Other', 'other.example.org') RETURNING id::int`,
      );
      await world.sql('UPDATE channel SET organization_id = $2 WHERE id = $1', [id, other]);
      expect((await ana.get(`users/me/${id}/topics`)).body).toEqual(refusal);
    });
  });

  describe('for spectators', () => {
    const read = async (id: unknown) => {
      const { status, headers, body } = await world.request('GET', `users/me/${String(id)}/topics`);
      return { status, challenge: headers.get('www-authenticate'), body };
    };
    const refused = {
      status: 401,
      challenge: expect.stringContaining('Basic') as string,
      body: expect.objectContaining({ result: 'error', code: 'UNAUTHORIZED' }) as object,
    };
    let open: number;
    beforeAll(async () => {
      await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
      await world.owner.subscribe('open to the web', { is_web_public: true });
      open = await world.owner.channelId('open to the web');
      await world.owner.send(open, 'Welcome', 'text');
    });

    it('are listed for web-public channels', async () => {
      const { status, body } = await read(open);
      expect([status, (body.topics as { name: string }[])[0].name]).toEqual([200, 'Welcome']);
    });

    it('answer alike for all other channels', async () => {
      const others = [await made('for us'), await made('for few', { invite_only: true }), 999_999];
      for (const id of others) expect(await read(id)).toEqual(refused);
    });

    it('are refused once the channel is archived or the organization disables spectators', async () => {
      await world.sql('UPDATE channel SET is_archived = true WHERE id = $1', [open]);
      expect(await read(open)).toEqual(refused);
      await world.sql('UPDATE channel SET is_archived = false WHERE id = $1', [open]);
      expect((await read(open)).status).toBe(200);
      await world.owner.ok('PATCH', 'realm', { enable_spectator_access: false });
      expect(await read(open)).toEqual(refused);
    });

    it('are refused with wrong credentials', async () => {
      await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
      const wrong = `Basic ${Buffer.from('olivia@example.org:wrong').toString('base64')}`;
      expect((await world.request('GET', `users/me/${open}/topics`, {}, wrong)).status).toBe(401);
    });
  });

  it('reject an invalid switch', async () => {
    const id = await made('strict');
    const { status, body } = await ana.get(`users/me/${id}/topics`, { allow_empty_topic_name: 1 });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
