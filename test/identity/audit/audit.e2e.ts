import { ApiKeys, Audit, OrganizationCreation, Passwords, SpecialPermissions, UserRoles } from '@app/identity';
import { lock, Transactions } from '@app/platform';
import { Entry, leftBy as leftInLog, logOf } from '../../support/audit-log';
import { Body, Person } from '../../support/person';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

describe('the audit log', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
  });
  afterAll(() => world.stop());

  const leftBy = (work: () => Promise<unknown>) => leftInLog(world, work);

  /** The login of a user on this machine, with this test as the client. */
  const by = (actor_id: number | null) => ({ actor_id, client: 'ParleyTest', address: '127.0.0.1' });
  const byNobody = { actor_id: null, client: null, address: null };
  const verified = () => world.service(Audit).verify(world.organizationId);

  describe('begins with the creation of the organization', () => {
    it('logs the first channel, the first key and the first login', async () => {
      const [organization, channel, key, login] = (await logOf(world.owner)).reverse();
      const firstStart = { ...byNobody, client: 'first start' };
      expect(organization).toMatchObject({
        id: 1,
        ...firstStart,
        action: 'created',
        object_type: 'organization',
        object_id: world.organizationId,
        before: null,
        after: { name: 'Parley', owner_id: world.owner.id, special_permissions: ['can_create_users'] },
      });
      expect(channel).toMatchObject({ ...firstStart, action: 'created', object_type: 'channel', before: null });
      expect(channel.after).toMatchObject({ name: 'general', is_private: false, is_default: true });
      expect(key).toMatchObject({ ...firstStart, action: 'issued', object_type: 'api_key' });
      expect(key.after).toEqual({ user_id: world.owner.id, client: 'first start' });
      expect(login).toMatchObject({ id: 4, ...by(world.owner.id), action: 'logged_in' });
    });
  });

  describe('writes exactly one entry', () => {
    it('when an administrator creates an account', async () => {
      let id = 0;
      const entries = await leftBy(async () => {
        const account = { email: 'cy@example.org', password: PASSWORD, full_name: 'Cy Example' };
        id = (await world.owner.ok('POST', 'users', account)).user_id as number;
      });
      expect(entries).toEqual([
        expect.objectContaining({
          ...by(world.owner.id),
          action: 'created',
          object_type: 'user',
          object_id: id,
          before: null,
          after: { role: 400 },
        }),
      ]);
    });

    it('when a role changes, and none when the role stays the same', async () => {
      const entries = await leftBy(async () => {
        await world.setRole(bo, 'moderator');
        await world.setRole(bo, 'moderator');
      });
      const facts = { before: { role: 400 }, after: { role: 300 } };
      expect(entries).toEqual([
        expect.objectContaining({ ...byNobody, action: 'changed', object_type: 'user', object_id: bo.id, ...facts }),
      ]);
    });

    it('when a special permission is granted, and when it is revoked', async () => {
      const special = world.service(SpecialPermissions);
      const entries = await leftBy(async () => {
        await special.grant(world.organizationId, bo.id as never, 'can_change_user_emails');
        await special.grant(world.organizationId, bo.id as never, 'can_change_user_emails');
        await special.revoke(world.organizationId, bo.id as never, 'can_change_user_emails');
      });
      const held = { special_permissions: ['can_change_user_emails'] };
      const none = { special_permissions: [] };
      expect(entries.map(({ action, object_id, before, after }) => [action, object_id, before, after])).toEqual([
        ['granted', bo.id, none, held],
        ['revoked', bo.id, held, none],
      ]);
    });

    it('for a login, without the key', async () => {
      let login: Body;
      const entries = await leftBy(async () => {
        login = (await world.request('POST', 'fetch_api_key', { username: ana.email, password: PASSWORD })).body;
      });
      expect(entries).toEqual([
        expect.objectContaining({
          ...by(ana.id),
          action: 'logged_in',
          object_type: 'user',
          object_id: ana.id,
          before: null,
          after: { method: 'password', api_key_id: expect.any(Number), revoked_api_key_ids: [] },
        }),
      ]);
      const stored = await world.sql<{ row: string }>('SELECT audit_log::text AS row FROM audit_log');
      for (const { row } of stored) {
        expect(row).not.toContain(login!.api_key);
        expect(row).not.toContain(PASSWORD);
        expect(row).not.toContain('@example.org');
      }
    });

    it('for a login that replaces older keys, with their ids', async () => {
      const una = await world.member('una');
      const entries = await leftBy(async () => {
        for (let i = 0; i < 10; i++) await world.request('POST', 'dev_fetch_api_key', { username: una.email });
      });
      expect(entries).toHaveLength(10);
      const [first] = await logOf(world.owner, { object_type: 'user', object_id: una.id, before_id: entries[0].id });
      expect(entries.map(({ after }) => after!.revoked_api_key_ids).flat()).toEqual([first.after!.api_key_id]);
      expect(entries[9].after).toMatchObject({ method: 'developer' });
    });

    it.each([
      ['a wrong password', () => ana.email, 'a wrong secret', () => ana.id, 'credentials'],
      ['an account that does not exist', () => 'nobody@example.org', PASSWORD, () => null, 'credentials'],
    ])('for a login that fails because of %s', async (_, username, password, object_id, reason) => {
      const entries = await leftBy(() => world.request('POST', 'fetch_api_key', { username: username(), password }));
      expect(entries).toEqual([
        expect.objectContaining({
          ...by(null),
          action: 'failed_to_log_in',
          object_type: 'user',
          object_id: object_id(),
          before: null,
          after: { method: 'password', reason },
        }),
      ]);
    });

    it('for a failed login to a deactivated account', async () => {
      const dora = await world.member('dora');
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [dora.id]);
      const entries = await leftBy(() =>
        world.request('POST', 'fetch_api_key', { username: dora.email, password: PASSWORD }),
      );
      expect(entries.map(({ action, object_id, after }) => [action, object_id, after!.reason])).toEqual([
        ['failed_to_log_in', dora.id, 'deactivated'],
      ]);
    });

    it('when a key is issued, and when all keys of an account are reset', async () => {
      const kim = await world.member('kim');
      const user = { id: kim.id, organizationId: world.organizationId, isBot: false } as never;
      const keys = world.service(ApiKeys);
      const entries = await leftBy(async () => {
        await keys.issue(user, 'command line');
        await keys.reset(user, 'command line');
      });
      expect(entries).toHaveLength(2);
      const [issued, reset] = entries;
      expect(issued).toMatchObject({ action: 'issued', object_type: 'api_key', before: null });
      expect(issued.after).toEqual({ user_id: kim.id, client: 'command line' });
      expect(reset).toMatchObject({ action: 'reset', object_type: 'user', object_id: kim.id });
      expect(reset.before!.api_key_ids).toContain(issued.object_id);
      expect(reset.after).toEqual({ api_key_ids: [expect.any(Number)], client: 'command line' });
    });

    it('when a user creates a channel, with its privacy', async () => {
      const entries = await leftBy(() => ana.subscribe(['plans', 'secrets'], { invite_only: true }));
      expect(entries.map(({ action, actor_id, after }) => [action, actor_id, after!.name])).toEqual([
        ['created', ana.id, 'plans'],
        ['created', ana.id, 'secrets'],
      ]);
      expect(entries[0]).toMatchObject({ object_type: 'channel', object_id: await ana.channelId('plans') });
      expect(entries[0].after).toMatchObject({
        is_private: true,
        is_web_public: false,
        permissions: { can_administer_channel_group: { direct_members: [ana.id] } },
      });
    });

    it('when a user subscribes or unsubscribes others', async () => {
      await ana.subscribe(['left', 'right']);
      const [left, right] = [await ana.channelId('left'), await ana.channelId('right')];
      const others = [world.owner.id, bo.id].sort((a, b) => a - b);
      const principals = [ana.id, bo.id, world.owner.id];
      const joined = await leftBy(() => ana.subscribe(['left', 'right'], { principals }));
      expect(joined.map(({ action, object_id, before, after }) => [action, object_id, before, after])).toEqual([
        ['subscribed', left, null, { user_ids: others }],
        ['subscribed', right, null, { user_ids: others }],
      ]);
      const gone = await leftBy(() =>
        ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['left'], principals }),
      );
      expect(gone.map(({ action, object_id, before, after }) => [action, object_id, before, after])).toEqual([
        ['unsubscribed', left, { user_ids: others }, null],
      ]);
    });

    it('in the log of the organization that changed, and of no other', async () => {
      const passwordHash = await world.service(Passwords).hash(PASSWORD);
      const owner = { email: 'bert@example.org', fullName: 'Bert', passwordHash };
      let id = 0;
      const here = await leftBy(async () => {
        const made = await world.service(OrganizationCreation).create({ name: 'Other', host: 'other.example', owner });
        id = made.organization.id;
      });
      expect(here).toEqual([]);
      const there = await world.sql(
        'SELECT sequence::int, action, object_type FROM audit_log WHERE organization_id = $1 ORDER BY sequence',
        [id],
      );
      expect(there).toEqual([
        { sequence: 1, action: 'created', object_type: 'organization' },
        { sequence: 2, action: 'created', object_type: 'channel' },
      ]);
    });
  });

  describe('writes no entry', () => {
    it("for a user's own subscriptions, messages, flags and personal settings", async () => {
      const entries = await leftBy(async () => {
        await bo.subscribe('left');
        const message = await bo.send('left', 'topic', 'hello');
        await bo.ok('POST', 'messages/flags', { messages: [message], op: 'add', flag: 'starred' });
        await bo.sendTo([ana], 'hello');
        const setting = { stream_id: await bo.channelId('left'), property: 'color', value: '#123456' };
        await bo.ok('POST', 'users/me/subscriptions/properties', { subscription_data: [setting] });
        await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['left'] });
        await bo.register();
      });
      expect(entries).toEqual([]);
    });

    it('for requests that were refused', async () => {
      const entries = await leftBy(async () => {
        await bo.post('users', { email: 'x@example.org', password: PASSWORD, full_name: 'X Example' });
        await world.owner.post('users', { email: ana.email, password: PASSWORD, full_name: 'Twin' });
        await bo.post('users/me/subscriptions', { subscriptions: [{ name: 'new' }], principals: [999_999] });
        const demotion = world.service(UserRoles).set(world.organizationId, world.owner.id as never, 400);
        await expect(demotion).rejects.toThrow('only active owner');
        await world.request('POST', 'fetch_api_key', { username: 'not an address', password: PASSWORD });
      });
      expect(entries).toEqual([]);
    });

    it('for changes that were rolled back', async () => {
      const transactions = world.service(Transactions);
      const entries = await leftBy(async () => {
        const work = transactions.run([lock.organization(world.organizationId)], async () => {
          await world.service(UserRoles).set(world.organizationId, ana.id as never, 200);
          throw new Error('something else failed');
        });
        await expect(work).rejects.toThrow('something else failed');
      });
      expect(entries).toEqual([]);
      expect(await verified()).toMatchObject({ broken: null });
    });

    it('outside of a transaction', () => {
      const object = { type: 'user' as const, id: 1 };
      const entry = { organizationId: world.organizationId, action: 'changed' as const, object };
      expect(() => world.service(Audit).record(entry)).toThrow('inside a transaction');
    });
  });

  describe('reading the audit log', () => {
    it('is for owners only', async () => {
      const people = [ana, await world.guest('gus'), await world.moderator('mo'), await world.admin('adam')];
      for (const person of people) {
        const { status, body } = await person.get('audit_log');
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      }
      expect((await world.request('GET', 'audit_log')).status).toBe(401);
    });

    it('lists the latest entry first, with times in order', async () => {
      const entries = await logOf(world.owner);
      expect(entries.map(({ id }) => id)).toEqual(entries.map((_, index) => entries.length - index));
      const times = entries.map(({ time }) => time);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      expect(Math.abs(times[0] - Date.now() / 1_000)).toBeLessThan(120);
    });

    it('returns pages', async () => {
      const all = await logOf(world.owner);
      const pages: Entry[] = [];
      for (;;) {
        const page = { limit: 7, ...(pages.length > 0 ? { before_id: pages[pages.length - 1].id } : {}) };
        const { entries, found_oldest } = await world.owner.ok('GET', 'audit_log', page);
        pages.push(...(entries as Entry[]));
        if (found_oldest) break;
        expect(entries).toHaveLength(7);
      }
      expect(pages).toEqual(all);
    });

    it('filters by acting user, action and target', async () => {
      const all = await logOf(world.owner);
      const filters: [Record<string, unknown>, (entry: Entry) => boolean][] = [
        [{ actor_id: ana.id }, ({ actor_id }) => actor_id === ana.id],
        [{ action: 'created' }, ({ action }) => action === 'created'],
        [{ object_type: 'channel' }, ({ object_type }) => object_type === 'channel'],
        [{ object_id: bo.id }, ({ object_id }) => object_id === bo.id],
        [
          { actor_id: ana.id, action: 'created', object_type: 'channel' },
          (one) => one.actor_id === ana.id && one.action === 'created' && one.object_type === 'channel',
        ],
      ];
      for (const [filter, matches] of filters) {
        const expected = all.filter(matches);
        expect(expected.length).toBeGreaterThan(0);
        expect(await logOf(world.owner, filter)).toEqual(expected);
      }
      expect(await logOf(world.owner, { action: 'nothing of the kind' })).toEqual([]);
    });

    it('filters by time', async () => {
      const all = await logOf(world.owner);
      const middle = Math.floor(all[Math.floor(all.length / 2)].time);
      expect(await logOf(world.owner, { since: middle })).toEqual(all.filter(({ time }) => time >= middle));
      expect(await logOf(world.owner, { until: middle })).toEqual(all.filter(({ time }) => time < middle));
      expect(await logOf(world.owner, { since: middle, until: middle })).toEqual([]);
    });

    it.each([{ limit: 0 }, { limit: 1_001 }, { actor_id: 'ana' }, { since: 253_402_300_800 }, { before_id: -1 }])(
      'rejects the parameters %j',
      async (parameters) => {
        const { status, body } = await world.owner.get('audit_log', parameters);
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      },
    );

    it('shows no entry of other organizations', async () => {
      const [foreign] = await world.sql<{ id: number }>('SELECT max(id)::int AS id FROM organization');
      expect(foreign.id).not.toBe(world.organizationId);
      const filters = [{}, { object_type: 'organization' }, { object_id: foreign.id, object_type: 'organization' }];
      for (const filter of filters) {
        expect(JSON.stringify(await logOf(world.owner, filter))).not.toMatch(/Other|other\.example/);
      }
      const [own] = await logOf(world.owner, { object_type: 'organization' });
      expect(own.object_id).toBe(world.organizationId);
    });
  });
});

describe('the audit log under the limit of logins', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ PARLEY_RATE_LIMITS: 'on' });
  });
  afterAll(() => world.stop());

  it('logs only the failures that the rate limit lets through', async () => {
    const guess = { username: world.owner.email, password: 'a wrong secret' };
    for (let i = 0; i < 8; i++) await world.request('POST', 'fetch_api_key', guess);
    expect(await logOf(world.owner, { action: 'failed_to_log_in' })).toHaveLength(5);
  });
});
