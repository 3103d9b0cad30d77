import { Workers } from '@app/platform';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import { MailServer } from '../../support/mail-server';
import { until } from '../../support/until';
import { World } from '../../support/world';
import { addDirectory } from '../ldap/directory-provider';
import { describeWithSlapd, Slapd } from '../ldap/slapd';
import { TestProvider } from '../oidc/provider';
import { SamlLoginPage } from '../saml/login-page';

const PATH = 'realm/identity_providers';
const MESSAGES = 60;

describeInChromium('A link to a message, opened without a session', () => {
  let world: World;
  let mails: MailServer;
  let oidc: TestProvider;
  let saml: SamlLoginPage;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let place: string;

  beforeAll(async () => {
    mails = await MailServer.start();
    const mailing = { PARLEY_SMTP_URL: mails.url, PARLEY_MAIL_FROM: 'chat@example.org' };
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1', ...mailing });
    oidc = await TestProvider.start(`${world.url}/complete/oidc/corp`);
    saml = await SamlLoginPage.start(world.url);
    const usual = { jit: true, link_by_address: true, domain: 'example.org' };
    const corp = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: oidc.issuer, client_id: 'parley' };
    await world.owner.ok('POST', PATH, { ...usual, ...corp, client_secret: 'a secret of the client' });
    await world.owner.ok('POST', PATH, { ...usual, kind: 'saml', slug: 'idp', name: 'IdP', metadata: saml.metadata });
    await world.owner.subscribe('general');
    const ids: number[] = [];
    while (ids.length < MESSAGES) ids.push(await world.owner.send('general', 'hello & more', `Message ${ids.length}.`));
    const channelId = await world.owner.channelId('general');
    place = `/#narrow/channel/${channelId}-general/topic/hello.20.26.20more/near/${ids[12]}`;
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await oidc?.stop();
    await saml?.stop();
    await world?.stop();
    await mails?.close();
  });
  beforeEach(async () => {
    context = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openTab(context));
  });
  afterEach(() => context.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();

  /** The login page, by the link to the message. */
  async function open(link = place): Promise<void> {
    await page.goto(link);
    await follow('Log in');
  }

  /** The page shows the message that the link names, and its address says so. */
  async function expectPlace(link = place, text = 'Message 12.'): Promise<void> {
    await page.getByRole('article').getByText(text, { exact: true }).waitFor();
    await until(() => isWithinWindow(text));
    expect(new URL(page.url()).href).toBe(new URL(link, world.url).href);
  }

  const isWithinWindow = (text: string): Promise<boolean> =>
    page
      .getByRole('article')
      .filter({ hasText: text })
      .evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });

  async function answerOidc(name: string): Promise<void> {
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('x');
    await page.locator('[type=submit]').click();
    await page.locator('[type=submit]').click();
  }

  const personOf = (name: string) => ({ nameId: name, attributes: { mail: `${name}@example.org`, displayName: name } });

  it('is shown after a login with OpenID Connect, also when the person has refused at first', async () => {
    oidc.add({ sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' });
    await open();
    await follow('Log in with Corp');
    await page.getByRole('link', { name: /cancel/i }).click();
    await page.getByRole('alert').getByText('Corp has not confirmed this login').waitFor();
    await follow('Log in again');
    await follow('Log in with Corp');
    await answerOidc('ada');
    await expectPlace();
  });

  it('is shown after a login with SAML, also when the provider has answered badly at first', async () => {
    await open();
    saml.next = { person: personOf('ben'), changes: { draft: { audiences: [['https://another.example.org']] } } };
    await follow('Log in with IdP');
    await page.getByRole('alert').getByText('IdP has not confirmed this login').waitFor();
    await follow('Log in again');
    saml.next = { person: { nameId: 'ben', attributes: { displayName: 'Ben' } } };
    await follow('Log in with IdP');
    await page.getByRole('alert').getByText('IdP gives no e-mail address of yours').waitFor();
    await follow('Log in again');
    saml.next = { person: personOf('ben') };
    await follow('Log in with IdP');
    await expectPlace();
  });

  it('is shown after a login that took too long at the provider', async () => {
    oidc.add({ sub: 'cleo', email: 'cleo@example.org', email_verified: true, name: 'Cleo' });
    await open();
    await follow('Log in with Corp');
    await world.sql(`UPDATE login_attempt SET expires_at = now() - interval '1 second'`);
    await answerOidc('cleo');
    await page.getByRole('alert').getByText('begun elsewhere or too long ago').waitFor();
    await follow('Log in again');
    await follow('Log in with Corp');
    await expectPlace();
  });

  it('is forgotten when the next login begins without a link', async () => {
    await open();
    await page.goto('/login/');
    await page.goto('/login/again');
    expect(new URL(page.url()).search).toBe('');
  });

  it('may be in a mail about missed messages', async () => {
    const dan = await world.member('dan');
    oidc.add({ sub: 'dan', email: dan.email, email_verified: true, name: 'Dan' });
    await world.owner.sendTo([dan], 'Are you there?');
    await until(async () => {
      world.service(Workers).nudge('missed_messages');
      return (await world.sql('SELECT FROM missed_message WHERE user_id = $1', [dan.id])).length > 0;
    });
    await world.sql('UPDATE missed_message SET due_at = now()');
    world.service(Workers).nudge('missed_message_mails');
    const [{ text }] = await mails.arrived(dan.email);
    const [link] = /http\S+#narrow\/dm\/\S+/.exec(text!)!;
    await open(link);
    await follow('Log in with Corp');
    await answerOidc('dan');
    await expectPlace(link, 'Are you there?');
  });

  describeWithSlapd('at a directory', () => {
    let slapd: Slapd;
    beforeAll(async () => {
      slapd = await Slapd.start();
      await addDirectory(world, slapd);
    });
    afterAll(() => slapd?.stop());

    it('is shown after a login with LDAP, also after a wrong password and while the directory was away', async () => {
      await slapd.addPerson('fay');
      await open();
      const logIn = async (password: string) => {
        await page.getByLabel('Email or user name').fill('fay');
        await page.getByLabel('Password').fill(password);
        await press('Log in');
      };
      await logIn('wrong');
      await page.getByRole('alert').waitFor();
      await slapd.kill();
      await logIn('fay password');
      await page.getByRole('alert').waitFor();
      await slapd.launch();
      await logIn('fay password');
      await expectPlace();
    });
  });
});
