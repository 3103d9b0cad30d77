import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

describe('updating a user', () => {
  let world: World;
  let ada: Person;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    [ada, ana, gus] = [await world.admin('ada'), await world.member('ana'), await world.guest('gus')];
    await world.member('taken');
  });
  afterAll(() => world.stop());

  const shown = async (viewer: Person, { id }: { id: number }) =>
    (await viewer.ok('GET', `users/${id}`)).user as Record<string, unknown>;
  const update = (actor: Person, { id }: { id: number }, change: Parameters) => actor.patch(`users/${id}`, change);
  const told = async (viewer: Person, work: () => Promise<unknown>, parameters: Parameters = {}) => {
    const queue = await viewer.register({ event_types: ['realm_user'], client_gravatar: false, ...parameters });
    await work();
    return (await queue.drain()).map(({ id: _, type: __, ...event }) => event);
  };

  describe('changes the full name', () => {
    it('trimmed, with an event to all users', async () => {
      for (const viewer of [ana, gus, world.owner]) {
        const name = `Ana of ${viewer.fullName}`;
        const events = await told(viewer, () => ada.ok('PATCH', `users/${ana.id}`, { full_name: `  ${name} ` }));
        expect(events).toEqual([{ op: 'update', person: { user_id: ana.id, full_name: name } }]);
        expect((await shown(viewer, ana)).full_name).toBe(name);
      }
    });

    it('of a user found by address or by id', async () => {
      for (const path of [encodeURIComponent(ana.email), `user${ana.id}@parley.invalid`]) {
        await ada.ok('PATCH', `users/${path}`, { full_name: `Ana ${path.length}` });
        expect((await shown(ada, ana)).full_name).toBe(`Ana ${path.length}`);
      }
    });

    it('without an event when the name is the same or blank', async () => {
      const { full_name } = await shown(ada, ana);
      for (const name of [full_name, '', '   ', ` ${full_name as string} `]) {
        expect(await told(gus, () => ada.ok('PATCH', `users/${ana.id}`, { full_name: name }))).toEqual([]);
      }
      expect((await shown(ada, ana)).full_name).toBe(full_name);
    });

    it.each([
      ['one character', 'x'],
      ['101 characters', 'x'.repeat(101)],
      ['an asterisk', 'An*a'],
      ['a quote', 'An"a'],
      ['a back-quote', 'An`a'],
      ['a backslash', 'An\\a'],
      ['a bracket', 'An>a'],
      ['an at sign', 'An@a'],
      ['what looks like a mention', 'Ana|12'],
      ['a control character', 'An\u0007a'],
      ['NUL', 'An\0a'],
    ])('but rejects %s', async (_, full_name) => {
      const before = await shown(ada, ana);
      const { status, body } = await update(ada, ana, { full_name, role: 300 });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(await shown(ada, ana)).toEqual(before);
    });

    it('and rejects a name in use, in any spelling, where names are unique', async () => {
      const former = await world.member('former one');
      await world.owner.ok('DELETE', `users/${former.id}`);
      await world.owner.ok('PATCH', `users/${gus.id}`, { full_name: 'Gus' });
      const settings = await world.sql<{ settings: object }>('SELECT settings FROM organization');
      await world.sql(`UPDATE organization SET settings = settings || '{"requireUniqueNames": true}'`);
      for (const full_name of ['Taken Example', 'taken EXAMPLE', '\uff34aken Example', former.fullName]) {
        expect((await update(ada, ana, { full_name })).body.code).toBe('BAD_REQUEST');
      }
      await ada.ok('PATCH', `users/${gus.id}`, { full_name: 'GUS' });
      expect((await world.owner.post('users', newcomer('Taken Example'))).body.code).toBe('BAD_REQUEST');
      await world.sql('UPDATE organization SET settings = $1', [settings[0].settings]);
      await ada.ok('PATCH', `users/${ana.id}`, { full_name: 'Taken Example' });
      await ada.ok('PATCH', `users/${ana.id}`, { full_name: ana.fullName });
    });

    it('in mentions and messages that are sent afterwards', async () => {
      await ana.subscribe('names');
      const id = await ana.send('names', 'who', 'me');
      await ada.ok('PATCH', `users/${ana.id}`, { full_name: 'Anabel' });
      const { message } = await ada.ok('GET', `messages/${id}`);
      expect(message).toMatchObject({ sender_full_name: 'Anabel' });
      const { rendered } = await ada.ok('POST', 'messages/render', { content: `@**Anabel** @**${ana.fullName}**` });
      expect(rendered).toContain(`data-user-id="${ana.id}"`);
      await ada.ok('PATCH', `users/${ana.id}`, { full_name: ana.fullName });
    });
  });

  const newcomer = (full_name: string) => ({
    email: 'newcomer@example.org',
    password: 'a long enough secret',
    full_name,
  });

  describe('changes the email address', () => {
    const permit = (isPermitted: boolean) =>
      world.sql('UPDATE user_account SET special_permissions = $2 WHERE id = $1', [
        world.owner.id,
        isPermitted ? ['can_create_users', 'can_change_user_emails'] : ['can_create_users'],
      ]);

    it('only for owners with the permission of the operator', async () => {
      await permit(false);
      for (const actor of [world.owner, ada]) {
        const { status, body } = await update(actor, ana, { new_email: 'else@example.org', full_name: 'Else' });
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      }
      await world.sql(`UPDATE user_account SET special_permissions = '{can_change_user_emails}' WHERE id = $1`, [
        ada.id,
      ]);
      expect((await update(ada, ana, { new_email: 'else@example.org' })).body.code).toBe('BAD_REQUEST');
      expect((await update(ana, ana, { new_email: 'else@example.org' })).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
      expect(await shown(ada, ana)).toMatchObject({ delivery_email: ana.email, full_name: ana.fullName });
      await permit(true);
    });

    it('with an event to users who may see it, and to no others', async () => {
      await permit(true);
      const change = (new_email: string) => () => world.owner.ok('PATCH', `users/${ana.id}`, { new_email });
      const seen = await told(ada, change('ana.two@example.org'));
      expect(seen[0]).toEqual({ op: 'update', person: { user_id: ana.id, delivery_email: 'ana.two@example.org' } });
      expect(seen[1]).toMatchObject({ op: 'update', person: { user_id: ana.id, avatar_source: 'G' } });
      expect(seen).toHaveLength(2);
      expect(await told(gus, change('ana.three@example.org'))).toEqual([]);
      const own = await world.request('GET', 'users/me', {}, basic('ana.three@example.org', ana.key));
      expect(own.body).toMatchObject({ delivery_email: 'ana.three@example.org' });
      expect((await world.request('GET', 'users/me', {}, basic(ana.email, ana.key))).status).toBe(401);
      await change(ana.email)();
    });

    it('and the API address, where all users may see it', async () => {
      await world.sql('UPDATE user_account SET email_address_visibility = 1, email = delivery_email WHERE id = $1', [
        ana.id,
      ]);
      const events = await told(gus, () =>
        world.owner.ok('PATCH', `users/${ana.id}`, { new_email: 'open@example.org' }),
      );
      expect(events).toContainEqual({ op: 'update', person: { user_id: ana.id, delivery_email: 'open@example.org' } });
      expect(events).toContainEqual({ op: 'update', person: { user_id: ana.id, new_email: 'open@example.org' } });
      expect(await shown(gus, ana)).toMatchObject({ email: 'open@example.org', delivery_email: 'open@example.org' });
      await world.owner.ok('PATCH', `users/${ana.id}`, { new_email: ana.email });
    });

    it.each([
      ['what is no address', 'nonsense'],
      ['an address of another user', 'taken@example.org'],
      ['the same in other letters', 'TAKEN@example.org'],
      ['an address of the server', 'user99@parley.invalid'],
      ['too much', `${'x'.repeat(300)}@example.org`],
      ['nothing', ''],
      ['NUL', 'x\0@example.org'],
    ])('but rejects %s and all other changes of the request', async (_, new_email) => {
      const before = await shown(ada, ana);
      const { status, body } = await update(world.owner, ana, { new_email, full_name: 'Half Done', role: 300 });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(await shown(ada, ana)).toEqual(before);
    });

    it('for one of two users who are given the same address at once', async () => {
      const other = await world.member('other');
      const answers = await Promise.all(
        [ana, other].map((user) => update(world.owner, user, { new_email: 'one@example.org' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      const [holder] = answers[0].status === 200 ? [ana] : [other];
      await world.owner.ok('PATCH', `users/${holder.id}`, { new_email: holder.email });
    });
  });

  it('applies all changes of a request or none', async () => {
    const before = await shown(ada, ana);
    const wrong: Parameters[] = [
      { full_name: 'Wrong Once', role: 150 },
      { full_name: 'Wrong Twice', profile_data: [{ id: 999_999, value: 'x' }] },
      { role: 300, full_name: 'x' },
      { role: 100, full_name: 'Wrong Again' },
    ];
    for (const change of wrong) expect((await update(ada, ana, change)).status).toBe(400);
    expect(await shown(ada, ana)).toEqual(before);
  });

  it.each<[string, Parameters]>([
    ['a number for profile data', { profile_data: 5 }],
    ['a list of numbers', { profile_data: [5] }],
    ['an entry without an id', { profile_data: [{ value: 'x' }] }],
    ['an entry with a word for an id', { profile_data: [{ id: 'x', value: 'x' }] }],
    ['an entry with an object for a value', { profile_data: [{ id: 1, value: {} }] }],
    ['an entry with more than that', { profile_data: [{ id: 1, value: 'x', extra: 1 }] }],
  ])('but not by %s', async (_, change) => {
    const { status, body } = await update(ada, ana, change);
    expect([status, body.code]).toMatchObject([400, expect.stringMatching(/BAD_REQUEST|REQUEST_VARIABLE_MISSING/)]);
  });

  it('is for administrators only, whichever user is changed', async () => {
    const moderator = await world.moderator('mo');
    for (const actor of [moderator, ana, gus]) {
      for (const target of [ana, gus, world.owner, { id: 999_999 }]) {
        const { status, body } = await update(actor, target, { full_name: 'Mine Now' });
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      }
    }
  });

  it.each(['999999', '0', '-1', '1.5', 'x', 'nobody@example.org', '%00'])(
    'answers for an unknown user: %s',
    async (path) => {
      const { status, body } = await ada.patch(`users/${path}`, { full_name: 'Nobody' });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('refuses the system bot', async () => {
    const [bot] = await world.sql<{ id: string }>('SELECT id FROM user_account WHERE is_system_bot');
    expect((await update(world.owner, { id: Number(bot.id) }, { full_name: 'Mine Now' })).body.code).toBe(
      'BAD_REQUEST',
    );
  });

  it('changes the role of a deactivated user, who stays out of its groups', async () => {
    const former = await world.member('sleeper');
    await world.owner.ok('DELETE', `users/${former.id}`);
    const queue = await ana.register();
    await ada.ok('PATCH', `users/${former.id}`, { full_name: 'Still Here', role: 300 });
    expect(await shown(ana, former)).toMatchObject({ full_name: 'Still Here', role: 300, is_active: false });
    await expectFreshSnapshot(queue);
    await world.owner.ok('POST', `users/${former.id}/reactivate`);
    await former.logInAgain();
    await expectFreshSnapshot(queue);
  });

  it('sends events such that snapshot and events equal a fresh snapshot, for every viewer', async () => {
    const tom = await world.member('tom');
    const viewers = [world.owner, ada, ana, gus, tom];
    const queues = await Promise.all(viewers.map((viewer) => viewer.register({ client_gravatar: false })));
    await ada.ok('PATCH', `users/${tom.id}`, { full_name: 'Thomas', role: 300 });
    await world.owner.ok('PATCH', `users/${tom.id}`, { new_email: 'thomas@example.org', role: 200 });
    await world.owner.ok('PATCH', `users/${tom.id}`, { new_email: tom.email, role: 600 });
    for (const queue of queues) await expectFreshSnapshot(queue);
  });

  it('logs each change in the audit log', async () => {
    const lars = await world.member('lars');
    const entries = await leftBy(world, () =>
      world.owner.ok('PATCH', `users/${lars.id}`, { full_name: 'Lars II', role: 300, new_email: 'l2@example.org' }),
    );
    expect(
      entries.map(({ action, object_type, object_id, actor_id }) => [action, object_type, object_id, actor_id]),
    ).toEqual(['changed', 'renamed', 'changed_email'].map((action) => [action, 'user', lars.id, world.owner.id]));
    expect(entries[0]).toMatchObject({ before: { role: 400 }, after: { role: 300 } });
    expect(JSON.stringify(entries)).not.toMatch(/Lars|example\.org/);
  });

  const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
});
