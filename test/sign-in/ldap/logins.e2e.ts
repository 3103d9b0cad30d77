import { Attribute, Change } from 'ldapts';
import { Browser } from '../../support/browser';
import { mailsTo } from '../../support/mailbox';
import { Authenticator } from '../../support/second-factors';
import { World } from '../../support/world';
import { accountsOf, addDirectory, logIn, outcome, PROVIDERS, REFUSED } from './directory-provider';
import { BASE, describeWithSlapd, PEOPLE, Slapd } from './slapd';

describeWithSlapd('Logging in with a directory', () => {
  let world: World;
  let slapd: Slapd;
  let id: number;
  beforeAll(async () => {
    slapd = await Slapd.start();
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    const before = (await world.request('GET', 'server_settings')).body;
    expect(before).toMatchObject({ require_email_format_usernames: true, authentication_methods: { ldap: false } });
    id = await addDirectory(world, slapd);
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  it('makes an account at the first login, and finds it at the next one, by user name and by address', async () => {
    await slapd.addPerson('ana');
    const first = await logIn(world, 'ana');
    expect([first.status, first.body.email]).toEqual([200, 'ana@example.org']);
    const authorization = `Basic ${Buffer.from(`ana@example.org:${String(first.body.api_key)}`).toString('base64')}`;
    expect((await world.request('GET', 'users/me', {}, authorization)).body.full_name).toBe('Ana Directory');
    const second = await logIn(world, 'ana@example.org', 'ana password');
    expect(second.body.user_id).toBe(first.body.user_id);
    expect(await accountsOf(world, 'ana@example.org')).toHaveLength(1);
  });

  it('tells apps that names need not be addresses', async () => {
    const { body } = await world.request('GET', 'server_settings');
    expect(body).toMatchObject({ require_email_format_usernames: false, authentication_methods: { ldap: true } });
  });

  it('opens a session from the login page', async () => {
    await slapd.addPerson('ben');
    const browser = new Browser(world.url);
    const answer = await browser.submit('/login/', { username: 'ben', password: 'ben password' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    expect((await browser.json('GET', 'users/me')).body.delivery_email).toBe('ben@example.org');
  });

  it('refuses a wrong password, and names that are not there, alike', async () => {
    await slapd.addPerson('carl');
    const wrong = await logIn(world, 'carl', 'another password');
    const unknown = await logIn(world, 'nobody', 'another password');
    expect([outcome(wrong), outcome(unknown)]).toEqual([REFUSED, REFUSED]);
    expect(wrong.body).toEqual(unknown.body);
    expect(await accountsOf(world, 'carl@example.org')).toEqual([]);
  });

  it('keeps the password that an account has here', async () => {
    const mia = await world.member('mia');
    expect((await logIn(world, mia.email, 'a long enough secret')).body.user_id).toBe(mia.id);
  });

  it('finds a person again whose entry has moved: the entryUUID stays', async () => {
    const dn = await slapd.addPerson('dana');
    const before = await logIn(world, 'dana');
    await slapd.ask(async (client) => {
      await client.add(`ou=moved,${PEOPLE}`, { objectClass: 'organizationalUnit', ou: 'moved' });
      await client.modifyDN(dn, `uid=dana.married,ou=moved,${PEOPLE}`);
      const mail = new Attribute({ type: 'mail', values: ['dana.married@example.org'] });
      await client.modify(
        `uid=dana.married,ou=moved,${PEOPLE}`,
        new Change({ operation: 'replace', modification: mail }),
      );
    });
    const after = await logIn(world, 'dana.married', 'dana password');
    expect(after.body.user_id).toBe(before.body.user_id);
    expect(await accountsOf(world, 'dana.married@example.org')).toEqual([]);
  });

  it('does not take another person for the one who had the name before', async () => {
    const dn = await slapd.addPerson('erik');
    const before = await logIn(world, 'erik');
    expect(before.status).toBe(200);
    await slapd.ask((client) => client.del(dn));
    await slapd.addPerson('erik');
    expect(outcome(await logIn(world, 'erik'))).toEqual(REFUSED);
  });

  it('takes the bytes of an objectGUID as the subject, in the form that tools show', async () => {
    const bytes = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    const dn = await slapd.addPerson('frida');
    await slapd.ask((client) => {
      const guid = new Attribute({ type: 'objectGUID', values: [bytes] });
      return client.modify(dn, new Change({ operation: 'add', modification: guid }));
    });
    const { body } = await logIn(world, 'frida');
    const rows = await world.sql('SELECT subject FROM external_identity WHERE user_id = $1', [body.user_id]);
    expect(rows).toEqual([{ subject: '33221100-5544-7766-8899-aabbccddeeff' }]);
  });

  it.each([
    ['disabled in Active Directory', 'gil', { userAccountControl: '514' }, 'disabled'],
    ['without an address', 'hana', { mail: [] }, 'no e-mail address'],
  ])('refuses an account that is %s, and says so', async (_, uid, more, reason) => {
    await slapd.addPerson(uid, more);
    const answer = await logIn(world, uid);
    expect(outcome(answer)).toEqual(REFUSED);
    expect(answer.body.msg).toContain(reason);
    expect(outcome(await logIn(world, uid, 'another password'))).toEqual(REFUSED);
    expect((await logIn(world, uid, 'another password')).body.msg).not.toContain(reason);
  });

  it('refuses an ordinary account number of Active Directory not', async () => {
    await slapd.addPerson('ida', { userAccountControl: '512' });
    expect((await logIn(world, 'ida')).status).toBe(200);
  });

  it('refuses a name that several entries have', async () => {
    await slapd.addPerson('jan');
    await slapd.addPerson('jan.too', { mail: 'jan@example.org' });
    expect(outcome(await logIn(world, 'jan@example.org', 'jan password'))).toEqual(REFUSED);
    expect((await logIn(world, 'jan')).status).toBe(200);
  });

  it('links no account by its address unless the owner says so, and never one of an administrator', async () => {
    const [karl, lena] = [await world.member('karl'), await world.admin('lena')];
    await slapd.addPerson('karl');
    await slapd.addPerson('lena');
    expect(outcome(await logIn(world, 'karl'))).toEqual(REFUSED);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { link_by_address: true, domain: 'example.org' });
    expect((await logIn(world, 'karl')).body.user_id).toBe(karl.id);
    expect(outcome(await logIn(world, 'lena'))).toEqual(REFUSED);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { link_by_address: false, domain: '' });
    expect(lena.id).not.toBe(karl.id);
  });

  it('makes no accounts where the owner has switched that off', async () => {
    await slapd.addPerson('maja');
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { jit: false });
    expect(outcome(await logIn(world, 'maja'))).toEqual(REFUSED);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { jit: true });
    expect((await logIn(world, 'maja')).status).toBe(200);
  });

  it('asks for the second factor of the account', async () => {
    await slapd.addPerson('nora');
    const first = new Browser(world.url);
    await first.submit('/login/', { username: 'nora', password: 'nora password' });
    await Authenticator.setUp(first, world);
    const refused = await logIn(world, 'nora');
    expect(outcome(refused)).toEqual(REFUSED);
    expect(refused.body.msg).toContain('Browser');
    const browser = new Browser(world.url);
    const answer = await browser.submit('/login/', { username: 'nora', password: 'nora password' });
    expect(answer.headers.get('location')).toBe('/login/second-step');
    expect(browser.session).toBeUndefined();
  });

  it('mails about a login from a new device', async () => {
    await slapd.addPerson('mara');
    for (const browser of [new Browser(world.url), new Browser(world.url)])
      expect((await browser.submit('/login/', { username: 'mara', password: 'mara password' })).status).toBe(302);
    expect((await mailsTo(world, 'mara@example.org')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New login to /),
    ]);
  });

  it('asks several directories, one after the other', async () => {
    await slapd.ask((client) => client.add(`ou=guests,${BASE}`, { objectClass: 'organizationalUnit', ou: 'guests' }));
    await slapd.addPerson('otto', {}, `ou=guests,${BASE}`);
    expect(outcome(await logIn(world, 'otto'))).toEqual(REFUSED);
    const other = await addDirectory(world, slapd, { slug: 'guests', name: 'Guests', base: `ou=guests,${BASE}` });
    expect((await logIn(world, 'otto')).status).toBe(200);
    expect((await logIn(world, 'ana')).status).toBe(200);
    await world.owner.ok('DELETE', `${PROVIDERS}/${other}`);
    expect(outcome(await logIn(world, 'otto'))).toEqual(REFUSED);
  });

  it('ends keys of the directory when an owner switches it off', async () => {
    await slapd.addPerson('paul');
    const { body } = await logIn(world, 'paul');
    const authorization = `Basic ${Buffer.from(`paul@example.org:${String(body.api_key)}`).toString('base64')}`;
    expect((await world.request('GET', 'users/me', {}, authorization)).status).toBe(200);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { enabled: false });
    expect((await world.request('GET', 'users/me', {}, authorization)).status).toBe(401);
    expect((await logIn(world, 'paul@example.org', 'paul password')).status).toBe(401);
    await world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { enabled: true });
    expect((await logIn(world, 'paul')).status).toBe(200);
  });
});
