import { Browser } from '../../support/browser';
import { linkIn, mailsTo, mailTo } from '../../support/mailbox';
import { World } from '../../support/world';

const SECRET = 'winter owls count 7 stars';
const typed = { full_name: 'Sam Signup', password: SECRET, password_again: SECRET };

/** Signing up without an account and without an invitation. */
describe('sign-up', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.member('ana');
  });
  afterAll(() => world.stop());

  const allow = (invite_required: boolean) => world.owner.ok('PATCH', 'realm', { invite_required });
  const signUp = (email: string) => new Browser(world.url).submit('/register/', { email });

  it('requires an invitation where the organization says so', async () => {
    const { status, text } = await new Browser(world.url).get('/register/');
    expect([status, text]).toEqual([400, expect.stringContaining('invitation is needed')]);
  });

  it('is linked from the login page where it is possible', async () => {
    const isOffered = async () => (await new Browser(world.url).get('/login/')).text.includes('href="/register/"');
    expect(await isOffered()).toBe(false);
    await allow(false);
    expect(await isOffered()).toBe(true);
  });

  it('creates an account from the link in the mail and announces the new user', async () => {
    await allow(false);
    await world.owner.ok('PATCH', 'realm', {
      signup_announcements_stream_id: await world.owner.channelId('general'),
    });
    expect((await signUp('sam@example.net')).status).toBe(200);
    expect(await world.sql(`SELECT id FROM user_account WHERE delivery_email = 'sam@example.net'`)).toEqual([]);
    const link = linkIn(await mailTo(world, 'sam@example.net'));
    const browser = new Browser(world.url);
    expect((await browser.get(link)).text).toContain('sam@example.net');
    expect((await browser.submit(link, typed)).status).toBe(303);
    const me = (await browser.json('GET', 'users/me')).body;
    expect(me).toMatchObject({ full_name: 'Sam Signup', role: 400, delivery_email: 'sam@example.net' });
    expect((await new Browser(world.url).get(link)).status).toBe(404);
    await world.settled();
    const said = await world.sql<{ content: string }>(`SELECT content FROM message WHERE topic = 'signups'`);
    expect(said).toEqual([{ content: `@_**Sam Signup|${me.user_id as number}** has joined the organization.` }]);
  });

  it('answers alike for known and unknown addresses, and mails the difference to the holder', async () => {
    const taken = await signUp('ana@example.org');
    const free = await signUp('free@example.net');
    const comparable = ({ text }: { text: string }, address: string) => text.replaceAll(address, '*');
    expect(comparable(taken, 'ana@example.org')).toBe(comparable(free, 'free@example.net'));
    expect(taken.status).toBe(free.status);
    const mail = await mailTo(world, 'ana@example.org');
    expect(mail.text).toContain('has an account there already');
    expect(() => linkIn(mail)).toThrow('no link');
  });

  it('enforces allowed domains and refuses disposable addresses', async () => {
    expect((await signUp('not an address')).status).toBe(400);
    expect((await signUp('somebody@mailinator.com')).status).toBe(400);
    await world.owner.ok('POST', 'realm/domains', { domain: 'example.com', allow_subdomains: true });
    await world.owner.ok('PATCH', 'realm', { emails_restricted_to_domains: true });
    expect((await signUp('out@example.net')).status).toBe(400);
    expect((await signUp('plus+plus@example.com')).status).toBe(400);
    expect((await signUp('in@mail.example.com')).status).toBe(200);
    expect(await mailsTo(world, 'out@example.net')).toEqual([]);
    const link = linkIn(await mailTo(world, 'free@example.net'));
    const late = await new Browser(world.url).submit(link, typed);
    expect(late.status).toBe(400);
    await world.owner.ok('PATCH', 'realm', { emails_restricted_to_domains: false });
  });

  it('refuses links under way when invitations become required', async () => {
    const link = linkIn(await mailTo(world, 'free@example.net'));
    await allow(true);
    expect((await new Browser(world.url).get(link)).status).toBe(400);
    await allow(false);
    expect((await new Browser(world.url).get(link)).status).toBe(200);
  });

  it('creates one account when two visitors confirm one address at once', async () => {
    await signUp('twice@example.net');
    await signUp('twice@example.net');
    const links = (await mailsTo(world, 'twice@example.net')).map(linkIn);
    const answers = await Promise.all(links.map((link) => new Browser(world.url).submit(link, typed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect(await world.sql(`SELECT id FROM user_account WHERE delivery_email = 'twice@example.net'`)).toHaveLength(1);
  });

  it('refuses forms of other sites', async () => {
    const browser = new Browser(world.url);
    await browser.get('/register/');
    expect((await browser.post('/register/', { email: 'forged@example.net' })).status).toBe(403);
    expect(await mailsTo(world, 'forged@example.net')).toEqual([]);
  });

  it('escapes what the visitor typed', async () => {
    const { text } = await signUp('"><script>alert(1)</script>');
    expect(text).not.toContain('<script>');
  });
});

describe('the rate limit of mails caused by anonymous clients', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ PARLEY_RATE_LIMITS: 'on' });
    await world.owner.ok('PATCH', 'realm', { invite_required: false });
  });
  afterAll(() => world.stop());

  it('allows five mails a day for a network address, of all kinds together', async () => {
    const browser = new Browser(world.url);
    for (let n = 0; n < 3; n++)
      expect((await browser.submit('/register/', { email: `n${n}@example.net` })).status).toBe(200);
    for (let n = 0; n < 2; n++)
      expect((await browser.submit('/accounts/password/reset/', { email: `n${n}@example.net` })).status).toBe(200);
    const sixth = await browser.submit('/register/', { email: 'n6@example.net' });
    expect([sixth.status, Number(sixth.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await browser.submit('/accounts/password/reset/', { email: 'n7@example.net' })).status).toBe(429);
    expect(await mailsTo(world, 'n6@example.net')).toEqual([]);
  });
});
