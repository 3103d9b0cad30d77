import { Attribute, Change } from 'ldapts';
import { runParley } from '../../support/command-line';
import { World } from '../../support/world';
import { accountsOf, addDirectory, logIn, outcome, PROVIDERS } from './directory-provider';
import { describeWithSlapd, peopleIn, PEOPLE, Slapd } from './slapd';

const ENVIRONMENT = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };
const NAMES = Array.from({ length: 20 }, (_, at) => `person${at}`);
const dnOf = (uid: string) => `uid=${uid},${PEOPLE}`;

describeWithSlapd('Synchronising a directory', () => {
  let world: World;
  let slapd: Slapd;
  let id: number;
  beforeAll(async () => {
    slapd = await Slapd.start({ ldif: peopleIn(NAMES) });
    world = await World.start(ENVIRONMENT);
    await world.withoutWorkers();
    id = await addDirectory(world, slapd);
    for (const name of NAMES) expect((await logIn(world, name)).status).toBe(200);
    await world.member('local');
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  const sync = (...args: string[]) => runParley(world, ['sso', 'sync', 'dir', ...args], { environment: ENVIRONMENT });
  const active = async () =>
    (
      await world.sql<{ email: string }>(`SELECT delivery_email AS email FROM user_account
      WHERE is_active AND NOT is_bot AND delivery_email LIKE 'person%' ORDER BY id`)
    ).map(({ email }) => email);
  const lastRun = async () => (await world.sql('SELECT * FROM directory_run ORDER BY id DESC LIMIT 1'))[0];
  const remove = (...names: string[]) =>
    slapd.ask(async (client) => {
      for (const name of names) await client.del(dnOf(name));
    });
  const keyOf = async (name: string) => {
    const { body } = await logIn(world, name);
    return `Basic ${Buffer.from(`${name}@example.org:${String(body.api_key)}`).toString('base64')}`;
  };
  const replace = (name: string, type: string, value: string) =>
    slapd.ask((client) => {
      const modification = new Attribute({ type, values: [value] });
      return client.modify(dnOf(name), new Change({ operation: 'replace', modification }));
    });

  it('changes nothing where nothing has changed', async () => {
    const { code, out } = await sync();
    expect([code, out]).toEqual([0, 'The directory has 20 people.\n0 accounts were changed.\n']);
    expect(await lastRun()).toMatchObject({ seen: 20, changed: 0, would_deactivate: 0, outcome: 'done' });
  });

  it('deactivates who is gone, with keys, and reactivates who is back; a preview changes nothing', async () => {
    const authorization = await keyOf('person1');
    // The identity of an entry that is made anew is another one, so the person is switched off instead.
    await replace('person1', 'userAccountControl', '514');
    const preview = await sync('--dry-run');
    expect([preview.code, preview.out]).toEqual([
      0,
      'The directory has 20 people.\nWould be deactivated: person1@example.org\n',
    ]);
    expect(await lastRun()).toMatchObject({ would_deactivate: 1, changed: 0, outcome: 'preview' });
    expect(await active()).toHaveLength(20);
    expect((await sync()).out).toContain('Was deactivated: person1@example.org');
    expect(await active()).not.toContain('person1@example.org');
    expect((await world.request('GET', 'users/me', {}, authorization)).status).toBe(401);
    await replace('person1', 'userAccountControl', '512');
    expect((await sync()).out).toContain('Was reactivated: person1@example.org');
    expect(await active()).toHaveLength(20);
    expect((await logIn(world, 'person1')).status).toBe(200);
  });

  it('leaves accounts deactivated that people have deactivated', async () => {
    const [{ id: userId }] = await accountsOf(world, 'person2@example.org');
    await world.owner.ok('DELETE', `users/${userId}`);
    await sync();
    expect(await active()).not.toContain('person2@example.org');
    await world.owner.ok('POST', `users/${userId}/reactivate`);
  });

  it('takes over new names, and leaves accounts of other origin alone', async () => {
    await replace('person3', 'cn', 'Third Person');
    expect((await sync()).out).toContain('1 accounts were changed.');
    expect((await accountsOf(world, 'person3@example.org'))[0].full_name).toBe('Third Person');
    const [local] = await world.sql(`SELECT is_active FROM user_account WHERE delivery_email = 'local@example.org'`);
    expect(local).toEqual({ is_active: true });
  });

  it('deactivates no more than five, or a tenth, at once without --force', async () => {
    await replace('person4', 'userAccountControl', '514');
    await remove('person5', 'person6', 'person7', 'person8', 'person9');
    const refused = await sync();
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('6 of 20 accounts')]);
    expect(await active()).toHaveLength(20);
    expect(await lastRun()).toMatchObject({
      would_deactivate: 6,
      changed: 0,
      outcome: expect.stringContaining('6 of'),
    });
    expect((await sync('--force')).code).toBe(0);
    expect(await active()).toHaveLength(14);
    await replace('person4', 'userAccountControl', '512');
    expect((await sync()).out).toContain('Was reactivated: person4@example.org');
  });

  it('never deactivates the last owner, even with --force', async () => {
    const [{ id: userId }] = await accountsOf(world, 'person10@example.org');
    await world.setRole({ id: userId } as never, 'owner');
    await world.setRole(world.owner, 'member');
    await remove('person10');
    const refused = await sync();
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('last owner')]);
    expect((await sync('--force')).out).toContain('Stays, as the last owner: person10@example.org');
    expect(await active()).toContain('person10@example.org');
    await world.setRole(world.owner, 'owner');
    expect((await sync()).out).toContain('Was deactivated: person10@example.org');
  });

  it('does nothing if the directory answers with an error, with nothing, or not at all', async () => {
    const before = await active();
    const change = (options: object) => world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { ...options });
    await change({ base: 'ou=nowhere,dc=example,dc=org' });
    expect((await sync('--force')).complaint).toContain('did not answer');
    await change({ base: PEOPLE, user_filter: '(&(uid={login})(sn=Somebody Else))' });
    for (const args of [[], ['--force']]) expect((await sync(...args)).complaint).toContain('no people');
    await change({ user_filter: '(|(uid={login})(mail={login}))' });
    await slapd.kill();
    expect((await sync('--force')).complaint).toContain('did not answer');
    await slapd.launch();
    expect(await active()).toEqual(before);
    expect((await sync()).code).toBe(0);
  });

  it('is only for directories in use', async () => {
    expect((await runParley(world, ['sso', 'sync', 'nowhere'], { environment: ENVIRONMENT })).code).toBe(1);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { enabled: false });
    expect((await sync()).complaint).toContain('no directory in use');
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { enabled: true });
    expect(outcome(await logIn(world, 'person11'))).toEqual([200, 'ok']);
  });
});
