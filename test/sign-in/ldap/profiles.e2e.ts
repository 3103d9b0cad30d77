import { Attribute, Change } from 'ldapts';
import { Browser } from '../../support/browser';
import { runParley } from '../../support/command-line';
import { World } from '../../support/world';
import { accountsOf, addDirectory, logIn, PROVIDERS } from './directory-provider';
import { describeWithSlapd, PEOPLE, Slapd } from './slapd';

const ENVIRONMENT = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };

describeWithSlapd('Names and profile fields of people of a directory', () => {
  let world: World;
  let slapd: Slapd;
  let id: number;
  let phone: number;
  beforeAll(async () => {
    slapd = await Slapd.start();
    world = await World.start(ENVIRONMENT);
    await world.withoutWorkers();
    id = await addDirectory(world, slapd, { attribute_map: 'phone=telephoneNumber' });
    phone = (await world.owner.ok('POST', 'realm/profile_fields', { name: 'Phone', field_type: 1 })).id as number;
    await slapd.addPerson('ana');
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  const write = (type: string, values: string[]) =>
    slapd.ask((client) => {
      const modification = new Attribute({ type, values });
      return client.modify(`uid=ana,${PEOPLE}`, new Change({ operation: 'replace', modification }));
    });
  const come = async () => expect((await logIn(world, 'ana')).status).toBe(200);
  const phoneOf = async () => {
    const [{ id: userId }] = await accountsOf(world, 'ana@example.org');
    const { user } = await world.owner.ok('GET', `users/${userId}`, { include_custom_profile_fields: true });
    return (user as { profile_data: Record<string, { value: string }> }).profile_data[phone]?.value;
  };
  const sync = async () => (await runParley(world, ['sso', 'sync', 'dir'], { environment: ENVIRONMENT })).out;

  it('are filled in at a login, and follow the directory with the synchronisation', async () => {
    await write('telephoneNumber', ['+49 1']);
    await come();
    expect(await phoneOf()).toBe('+49 1');
    await write('telephoneNumber', ['+49 2']);
    expect(await sync()).toContain('1 accounts were changed.');
    expect(await phoneOf()).toBe('+49 2');
    expect(await sync()).toContain('0 accounts were changed.');
    await write('telephoneNumber', []);
    await sync();
    expect(await phoneOf()).toBeUndefined();
  });

  it('are not changed by people, who are told why, while the directory is in use', async () => {
    await come();
    const browser = new Browser(world.url);
    await browser.logIn('ana', 'ana password');
    const [{ id: userId, full_name: name }] = await accountsOf(world, 'ana@example.org');
    const reason = /^Directory decides/;
    expect((await browser.json('PATCH', 'settings', { full_name: 'Queen Ana' })).body.msg).toMatch(reason);
    expect((await world.owner.patch(`users/${userId}`, { full_name: 'Queen Ana' })).body.msg).toMatch(reason);
    const data = [{ id: phone, value: '1' }];
    expect((await browser.json('PATCH', 'users/me/profile_data', { data })).body.msg).toMatch(reason);
    expect((await browser.json('PATCH', 'settings', { full_name: name })).status).toBe(200);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { enabled: false });
    await world.owner.ok('PATCH', `users/${userId}`, { full_name: 'Queen Ana' });
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { enabled: true });
    await sync();
    expect((await accountsOf(world, 'ana@example.org'))[0].full_name).toBe(name);
  });

  it('are told by a test before the first login', async () => {
    await slapd.addPerson('ben');
    const become = async (login: string) => world.owner.post(`${PROVIDERS}/${id}/test`, { login });
    expect((await become('ben')).body).toMatchObject({
      works: true,
      person: { is_new: true, email: 'ben@example.org', role: 400, profile_fields: { Phone: null } },
    });
    expect((await become('nobody')).body.msg).toBe('No entry has that name');
    expect((await become('*')).body.msg).toBe('No entry has that name');
    const sso = ['sso', 'test', 'dir', '--login', 'ben'];
    expect((await runParley(world, sso, { environment: ENVIRONMENT })).out).toContain('account: a new one\n');
    expect(await accountsOf(world, 'ben@example.org')).toEqual([]);
  });
});
