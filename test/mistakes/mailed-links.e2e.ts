import { OrganizationCreation, UserRoles } from '@app/identity';
import { Browser } from '../support/browser';
import { linkIn, mailsTo, mailTo } from '../support/mailbox';
import type { Person } from '../support/person';
import { World } from '../support/world';

const SECRET = 'winter owls count 7 stars';
const typed = { full_name: 'Some Body', password: SECRET, password_again: SECRET };

/** Mistakes 2, 7, 14, 16, 17 and 25 for links in mails. */
describe('links in mails', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await world.owner.ok('PATCH', 'realm', { invite_required: false });
  });
  afterAll(() => world.stop());

  const get = async (path: string) => (await new Browser(world.url).get(path)).status;
  const reset = async (email: string) => {
    await new Browser(world.url).submit('/accounts/password/reset/', { email });
    return linkIn(await mailTo(world, email));
  };
  const invited = async (email: string, parameters: object = {}) => {
    await world.owner.ok('POST', 'invites', { invitee_emails: email, stream_ids: [], ...parameters });
    return linkIn(await mailTo(world, email));
  };

  it('2: answer alike for unknown, used and different links', async () => {
    const link = await invited('used@example.net');
    await new Browser(world.url).submit(link, typed);
    const token = (await reset(ana.email)).split('/').at(-1)!;
    const pages = await Promise.all(
      [link, `/accounts/do_confirm/${'x'.repeat(43)}`, `/accounts/do_confirm/${token}`, `/join/${token}/`].map((path) =>
        new Browser(world.url).get(path),
      ),
    );
    expect(new Set(pages.map(({ text, status }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0].status).toBe(404);
  });

  it('2: reveal no accounts by the time of an answer', async () => {
    const statements = async (email: string) => {
      const texts: string[] = [];
      const { Database } = await import('@app/platform');
      const database = world.service(Database);
      const send = jest.spyOn(database as never as { send(text: string): unknown }, 'send');
      await new Browser(world.url).submit('/accounts/password/reset/', { email });
      for (const [text] of send.mock.calls)
        if (/confirmation|mail|user_account/.test(String(text))) texts.push(String(text));
      send.mockRestore();
      return texts.filter((text) => !text.includes('FOR UPDATE SKIP LOCKED'));
    };
    expect(await statements(ana.email)).toEqual(await statements('nobody@example.net'));
  });

  it('7: give no more permissions than their creator has at the time', async () => {
    const max = await world.admin('max');
    await max.ok('POST', 'invites', { invitee_emails: 'mole@example.net', stream_ids: [], invite_as: 200 });
    const link = linkIn(await mailTo(world, 'mole@example.net'));
    const form = new Browser(world.url);
    await form.get(link);
    await world.service(UserRoles).set(world.organizationId, max.id as never, 400);
    expect((await form.post(link, { ...typed, csrfmiddlewaretoken: form.csrf! })).status).toBe(404);
    expect(await world.sql(`SELECT id FROM user_account WHERE delivery_email = 'mole@example.net'`)).toEqual([]);
  });

  it('14: are valid in their own organization only', async () => {
    const { owner, organization } = await world.service(OrganizationCreation).create({
      name: 'Elsewhere',
      host: 'elsewhere.example.net',
      owner: { email: 'eve@elsewhere.example.net', fullName: 'Eve Elsewhere', passwordHash: null },
    });
    expect(owner.organizationId).toBe(organization.id);
    const links = [await invited('here@example.net'), await reset(ana.email)];
    for (const link of links) expect(await get(link)).toBe(200);
    for (const table of ['invitation', 'confirmation'])
      await world.sql(`UPDATE ${table} SET organization_id = $1`, [organization.id]);
    for (const link of links) expect(await get(link)).toBe(404);
    expect((await world.owner.get('invites')).body).toMatchObject({ invites: [] });
    await world.sql('DELETE FROM invitation');
    await world.sql('DELETE FROM confirmation');
  });

  it('16: bind an account to the mailbox of the mail, whatever the form contains', async () => {
    const link = await invited('mine@example.net');
    const browser = new Browser(world.url);
    await browser.submit(link, { ...typed, email: 'olivia@example.org', invited_as: '100', role: '100' });
    expect((await browser.json('GET', 'users/me')).body).toMatchObject({
      delivery_email: 'mine@example.net',
      role: 400,
    });
  });

  it('16: find an address in every spelling of its letters', async () => {
    await new Browser(world.url).submit('/register/', { email: 'ANA@Example.ORG' });
    expect((await mailTo(world, 'ANA@Example.ORG')).text).toContain('has an account there already');
    await world.owner.ok('POST', 'invites', { invitee_emails: 'Case@Example.net', stream_ids: [] });
    await new Browser(world.url).submit('/register/', { email: 'case@example.net' });
    const links = [...(await mailsTo(world, 'Case@Example.net')), ...(await mailsTo(world, 'case@example.net'))].map(
      linkIn,
    );
    const answers = await Promise.all(links.map((link) => new Browser(world.url).submit(link, typed)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it('17: for a password are invalidated by it', async () => {
    const bo = await world.member('bo');
    const link = await reset(bo.email);
    await bo.ok('PATCH', 'settings', { old_password: 'a long enough secret', new_password: SECRET });
    expect(await get(link)).toBe(404);
  });

  it('25: limit requests without an account by the mails that they cause', async () => {
    const strict = await World.start({ PARLEY_RATE_LIMITS: 'on', PARLEY_TRUSTED_PROXIES: '10.0.0.0/8' });
    try {
      const browser = new Browser(strict.url);
      const statuses: number[] = [];
      for (let n = 0; n < 7; n++) {
        await browser.get('/accounts/password/reset/');
        const fields = { email: `n${n}@example.net`, csrfmiddlewaretoken: browser.csrf! };
        // A forwarded address that the client made up does not count: no proxy is trusted here.
        const { status } = await browser.post('/accounts/password/reset/', fields, {
          'x-forwarded-for': `203.0.113.${n}`,
        });
        statuses.push(status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    } finally {
      await strict.stop();
    }
  });
});
