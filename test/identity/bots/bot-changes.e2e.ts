import { SpecialPermissions } from '@app/identity';
import { logOf } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Body, Parameters, Person } from '../../support/person';
import { Person as Account } from '../../support/person';
import { World } from '../../support/world';

describe('changes of bots', () => {
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

  const leaveBotsTo = async (group: string) => {
    const { user_groups } = await world.owner.ok('GET', 'user_groups');
    const { id } = (user_groups as { id: number; name: string }[]).find(({ name }) => name === group)!;
    await world.owner.ok('PATCH', 'realm', { can_create_bots_group: { new: id } });
  };

  describe('updating a bot', () => {
    it('returns the updated bot and sends events to the users who manage it', async () => {
      const bot = await make(ana);
      const queues = await Promise.all([ana, admin, bo].map((person) => person.register()));
      const answer = await ana.ok('PATCH', `bots/${bot.id}`, {
        full_name: 'Renamed Robot',
        default_sending_stream: 'builds',
        default_events_register_stream: 'builds',
        default_all_public_streams: true,
      });
      expect(answer).toEqual({
        result: 'success',
        msg: '',
        full_name: 'Renamed Robot',
        avatar_url: bot.made.avatar_url,
        default_sending_stream: 'builds',
        default_events_register_stream: 'builds',
        default_all_public_streams: true,
        bot_owner: expect.stringContaining('@'),
      });
      for (const queue of queues) await expectFreshSnapshot(queue);
      const changes = queues.map(({ seen }) =>
        seen.filter(({ type }) => type === 'realm_bot').map(({ bot: one }) => one),
      );
      const expected = [
        { user_id: bot.id, full_name: 'Renamed Robot' },
        { user_id: bot.id, default_sending_stream: 'builds' },
        { user_id: bot.id, default_events_register_stream: 'builds' },
        { user_id: bot.id, default_all_public_streams: true },
      ];
      expect(changes).toEqual([expected, expected, []]);
      await ana.ok('PATCH', `bots/${bot.id}`, { default_sending_stream: '', default_all_public_streams: false });
      const listed = (await ownBots(ana)).find(({ user_id }) => user_id === bot.id);
      expect(listed).toMatchObject({ default_sending_stream: null, default_events_register_stream: 'builds' });
    });

    it('changes nothing and sends no event without a difference', async () => {
      const bot = await make(ana);
      const queue = await ana.register();
      await ana.ok('PATCH', `bots/${bot.id}`, { full_name: bot.fullName, bot_owner_id: ana.id, role: 400 });
      await ana.ok('PATCH', `bots/${bot.id}`, { full_name: ' ' });
      expect(await queue.drain()).toEqual([]);
    });

    it('lets administrators of users rename a bot, with an event', async () => {
      const bot = await make(ana);
      const queue = await ana.register();
      await admin.ok('PATCH', `users/${bot.id}`, { full_name: 'By Another Way' });
      const told = await queue.until(({ type }) => type === 'realm_bot');
      expect(told).toMatchObject({ op: 'update', bot: { user_id: bot.id, full_name: 'By Another Way' } });
      await expectFreshSnapshot(queue);
    });

    it('changes the address and the avatar of a bot, with events to its owner and administrators', async () => {
      await world
        .service(SpecialPermissions)
        .grant(world.organizationId, world.owner.id as never, 'can_change_user_emails');
      const bot = await make(ana);
      const queues = await Promise.all([ana, admin].map((person) => person.register({ client_gravatar: false })));
      await world.owner.ok('PATCH', `users/${bot.id}`, { new_email: 'robot@example.net' });
      for (const queue of queues) {
        await expectFreshSnapshot(queue);
        const told = queue.seen.find(({ type }) => type === 'realm_bot')?.bot;
        const { avatar_url } = (await ana.ok('GET', `users/${bot.id}`, { client_gravatar: false })).user as Body;
        expect(told).toEqual({ user_id: bot.id, email: 'robot@example.net', avatar_url });
      }
    });

    it('shows a transferred bot to the new owner and hides it from the former owner', async () => {
      const bot = await make(ana);
      const queues = await Promise.all([ana, bo, admin].map((person) => person.register()));
      const { bot_owner } = await ana.ok('PATCH', `bots/${bot.id}`, { bot_owner_id: bo.id });
      expect(bot_owner).toBe((await ana.ok('GET', `users/${bo.id}`)).user && (await userOf(bo)).email);
      for (const queue of queues) await expectFreshSnapshot(queue);
      const told = queues.map(({ seen }) => seen.filter(({ type }) => type === 'realm_bot').map(({ op }) => op));
      expect(told).toEqual([['delete'], ['add'], ['update']]);
      expect((await ana.patch(`bots/${bot.id}`, { full_name: 'Mine' })).body.msg).toBe('No such bot');
      expect((await userOf(bot)).bot_owner_id).toBe(bo.id);
      const [entry] = await logOf(world.owner, { action: 'changed_owner' });
      expect(entry).toMatchObject({ before: { bot_owner_id: ana.id }, after: { bot_owner_id: bo.id } });
    });

    it('refuses to transfer a bot to bots, guests, deactivated users and users of other organizations', async () => {
      const [bot, other] = [await make(ana), await make(ana)];
      const [guest, gone] = [await world.guest('gert'), await world.member('gone')];
      await world.owner.ok('DELETE', `users/${gone.id}`);
      for (const ownerId of [other.id, guest.id, gone.id, 0, 999_999]) {
        const { status, body } = await ana.patch(`bots/${bot.id}`, { bot_owner_id: ownerId });
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      }
      expect((await userOf(bot)).bot_owner_id).toBe(ana.id);
    });

    it('lets only administrators change the role of a bot, and only owners make it an owner', async () => {
      const bot = await make(ana);
      const own = await ana.patch(`bots/${bot.id}`, { role: 300 });
      expect([own.status, own.body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      await admin.ok('PATCH', `bots/${bot.id}`, { role: 300 });
      expect((await userOf(bot)).role).toBe(300);
      const owners = await admin.patch(`bots/${bot.id}`, { role: 100 });
      expect([owners.status, owners.body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      expect((await admin.patch(`bots/${bot.id}`, { role: 150 })).status).toBe(400);
      await world.owner.ok('PATCH', `bots/${bot.id}`, { role: 100 });
      expect((await userOf(bot)).role).toBe(100);
    });

    it('applies all changes of a request or none', async () => {
      const bot = await make(ana);
      const wish = { full_name: 'Half Done', default_sending_stream: 'nowhere' };
      expect((await ana.patch(`bots/${bot.id}`, wish)).status).toBe(400);
      expect((await userOf(bot)).full_name).toBe(bot.fullName);
    });

    const userOf = async ({ id }: { id: number }) =>
      (await ana.ok('GET', `users/${id}`)).user as Record<string, unknown>;
  });

  describe('a deactivated bot', () => {
    it('cannot act any more, and stays visible to its owner and administrators', async () => {
      const bot = await make(ana);
      const queues = await Promise.all([ana, admin, bo].map((person) => person.register()));
      await ana.ok('DELETE', `bots/${bot.id}`);
      const { status, body } = await bot.get('users/me');
      expect([status, body.code]).toEqual([401, 'USER_DEACTIVATED']);
      for (const queue of queues) await expectFreshSnapshot(queue);
      const told = queues[0].seen.filter(({ type }) => type === 'realm_bot').map(({ op, bot: one }) => ({ op, one }));
      expect(told).toEqual([{ op: 'update', one: { user_id: bot.id, is_active: false } }]);
      expect((await ownBots(ana)).map(({ user_id }) => user_id)).not.toContain(bot.id);
      expect((await ana.delete(`bots/${bot.id}`)).body.msg).toBe('User is deactivated');
    });

    it('is reactivated by an administrator if its owner is active and its name is free', async () => {
      const leaver = await world.member('lea');
      const bot = await make(leaver);
      await world.owner.ok('DELETE', `users/${leaver.id}`);
      const rival = await make(ana, { full_name: bot.fullName });
      expect((await admin.post(`users/${bot.id}/reactivate`)).body.msg).toBe('Name is already in use');
      await ana.ok('PATCH', `bots/${rival.id}`, { full_name: 'Another Name Altogether' });
      const queue = await admin.register();
      await admin.ok('POST', `users/${bot.id}/reactivate`);
      await expectFreshSnapshot(queue);
      bot.key = (await admin.ok('GET', `bots/${bot.id}/api_key`)).api_key as string;
      expect(await bot.ok('GET', 'users/me')).toMatchObject({ is_active: true, bot_owner_id: admin.id });
    });

    it('is reactivated by its owner if the owner may create bots, and by no other member', async () => {
      const bot = await make(ana);
      await ana.ok('DELETE', `bots/${bot.id}`);
      const absent = await bo.post('users/999999/reactivate');
      const other = await bo.post(`users/${bot.id}/reactivate`);
      expect([other.status, other.body]).toEqual([absent.status, absent.body]);
      expect(other.body.code).toBe('UNAUTHORIZED_PRINCIPAL');
      await leaveBotsTo('role:administrators');
      expect((await ana.post(`users/${bot.id}/reactivate`)).body).toMatchObject({ code: 'BAD_REQUEST' });
      await leaveBotsTo('role:members');
      await ana.ok('POST', `users/${bot.id}/reactivate`);
      bot.key = (await ana.ok('GET', `bots/${bot.id}/api_key`)).api_key as string;
      expect(await bot.ok('GET', 'users/me')).toMatchObject({ is_active: true, bot_owner_id: ana.id });
    });

    it('is deactivated before its owner', async () => {
      const leaver = await world.member('len');
      const bots = [await make(leaver), await make(leaver)];
      const queue = await admin.register();
      await world.owner.ok('DELETE', `users/${leaver.id}`);
      await expectFreshSnapshot(queue);
      const order = queue.seen
        .filter(({ type, person }) => type === 'realm_user' && (person as Body).is_active === false)
        .map(({ person }) => (person as Body).user_id);
      expect(order).toEqual([...bots.map(({ id }) => id), leaver.id]);
      for (const bot of bots) expect((await bot.get('users/me')).body.code).toBe('USER_DEACTIVATED');
    });
  });
});
