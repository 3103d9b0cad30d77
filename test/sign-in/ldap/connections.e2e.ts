import { World } from '../../support/world';
import { addDirectory, logIn, optionsFor, outcome, PROVIDERS, REFUSED } from './directory-provider';
import { StartTlsBehaviour, BIND, FalseDirectory, STARTTLS } from './false-directory';
import { describeWithSlapd, peopleIn, Slapd } from './slapd';

describeWithSlapd('Connections with a directory', () => {
  let world: World;
  let slapd: Slapd;
  let outsider: Slapd;
  let id: number;
  beforeAll(async () => {
    slapd = await Slapd.start({ ldif: peopleIn(['ana', 'ben', 'carl', 'dana', 'erik', 'frida', 'gil']) });
    outsider = await Slapd.start({ names: 'DNS:directory.example.org', ldif: peopleIn(['hana']) });
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    id = await addDirectory(world, slapd);
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
    await outsider?.stop();
  });
  afterEach(() => change({ url: slapd.url, starttls: false, ca: '' }));

  const change = (options: object) => world.owner.ok('PATCH', `${PROVIDERS}/${id}`, { ...options });
  const silence = async (username: string, password?: string) => {
    const answer = await logIn(world, username, password);
    expect([outcome(answer), answer.body.msg]).toEqual([REFUSED, expect.stringContaining('does not answer')]);
  };

  it.each([
    ['StartTLS', () => ({ url: slapd.url, starttls: true })],
    ['LDAPS', () => ({ url: slapd.secureUrl })],
  ])('are encrypted by %s with a certificate of an own authority, and by no other', async (_, address) => {
    await change({ ...address(), ca: slapd.certificates.ca });
    expect((await logIn(world, 'ana')).status).toBe(200);
    await change({ ca: outsider.certificates.ca });
    await silence('ana');
    await change({ ca: '' });
    await silence('ana');
  });

  it.each([
    ['StartTLS', () => ({ url: outsider.url, starttls: true })],
    ['LDAPS', () => ({ url: outsider.secureUrl })],
  ])('by %s end if the certificate is for another name', async (_, address) => {
    await change({ ...address(), ca: outsider.certificates.ca });
    await silence('hana');
  });

  it.each<[StartTlsBehaviour]>([['refuse'], ['agree, and end the connection'], ['agree, and stay silent']])(
    'send no password to a directory that is asked to encrypt and would %s',
    async (answer) => {
      const directory = await FalseDirectory.start(answer);
      await change({ url: directory.url, starttls: true });
      await silence('ben');
      expect(directory.requests).toContain(STARTTLS);
      expect(directory.requests).not.toContain(BIND);
      directory.stop();
    },
  );

  it('are tried without encryption only to this machine', async () => {
    const { settings } = (await listed())!;
    expect(settings).toMatchObject({ starttls: false });
    const options = { ...optionsFor(slapd), slug: 'far', url: 'ldap://directory.example.org' };
    const { id: far } = await world.owner.ok('POST', PROVIDERS, options);
    expect((await listed(far))!.settings).toMatchObject({ starttls: true });
    await world.owner.ok('DELETE', `${PROVIDERS}/${String(far)}`);
  });
  const listed = async (wanted: unknown = id) => {
    const { identity_providers: all } = await world.owner.ok('GET', PROVIDERS);
    return (all as { id: number; settings: object }[]).find((one) => one.id === wanted);
  };

  it('hold no transaction, no lock and no connection of the pool while the directory is silent', async () => {
    slapd.pause();
    const waiting = Array.from({ length: 30 }, () => logIn(world, 'carl'));
    const held = () =>
      world.sql<{ count: number }>(`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND wait_event = 'ClientRead'`);
    await world.owner.ok('GET', 'users/me');
    expect(await held()).toEqual([{ count: 0 }]);
    for (const answer of await Promise.all(waiting)) expect(outcome(answer)).toEqual(REFUSED);
    slapd.resume();
    expect((await logIn(world, 'carl')).status).toBe(200);
  });

  it('that end in the middle leave nothing behind', async () => {
    slapd.pause();
    const waiting = silence('dana');
    await slapd.kill();
    await waiting;
    expect(await world.sql(`SELECT 1 FROM user_account WHERE delivery_email = 'dana@example.org'`)).toEqual([]);
    await slapd.launch();
    expect((await logIn(world, 'dana')).status).toBe(200);
  });

  it('with a directory that is silent do not disturb another one', async () => {
    const dead = await Slapd.start();
    await dead.kill();
    const other = await addDirectory(world, dead, { slug: 'first' });
    expect((await logIn(world, 'erik')).status).toBe(200);
    await silence('erik', 'another password');
    await world.owner.ok('DELETE', `${PROVIDERS}/${other}`);
    expect(outcome(await logIn(world, 'erik', 'another password'))).toEqual(REFUSED);
    await dead.stop();
  });

  it('fail for all if the account that searches is refused', async () => {
    await change({ bind_password: 'another one' });
    await silence('frida');
    await change({ bind_password: 'a secret of the directory' });
    expect((await logIn(world, 'frida')).status).toBe(200);
  });
});
