import { logOf } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Body, Parameters, Person } from '../../support/person';
import { Person as Account } from '../../support/person';
import { World } from '../../support/world';

describe('Bots', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let admin: Person;
  let made = 0;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo, admin] = [await world.member('ana'), await world.member('bo'), await world.admin('ada')];
    await ana.subscribe('builds');
  });
  afterAll(() => world.stop());

  const named = () => {
    made++;
    return { full_name: `Robot ${made}`, short_name: `robot${made}` };
  };
  const make = async (owner: Person, parameters: Parameters = {}): Promise<Account & { made: Body }> => {
    const names = { ...named(), ...parameters };
    const body = await owner.ok('POST', 'bots', names);
    const email = `${names.short_name}-bot@parley.invalid`;
    const bot = new Account(world, body.user_id as number, email, names.full_name, body.api_key as string);
    return Object.assign(bot, { made: body });
  };
  const ownBots = async (person: Person) => (await person.ok('GET', 'bots')).bots as Record<string, unknown>[];
  const managed = async (person: Person) =>
    ((await person.register({ fetch_event_types: ['realm_bot'] })).state.realm_bots as { user_id: number }[]).map(
      ({ user_id }) => user_id,
    );

  describe('creating a bot', () => {
    it('returns a bot with address, key and role, owned by the creator', async () => {
      const bot = await make(ana);
      expect(bot.made).toEqual({
        result: 'success',
        msg: '',
        user_id: bot.id,
        api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        avatar_url: expect.stringMatching(/^https:|^\/user_avatars\//),
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      });
      const me = await bot.ok('GET', 'users/me');
      expect(me).toMatchObject({
        user_id: bot.id,
        email: bot.email,
        delivery_email: bot.email,
        full_name: bot.fullName,
        is_bot: true,
        bot_type: 1,
        bot_owner_id: ana.id,
        role: 400,
        is_active: true,
      });
      expect(me).not.toHaveProperty('profile_data');
      const [entry] = await logOf(world.owner, { action: 'created' });
      expect(entry).toMatchObject({
        actor_id: ana.id,
        object_type: 'user',
        object_id: bot.id,
        after: { role: 400, bot_type: 1, bot_owner_id: ana.id },
      });
    });

    it('lists bots only for their owner', async () => {
      const bot = await make(bo, { default_sending_stream: 'builds', default_all_public_streams: true });
      const listed = (await ownBots(bo)).find(({ user_id }) => user_id === bot.id);
      expect(listed).toEqual({
        user_id: bot.id,
        username: bot.email,
        full_name: bot.fullName,
        bot_type: 1,
        api_key: bot.key,
        avatar_url: bot.made.avatar_url,
        default_sending_stream: 'builds',
        default_events_register_stream: null,
        default_all_public_streams: true,
      });
      for (const other of [ana, admin])
        expect((await ownBots(other)).map(({ user_id }) => user_id)).not.toContain(bot.id);
    });

    it('tells all users of the account, and the owner and administrators of the bot', async () => {
      const queues = await Promise.all([ana, admin, bo].map((person) => person.register()));
      const bot = await make(ana, { default_events_register_stream: 'Builds' });
      for (const queue of queues) {
        const told = await queue.until(({ type, op }) => type === 'realm_user' && op === 'add');
        expect(told.person).toMatchObject({ user_id: bot.id, is_bot: true, bot_owner_id: ana.id, bot_type: 1 });
        await expectFreshSnapshot(queue);
      }
      const [own, admins, others] = queues.map(({ seen }) => seen.filter(({ type }) => type === 'realm_bot'));
      expect(own).toEqual([
        {
          type: 'realm_bot',
          op: 'add',
          id: expect.any(Number),
          bot: {
            user_id: bot.id,
            full_name: bot.fullName,
            email: bot.email,
            bot_type: 1,
            api_key: bot.key,
            is_active: true,
            avatar_url: bot.made.avatar_url,
            owner_id: ana.id,
            default_sending_stream: null,
            default_events_register_stream: 'builds',
            default_all_public_streams: false,
            services: [],
          },
        },
      ]);
      expect(admins.map(({ bot: one }) => one)).toEqual(own.map(({ bot: one }) => one));
      expect(others).toEqual([]);
    });

    it.each([
      [{ full_name: 'x' }, 'The name is too short'],
      [{ full_name: 'Bad *name*' }, 'The name has invalid characters'],
      [{ short_name: '' }, 'Bad name or username'],
      [{ short_name: 'two words' }, 'Bad name or username'],
      [{ short_name: 'x@y' }, 'Bad name or username'],
      [{ short_name: 'notification' }, 'Username already in use'],
      [{ bot_type: 3 }, 'Invalid bot type'],
      [{ bot_type: 0 }, 'Invalid bot type'],
      [{ bot_type: 'generic' }, 'bot_type is not valid JSON'],
      [{ full_name: 'Ana Example' }, 'Name is already in use'],
      [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
      [{ default_events_register_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
    ])('rejects %j', async (wrong, message) => {
      const before = await world.sql('SELECT count(*) FROM user_account');
      const { status, body } = await ana.post('bots', { ...named(), ...wrong });
      expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', message]);
      expect(await world.sql('SELECT count(*) FROM user_account')).toEqual(before);
    });

    it('rejects names and addresses that are taken', async () => {
      const bot = await make(ana);
      const { short_name } = { short_name: bot.email.replace('-bot@parley.invalid', '') };
      const again = await bo.post('bots', { ...named(), short_name: short_name.toUpperCase() });
      expect(again.body.msg).toBe('Username already in use');
      const namesake = await bo.post('bots', { ...named(), full_name: bot.fullName.toUpperCase() });
      expect(namesake.body.msg).toBe('Name is already in use');
      await ana.ok('DELETE', `bots/${bot.id}`);
      expect((await bo.post('bots', { ...named(), full_name: bot.fullName })).status).toBe(200);
    });

    it('rejects default channels that the owner cannot read', async () => {
      await bo.subscribe('bo only', { invite_only: true });
      const refused = await ana.post('bots', { ...named(), default_sending_stream: 'bo only' });
      const absent = await ana.post('bots', { ...named(), default_sending_stream: 'no such' });
      expect(refused.body.msg.replace('bo only', 'no such')).toBe(absent.body.msg);
      expect((await bo.post('bots', { ...named(), default_sending_stream: 'bo only' })).status).toBe(200);
    });
  });

  describe('the permission to create bots', () => {
    const groups = async (): Promise<Record<string, number>> => {
      const { user_groups } = await ana.ok('GET', 'user_groups');
      return Object.fromEntries((user_groups as { name: string; id: number }[]).map(({ name, id }) => [name, id]));
    };
    const allow = (settings: Record<string, number>) =>
      world.owner.ok(
        'PATCH',
        'realm',
        Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, { new: value }])),
      );

    it('is the setting of the organization, with one of its own for bots that only send', async () => {
      const { 'role:administrators': administrators, 'role:members': members } = await groups();
      await allow({ can_create_bots_group: administrators, can_create_write_only_bots_group: members });
      expect((await ana.post('bots', named())).body).toMatchObject({ code: 'BAD_REQUEST' });
      expect((await ana.post('bots', { ...named(), bot_type: 2 })).status).toBe(200);
      expect((await admin.post('bots', named())).status).toBe(200);
      await allow({ can_create_bots_group: administrators, can_create_write_only_bots_group: administrators });
      expect((await ana.post('bots', { ...named(), bot_type: 2 })).status).toBe(400);
      await allow({ can_create_bots_group: members, can_create_write_only_bots_group: administrators });
      expect((await ana.post('bots', { ...named(), bot_type: 2 })).status).toBe(200);
      await allow({ can_create_write_only_bots_group: members });
    });

    it('is never given to guests and bots', async () => {
      const guest = await world.guest('gus');
      expect((await guest.post('bots', named())).body).toMatchObject({ code: 'BAD_REQUEST' });
      const bot = await make(ana);
      expect((await bot.post('bots', named())).body).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'This is not for bots',
      });
    });
  });

  describe('keys of bots', () => {
    it('are shown to the users who manage the bot, who can regenerate them', async () => {
      const bot = await make(ana);
      for (const person of [ana, admin])
        expect((await person.ok('GET', `bots/${bot.id}/api_key`)).api_key).toBe(bot.key);
      const queues = await Promise.all([ana, admin, bo].map((person) => person.register()));
      const { api_key: key } = await ana.ok('POST', `bots/${bot.id}/api_key/regenerate`);
      expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
      expect((await bot.get('users/me')).status).toBe(401);
      const basic = `Basic ${Buffer.from(`${bot.email}:${String(key)}`).toString('base64')}`;
      expect((await world.request('GET', 'users/me', {}, basic)).status).toBe(200);
      expect((await ana.ok('GET', `bots/${bot.id}/api_key`)).api_key).toBe(key);
      for (const queue of queues) await expectFreshSnapshot(queue);
      expect(queues.map(({ seen }) => seen.filter(({ type }) => type === 'realm_bot').length)).toEqual([1, 1, 0]);
    });

    it('are stored encrypted with the secret of the server', async () => {
      const bot = await make(ana);
      const rows = await world.sql('SELECT api_key::text FROM api_key WHERE user_id = $1', [bot.id]);
      expect(JSON.stringify(rows)).not.toContain(bot.key);
    });
  });

  it('are not found for bots of other owners, unknown bots and humans', async () => {
    const bot = await make(ana);
    const [foreign] = await world.sql<{ id: number }>('SELECT id::int FROM user_account WHERE is_system_bot');
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/api_key'],
      ['POST', '/api_key/regenerate'],
    ]) {
      for (const id of [bot.id, ana.id, foreign.id, 0, 999_999, 'x', '1e3']) {
        const { status, body } = await world.request(method, `bots/${id}${path}`, {}, bo.authorization);
        expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'No such bot']);
      }
    }
    expect((await bot.get('users/me')).status).toBe(200);
  });

  it('events of bots', async () => {
    const bot = await make(ana);
    expect([await managed(ana), await managed(admin), await managed(world.owner)]).toEqual([
      expect.arrayContaining([bot.id]),
      expect.arrayContaining([bot.id]),
      expect.arrayContaining([bot.id]),
    ]);
    expect([await managed(bo), await managed(bot)].flat()).not.toContain(bot.id);
  });

  it('add bots to the list of a new administrator and remove them with the role', async () => {
    const bot = await make(ana);
    const kim = await world.member('kim');
    const queue = await kim.register();
    await world.setRole(kim, 'admin');
    await expectFreshSnapshot(queue);
    expect(await managed(kim)).toContain(bot.id);
    await world.setRole(kim, 'member');
    await expectFreshSnapshot(queue);
    expect(await managed(kim)).toEqual([]);
  });

  describe('default channels of bots', () => {
    it('are the target of messages without a channel, and the source of events', async () => {
      const bot = await make(ana, { default_sending_stream: 'builds', default_events_register_stream: 'builds' });
      await ana.subscribe('elsewhere');
      const queue = await bot.register({ event_types: ['message'] });
      await ana.send('elsewhere', 'x', 'not for bots');
      const { id } = await bot.ok('POST', 'messages', { type: 'channel', topic: 'done', content: 'number 7' });
      const told = await queue.drain();
      expect(told.map(({ message }) => (message as Body).id)).toEqual([id]);
      expect((told[0].message as Body).display_recipient).toBe('builds');
      expect(
        (await make(ana).then((other) => other.post('messages', { type: 'channel', topic: 'x', content: 'y' }))).status,
      ).toBe(400);
    });

    it('can be all public channels, unless the queue asks for other events', async () => {
      const bot = await make(ana, { default_all_public_streams: true });
      const [queue, narrower] = [
        await bot.register({ event_types: ['message'] }),
        await bot.register({ event_types: ['message'], all_public_streams: false }),
      ];
      const id = await ana.send('builds', 'public', 'for all');
      expect((await queue.drain()).map(({ message }) => (message as Body).id)).toEqual([id]);
      expect(await narrower.drain()).toEqual([]);
    });
  });

  describe('incoming webhook bots', () => {
    it('may send messages and do nothing else', async () => {
      const bot = await make(ana, { bot_type: 2 });
      const message = { type: 'stream', to: 'builds', topic: 'hooks', content: 'done' };
      expect((await bot.post('messages', message)).status).toBe(200);
      for (const [method, path] of [
        ['GET', 'users/me'],
        ['GET', 'messages'],
        ['POST', 'register'],
        ['GET', 'streams'],
        ['DELETE', 'users/me'],
      ]) {
        const { status, body } = await world.request(method, path, {}, bot.authorization);
        expect([path, status, body.msg]).toEqual([path, 400, 'This is not for incoming webhooks']);
      }
    });

    it('receive no events, with or without a queue', async () => {
      const bot = await make(ana, { bot_type: 2 });
      const poll = { queue_id: crypto.randomUUID(), last_event_id: -1, dont_block: true };
      expect((await bot.get('events', poll)).status).toBe(400);
    });
  });
});
