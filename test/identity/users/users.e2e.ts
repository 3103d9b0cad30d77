import { UserRoles } from '@app/identity';
import { createHash } from 'node:crypto';
import { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { Person } from '../../support/person';
import { World } from '../../support/world';

type UserObject = Record<string, unknown> & { user_id: number; email: string; delivery_email: string | null };

describe('users', () => {
  let world: World;
  let ana: Person;
  let gus: Person;
  let ada: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    gus = await world.guest('gus');
    ada = await world.admin('ada');
  });
  afterAll(() => world.stop());

  const newcomer = (changes: Record<string, unknown> = {}) => ({
    email: 'new@example.org',
    password: 'a long enough secret',
    full_name: 'New Comer',
    ...changes,
  });
  const members = async (viewer: Person, parameters = {}) =>
    (await viewer.ok('GET', 'users', parameters)).members as UserObject[];
  const seenBy = async (viewer: Person, target: Person, parameters = {}) =>
    (await viewer.ok('GET', `users/${target.id}`, parameters)).user as UserObject;

  describe('are created', () => {
    it('as members whose real address only administrators and they themselves see', async () => {
      const { user_id } = await world.owner.ok(
        'POST',
        'users',
        newcomer({ email: 'Bea@Example.org', full_name: ' Bea ' }),
      );
      const shown = (await ana.ok('GET', `users/${user_id as number}`)).user as UserObject;
      expect(shown).toMatchObject({
        full_name: 'Bea',
        role: 400,
        is_active: true,
        is_bot: false,
        delivery_email: null,
      });
      expect(shown.email).toBe(`user${user_id as number}@parley.invalid`);
      expect((await seenBy(world.owner, { id: user_id } as Person)).delivery_email).toBe('Bea@Example.org');
    });

    it.each([
      ['a member', () => ana, 'UNAUTHORIZED_PRINCIPAL'],
      ['a guest', () => gus, 'UNAUTHORIZED_PRINCIPAL'],
      ['an administrator without the special permission', () => ada, 'BAD_REQUEST'],
    ])('but not by %s', async (_, who, code) => {
      const { status, body } = await who().post('users', newcomer());
      expect([status, body.code]).toEqual([400, code]);
    });

    it.each<[string, Record<string, unknown>, string]>([
      ['no e-mail address', { email: undefined }, 'REQUEST_VARIABLE_MISSING'],
      ['no password', { password: undefined }, 'REQUEST_VARIABLE_MISSING'],
      ['no name', { full_name: undefined }, 'REQUEST_VARIABLE_MISSING'],
      ['an empty address', { email: '' }, 'BAD_REQUEST'],
      ['a name for an address', { email: 'new' }, 'BAD_REQUEST'],
      ['a taken address', { email: 'ana@example.org' }, 'BAD_REQUEST'],
      ['a taken address in another case', { email: 'ANA@example.ORG' }, 'BAD_REQUEST'],
      ['the placeholder of a user', { email: 'user1@parley.invalid' }, 'BAD_REQUEST'],
      ["the bot's address", { email: 'notification-bot@parley.invalid' }, 'BAD_REQUEST'],
      ['NUL in the address', { email: 'new\0@example.org' }, 'BAD_REQUEST'],
      ['NUL in the name', { full_name: 'New\0Comer' }, 'BAD_REQUEST'],
      ['NUL in the password', { password: 'a long\0 enough secret' }, 'BAD_REQUEST'],
      ['an address of 300 characters', { email: `${'x'.repeat(290)}@a.example` }, 'BAD_REQUEST'],
      ['a blank name', { full_name: '  ' }, 'BAD_REQUEST'],
      ['a name of 101 characters', { full_name: 'x'.repeat(101) }, 'BAD_REQUEST'],
      ['a name that is markup', { full_name: '<b>Ana</b>`' }, 'BAD_REQUEST'],
      ['a name that poses as a mention', { full_name: 'Ana|2' }, 'BAD_REQUEST'],
      ['a short password', { password: 'abc12' }, 'BAD_REQUEST'],
      ['a password of 2,000 characters', { password: 'ab1'.repeat(700) }, 'BAD_REQUEST'],
    ])('but not with %s', async (_, changes, code) => {
      const before = (await members(world.owner)).length;
      const { status, body } = await world.owner.post('users', newcomer(changes));
      expect([status, body.result, body.code]).toEqual([400, 'error', code]);
      expect(await members(world.owner)).toHaveLength(before);
    });

    it('once, when many requests use the same address at once', async () => {
      const attempts = Array.from({ length: 6 }, () =>
        world.owner.post('users', newcomer({ email: 'only@example.org' })),
      );
      const codes = (await Promise.all(attempts)).map(({ status }) => status);
      expect(codes.sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it('with the requested role and name only, whatever else is sent', async () => {
      const wishes = { role: 100, is_admin: true, special_permissions: ['can_create_users'], id: 1, __proto__: null };
      const { body } = await world.owner.post('users', newcomer({ email: 'wishful@example.org', ...wishes }));
      expect(body.ignored_parameters_unsupported).toEqual(['id', 'is_admin', 'role', 'special_permissions']);
      expect((await seenBy(ana, { id: body.user_id } as Person)).role).toBe(400);
      const [row] = await world.sql('SELECT special_permissions FROM user_account WHERE id = $1', [body.user_id]);
      expect(row).toEqual({ special_permissions: [] });
    });

    it('with a JSON string as the name, decoded', async () => {
      const { body } = await world.owner.post('users', newcomer({ email: 'q@example.org', full_name: '"Q"' }));
      expect(body.code).toBe('BAD_REQUEST');
    });
  });

  describe('are listed', () => {
    it('by id, with all users of the organization and without the system bot', async () => {
      const ids = (await members(ana)).map(({ user_id }) => user_id);
      expect(ids).toEqual([...ids].sort((one, other) => one - other));
      expect(ids).toEqual(expect.arrayContaining([world.owner.id, ana.id, gus.id, ada.id]));
      const bots = await world.sql<{ id: string }>('SELECT id FROM user_account WHERE is_system_bot');
      expect(ids).not.toContain(Number(bots[0].id));
    });

    it('by the requested ids, without unknown ones', async () => {
      const ids = (await members(ana, { user_ids: [gus.id, 999_999, ana.id] })).map(({ user_id }) => user_id);
      expect(ids).toEqual([ana.id, gus.id]);
      expect(await members(ana, { user_ids: [] })).toEqual([]);
      expect((await members(ana, { user_ids: gus.id })).map(({ user_id }) => user_id)).toEqual([gus.id]);
    });

    it('with real addresses for administrators and the own account only', async () => {
      const addressesSeenBy = async (viewer: Person) =>
        (await members(viewer)).flatMap(({ delivery_email }) => (delivery_email === null ? [] : [delivery_email]));
      expect(await addressesSeenBy(ana)).toEqual([ana.email]);
      expect(await addressesSeenBy(gus)).toEqual([gus.email]);
      expect(await addressesSeenBy(ada)).toEqual(expect.arrayContaining([ana.email, gus.email, world.owner.email]));
    });

    it('with public addresses that do not contain the real one or its hash', async () => {
      const text = JSON.stringify(await members(gus, { client_gravatar: false }));
      const hash = (email: string) => createHash('md5').update(email).digest('hex');
      expect(text).not.toContain(ana.email);
      expect(text).not.toContain(hash(ana.email));
      expect(text).toContain(hash(gus.email));
    });

    it('with avatars left to clients only where the client knows the address', async () => {
      const shown = new Map((await members(ana)).map((user) => [user.user_id, user.avatar_url]));
      expect(shown.get(ana.id)).toBeNull();
      expect(shown.get(gus.id)).toMatch(
        /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
      );
    });

    it('with profile data on request only', async () => {
      expect((await members(ana)).some((user) => 'profile_data' in user)).toBe(false);
      expect(
        (await members(ana, { include_custom_profile_fields: true })).every((user) => 'profile_data' in user),
      ).toBe(true);
    });

    it.each<[string, Record<string, unknown>]>([
      ['a number for a flag', { client_gravatar: 1 }],
      ['text for a flag', { client_gravatar: '"true"' }],
      ['text for ids', { user_ids: 'abc' }],
      ['a negative id', { user_ids: [-1] }],
      ['a fraction', { user_ids: '[1.5]' }],
      ['an id beyond what is exact', { user_ids: '[9007199254740993]' }],
      ['an object', { user_ids: { __proto__: null, a: 1 } }],
      ['nested lists', { user_ids: '['.repeat(1_000) }],
    ])('but not for %s', async (_, parameters) => {
      const { status, body } = await ana.get('users', parameters);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    });
  });

  it.each(['users', 'users/me', 'users/1', 'users/olivia@example.org'])(
    'but not without credentials: %s',
    async (path) => {
      const { status, body } = await world.request('GET', path);
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    },
  );

  describe('are read', () => {
    it('by id, deactivated users too', async () => {
      const former = await world.member('former');
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [former.id]);
      expect(await seenBy(ana, former)).toMatchObject({ user_id: former.id, is_active: false });
    });

    it('by the public address, in any case', async () => {
      const { user } = await gus.ok('GET', `users/USER${ana.id}@parley.invalid`);
      expect(user).toMatchObject({ user_id: ana.id, delivery_email: null });
    });

    it('by the real address where the viewer may see it', async () => {
      for (const viewer of [ada, ana]) {
        const { user } = await viewer.ok('GET', `users/${encodeURIComponent('ANA@example.org')}`);
        expect(user).toMatchObject({ user_id: ana.id, delivery_email: ana.email });
      }
    });

    it.each([
      ['an unknown id', () => '999999'],
      ['an id beyond what is exact', () => '9007199254740993'],
      ['a long row of digits', () => '9'.repeat(300)],
      ['a negative id', () => '-1'],
      ['a fraction', () => '1.5'],
      ['an unknown address', () => 'nobody@example.org'],
      ['a hidden address', () => ana.email],
      ['the placeholder of an unknown user', () => 'user999999@parley.invalid'],
      ['NUL', () => '%00'],
      ['NUL in an address', () => 'ana%00@example.org'],
      ['wildcards', () => '%25@%25.%25'],
      ['a path that climbs', () => '..%2f..%2fetc'],
    ])('with the same answer for %s as for an unknown user', async (_, path) => {
      const { status, body } = await gus.get(`users/${path()}`);
      expect([status, body]).toEqual([400, { result: 'error', msg: 'No such user', code: 'BAD_REQUEST' }]);
    });

    it('as the own account, at the top level, with an avatar', async () => {
      const own = await ana.ok('GET', 'users/me', { anything: 1 });
      expect(own).toMatchObject({ user_id: ana.id, delivery_email: ana.email, profile_data: {}, max_message_id: -1 });
      expect(own.avatar_url).toEqual(expect.stringContaining('gravatar'));
      expect(own.date_joined).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/);
      expect(own.ignored_parameters_unsupported).toEqual(['anything']);
    });
  });

  describe('send events', () => {
    const adding = (queue: EventQueue, email: string) =>
      queue.until(({ type, op, person }) => {
        const { full_name } = (person ?? {}) as UserObject & { full_name?: string };
        return type === 'realm_user' && op === 'add' && full_name === email;
      });

    it('with the fields that each viewer may see', async () => {
      const [forAna, forAda, forGuest] = await Promise.all([
        ana.register({ event_types: ['realm_user'], client_gravatar: true }),
        ada.register({ event_types: ['realm_user'], client_gravatar: true }),
        gus.register({ event_types: ['realm_user'], client_gravatar: false }),
      ]);
      const { user_id } = await world.owner.ok(
        'POST',
        'users',
        newcomer({ email: 'told@example.org', full_name: 'Told Of' }),
      );
      const [toAna, toAda, toGuest] = await Promise.all(
        [forAna, forAda, forGuest].map((queue) => adding(queue, 'Told Of')),
      );
      expect(toAda.person).toMatchObject({
        user_id,
        delivery_email: 'told@example.org',
        avatar_url: null,
        profile_data: {},
      });
      for (const event of [toAna, toGuest]) {
        expect(event.person).toMatchObject({
          user_id,
          delivery_email: null,
          email: `user${user_id as number}@parley.invalid`,
        });
        expect((event.person as UserObject).avatar_url).toEqual(expect.stringContaining('gravatar'));
      }
    });

    it('with the real address where the organization shows it to all users', async () => {
      const settle = (settings: object) => world.sql('UPDATE organization SET settings = $1', [settings]);
      const queue = await gus.register({ event_types: ['realm_user'], client_gravatar: true });
      await settle({ defaultEmailAddressVisibility: 1 });
      await world.owner.ok('POST', 'users', newcomer({ email: 'open@example.org', full_name: 'Open' }));
      await settle({});
      const { person } = await adding(queue, 'Open');
      expect(person).toMatchObject({ email: 'open@example.org', delivery_email: 'open@example.org', avatar_url: null });
      expect(await queue.drain()).toEqual([]);
      expect((await gus.ok('GET', 'users/open@example.org')).user).toEqual(
        expect.objectContaining({ delivery_email: 'open@example.org', avatar_url: null }),
      );
    });

    it('together with the groups of their role', async () => {
      const queue = await ana.register({ event_types: ['user_group'], fetch_event_types: ['realm_user_groups'] });
      const { user_id } = await world.owner.ok(
        'POST',
        'users',
        newcomer({ email: 'grouped@example.org', full_name: 'Grouped' }),
      );
      const groups = queue.state.realm_user_groups as { id: number; name: string }[];
      const told = (await queue.drain()).filter(({ op }) => op === 'add_members');
      const names = told.map(({ group_id }) => groups.find(({ id }) => id === group_id)!.name);
      expect(names.sort()).toEqual(['role:fullmembers', 'role:members']);
      expect(told.every(({ user_ids }) => JSON.stringify(user_ids) === JSON.stringify([user_id]))).toBe(true);
    });

    it('when their role changes', async () => {
      const pia = await world.member('pia');
      const queue = await gus.register({ event_types: ['realm_user', 'user_group'] });
      await world.setRole(pia, 'moderator');
      const told = await queue.drain();
      expect(told).toContainEqual(
        expect.objectContaining({ type: 'realm_user', op: 'update', person: { user_id: pia.id, role: 300 } }),
      );
      expect(
        told
          .filter(({ type }) => type === 'user_group')
          .map(({ op }) => op)
          .sort(),
      ).toEqual(['add_members', 'remove_members', 'remove_members']);
    });

    it('with addresses to a new administrator, and without them after demotion', async () => {
      const eva = await world.member('eva');
      const queue = await eva.register({ event_types: ['realm_user'], client_gravatar: false });
      await world.setRole(eva, 'admin');
      const shown = await queue.until(({ person }) => (person as UserObject).delivery_email === ana.email);
      expect(shown).toMatchObject({ op: 'update', person: { user_id: ana.id } });
      await world.setRole(eva, 'member');
      const isHiding = ({ id, person }: Event) => id > shown.id && (person as UserObject).delivery_email === null;
      const hidden = await queue.until((event) => isHiding(event) && (event.person as UserObject).user_id === ana.id);
      expect(hidden.person).toEqual({ user_id: ana.id, delivery_email: null });
    });

    it('so that snapshot and events equal a fresh snapshot', async () => {
      const parameters = {
        fetch_event_types: ['realm_user', 'realm_user_groups'],
        event_types: ['realm_user', 'user_group'],
      };
      const rosa = await world.member('rosa');
      const queues = await Promise.all(
        [rosa, gus, world.owner].map((person) => person.register({ ...parameters, client_gravatar: false })),
      );
      const { user_id } = await world.owner.ok(
        'POST',
        'users',
        newcomer({ email: 'fresh@example.org', full_name: 'Fresh' }),
      );
      await world.service(UserRoles).set(world.organizationId, user_id as never, 200);
      for (const queue of queues) await expectFreshSnapshot(queue);
    });
  });

  describe('have roles', () => {
    it('and always an owner, however many are demoted at once', async () => {
      const other = await world.member('other owner');
      await world.setRole(other, 'owner');
      const attempts = await Promise.allSettled([world.setRole(other, 'member'), world.setRole(world.owner, 'member')]);
      expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const owners = await world.sql('SELECT id FROM user_account WHERE role = 100 AND is_active');
      expect(owners).toHaveLength(1);
      await world.sql('UPDATE user_account SET role = CASE id WHEN $1 THEN 100 ELSE 400 END WHERE id IN ($1, $2)', [
        world.owner.id,
        other.id,
      ]);
    });

    it('that take effect with the next request', async () => {
      const tom = await world.admin('tom');
      expect((await seenBy(tom, ana)).delivery_email).toBe(ana.email);
      await world.setRole(tom, 'member');
      expect((await seenBy(tom, ana)).delivery_email).toBeNull();
      expect((await tom.post('users', newcomer())).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
    });

    it('and a new version of the permissions with each change of role', async () => {
      const version = async () =>
        (await world.sql<{ v: string }>('SELECT permission_version AS v FROM organization'))[0].v;
      const max = await world.member('max');
      const before = await version();
      await world.setRole(max, 'moderator');
      expect(Number(await version())).toBe(Number(before) + 1);
    });
  });
});
