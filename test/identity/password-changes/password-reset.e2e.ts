import { Browser } from '../../support/browser';
import { runParley } from '../../support/command-line';
import { linkIn, mailsTo, mailTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const SECRET = 'summer foxes read 9 books';
const RESET = '/accounts/password/reset/';

/** A new password for a user who has lost the old one. */
describe('password reset', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const ask = (email: string) => new Browser(world.url).submit(RESET, { email });
  const choose = (link: string, password = SECRET, again = password) =>
    new Browser(world.url).submit(link, { password, password_again: again });
  const login = (username: string, password: string) => world.request('POST', 'fetch_api_key', { username, password });

  it('stores the new password, ends sessions, keys and queues, and notifies the account', async () => {
    const browser = new Browser(world.url);
    await browser.logIn(ana.email);
    const queue = await ana.register();
    expect((await ask(ana.email.toUpperCase())).status).toBe(200);
    const link = linkIn(await mailTo(world, ana.email));
    expect((await choose(link)).status).toBe(200);

    expect((await login(ana.email, SECRET)).status).toBe(200);
    expect((await login(ana.email, 'a long enough secret')).status).toBe(401);
    expect((await ana.get('users/me')).status).toBe(401);
    expect((await browser.json('GET', 'users/me')).status).toBe(401);
    const rows = await world.sql('SELECT id FROM event_queue WHERE id = $1', [queue.id]);
    expect(rows).toEqual([]);
    const subjects = (await mailsTo(world, ana.email)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('was changed'));
    const [entry] = await world.sql<{ object_id: string; actor_id: string }>(
      `SELECT object_id, actor_id FROM audit_log WHERE action = 'reset_password'`,
    );
    expect([Number(entry.object_id), Number(entry.actor_id)]).toEqual([ana.id, ana.id]);
  });

  it('works once and invalidates earlier links', async () => {
    const bo = await world.member('bo');
    await ask(bo.email);
    await ask(bo.email);
    const [first, second] = (await mailsTo(world, bo.email)).map(linkIn);
    const answers = await Promise.all([choose(second), choose(second, 'another good secret 5')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await new Browser(world.url).get(first)).status).toBe(404);
    expect((await new Browser(world.url).get(second)).status).toBe(404);
  });

  it('is over for an owner to whom the operator gives a password', async () => {
    const dee = await world.member('dee');
    await world.owner.ok('PATCH', `users/${dee.id}`, { role: 100 });
    await ask(dee.email);
    const link = linkIn(await mailTo(world, dee.email));
    expect((await new Browser(world.url).get(link)).status).toBe(200);
    expect((await runParley(world, ['users', 'local-login', dee.email])).code).toBe(0);
    expect((await new Browser(world.url).get(link)).status).toBe(404);
  });

  it('shows the errors of the form and stays valid', async () => {
    const cy = await world.member('cy');
    await ask(cy.email);
    const link = linkIn(await mailTo(world, cy.email));
    expect((await choose(link, 'short')).status).toBe(400);
    expect((await choose(link, SECRET, 'something else')).text).toContain('not the same');
    expect((await choose(link, cy.email)).status).toBe(400);
    expect((await choose(link)).status).toBe(200);
  });

  it('answers alike for every address; only the mail tells the difference', async () => {
    const gone = await world.member('gone');
    await world.owner.ok('DELETE', `users/${gone.id}`);
    const addresses = [world.owner.email, 'nobody@example.net', gone.email];
    const answers = await Promise.all(addresses.map(ask));
    const pages = answers.map(({ text }, at) => text.replaceAll(addresses[at], '*'));
    expect(new Set(pages).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(linkIn(await mailTo(world, world.owner.email))).toContain(RESET);
    for (const address of addresses.slice(1)) {
      const mail = await mailTo(world, address);
      expect(() => linkIn(mail)).toThrow('no link');
    }
    expect((await mailTo(world, gone.email)).text).toContain('is deactivated');
  });

  it('is invalid after deactivation or a change of address', async () => {
    const dora = await world.member('dora');
    await ask(dora.email);
    const link = linkIn(await mailTo(world, dora.email));
    await world.owner.ok('DELETE', `users/${dora.id}`);
    expect((await new Browser(world.url).get(link)).status).toBe(404);
    expect((await new Browser(world.url).get(`${RESET}${'A'.repeat(43)}`)).status).toBe(404);
    await world.sql(`UPDATE confirmation SET expires_at = now()`);
    await ask(world.owner.email);
    const own = linkIn(await mailTo(world, world.owner.email));
    await world.sql(`UPDATE confirmation SET expires_at = now()`);
    expect((await new Browser(world.url).get(own)).status).toBe(404);
  });

  it('stores no token that can be used from the database', async () => {
    await ask(world.owner.email);
    const token = linkIn(await mailTo(world, world.owner.email))
      .split('/')
      .at(-1)!;
    const rows = await world.sql<{ row: string }>(
      `SELECT c::text AS row FROM confirmation c UNION ALL SELECT encode(content, 'escape') FROM mail`,
    );
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });
});
