import { Browser } from '../../support/browser';
import { mailsTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const NEW_LOGIN = /^New login to /;

describe('Mails about logins from new devices', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  const mailsAbout = async ({ email }: Person) =>
    (await mailsTo(world, email)).filter(({ subject }) => NEW_LOGIN.test(subject));
  const byKey = (person: Person, userAgent: string) =>
    fetch(`${world.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: person.email, password: PASSWORD }),
      headers: { 'user-agent': userAgent },
    });
  const inBrowser = async (person: Person, browser = new Browser(world.url)): Promise<Browser> => {
    expect((await browser.logIn(person.email)).status).toBe(302);
    return browser;
  };

  it('are sent for a browser that the account does not know, with browser, system, address and time', async () => {
    const ana = await world.member('ana');
    const known = await inBrowser(ana);
    expect(await mailsAbout(ana)).toEqual([]);
    const page = await known.send('GET', '/login/?again=true', undefined, { headers: { 'user-agent': CHROME } });
    expect(page.status).toBe(200);

    const browser = new Browser(world.url);
    const { text } = await browser.get('/login/');
    const token = /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(text)![1];
    const form = { username: ana.email, password: PASSWORD, csrfmiddlewaretoken: token };
    await browser.post('/login/', form, { 'user-agent': CHROME });
    const [mail, ...others] = await mailsAbout(ana);
    expect(others).toEqual([]);
    expect(mail.subject).toMatch(/^New login to .* from Chrome on Linux$/);
    expect(mail.text).toContain('Device: Chrome on Linux. IP address: 127.0.0.1. Time: ');
    expect(mail.text).toMatch(/Time: \w+day, \d+ \w+ 2\d\d\d at \d\d:\d\d:\d\d UTC/);
  });

  it('are not sent for a browser that has logged in before, also after a logout', async () => {
    const bo = await world.member('bo');
    const [first, second] = [await inBrowser(bo), await inBrowser(bo)];
    expect(await mailsAbout(bo)).toHaveLength(1);
    for (const browser of [first, second]) {
      await browser.submit('/accounts/logout/');
      await inBrowser(bo, browser);
    }
    expect(await mailsAbout(bo)).toHaveLength(1);
  });

  it('are sent to each account that logs in from one browser for the first time', async () => {
    const [carl, dora] = [await world.member('carl'), await world.member('dora')];
    await inBrowser(dora);
    const shared = await inBrowser(carl);
    await shared.submit('/accounts/logout/');
    await inBrowser(dora, shared);
    expect([await mailsAbout(carl), await mailsAbout(dora)]).toEqual([[], [expect.anything()]]);
  });

  it('know programs by their name and address, whatever their version', async () => {
    const emil = await world.member('emil');
    for (const program of ['ZulipMobile/30.0.266 (Android 14)', 'ZulipMobile/31.2 (Android 15)', 'ZulipTerminal/0.7.0'])
      expect((await byKey(emil, program)).status).toBe(200);
    const [mail, ...others] = await mailsAbout(emil);
    expect(others).toEqual([]);
    expect(mail.subject).toContain('from the terminal client on an unknown system');
  });

  it('are sent once the second step is taken, and not before', async () => {
    const fay = await world.member('fay');
    const app = await withAuthenticator(world, fay);
    const browser = new Browser(world.url);
    await browser.logIn(fay.email);
    expect(await mailsAbout(fay)).toEqual([]);
    await browser.submit('/login/second-step', { code: await app.freshCode() });
    expect(await mailsAbout(fay)).toHaveLength(1);
  });

  it('are not sent for wrong passwords, nor to users who have switched them off', async () => {
    const gus = await world.member('gus');
    await inBrowser(gus);
    const wrong = await new Browser(world.url).logIn(gus.email, 'another long secret');
    expect(wrong.status).toBe(401);
    expect(await mailsAbout(gus)).toEqual([]);
    await gus.ok('PATCH', 'settings', { enable_login_emails: false });
    await inBrowser(gus);
    expect(await mailsAbout(gus)).toEqual([]);
  });

  it('show the time where the user lives', async () => {
    const hana = await world.member('hana');
    await hana.ok('PATCH', 'settings', { timezone: 'Asia/Tokyo' });
    await inBrowser(hana);
    await inBrowser(hana);
    expect((await mailsAbout(hana))[0].text).toContain('GMT+9');
  });

  it('forget the devices of an account beyond fifty', async () => {
    const ida = await world.member('ida');
    await inBrowser(ida);
    await world.sql(
      `INSERT INTO known_device (user_id, hash, seen_at)
        SELECT $1, sha256(n::text::bytea), now() - n * interval '1 day' FROM generate_series(1, 60) AS n`,
      [ida.id],
    );
    await inBrowser(ida);
    expect(await world.sql('SELECT 1 FROM known_device WHERE user_id = $1', [ida.id])).toHaveLength(50);
  });

  it('set a cookie that scripts cannot read, and that opens nothing', async () => {
    const jan = await world.member('jan');
    const browser = await inBrowser(jan);
    const [cookie] = browser.received.filter((one) => one.startsWith('known_device='));
    expect(cookie).toMatch(/^known_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    browser.cookies.delete('sessionid');
    expect((await browser.json('GET', 'users/me')).status).toBe(401);
  });

  it.each(['', 'x', 'a'.repeat(10_000), '"; DROP TABLE known_device'])('take no cookie like %j', async (value) => {
    const kai = await world.member(`kai ${value.length}`);
    const browser = new Browser(world.url);
    browser.cookies.set('known_device', encodeURIComponent(value));
    await inBrowser(kai, browser);
    expect(browser.cookies.get('known_device')).toMatch(/^[\w-]{43}$/);
  });
});
