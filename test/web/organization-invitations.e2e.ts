import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { linkIn, mailsTo, mailTo } from '../support/mailbox';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

interface Invited {
  readonly email?: string;
  readonly invited_as: number;
  readonly invited: number;
  readonly expiry_date: number | null;
  readonly is_multiuse: boolean;
}
const DAY_SECONDS = 86_400;
const EMAILS = 'Emails, separated by commas or lines';
const SECRET = 'winter owls count 7 stars';

/** What the administrator does in the section, and the invited in a browser of their own. */
describeInChromium('Invitations in the browser client', () => {
  let world: World;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    chromium = await startChromium();
    const context = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(context, world.owner, '#organization/invitations'));
    await page.getByRole('heading', { name: 'Invitations', level: 1 }).waitFor();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const invited = async () => (await world.owner.ok('GET', 'invites')).invites as Invited[];
  const daysOf = ({ invited: from, expiry_date: to }: Invited) => to && Math.round((to - from) / DAY_SECONDS);
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const accepted = (name: string) =>
    page.getByRole('list', { name: 'Accepted invitations' }).getByRole('listitem').filter({ hasText: name });
  const join = async (path: string, email: string | null, name: string) => {
    const visitor = await (await chromium.newContext({ baseURL: world.url })).newPage();
    await visitor.goto(path);
    if (email !== null) {
      await visitor.getByLabel('E-mail address').fill(email);
      await visitor.getByRole('button', { name: 'Go on' }).click();
      await until(async () => (await mailsTo(world, email)).length > 0);
      await visitor.goto(linkIn(await mailTo(world, email)));
    }
    await visitor.getByLabel('Your name').fill(name);
    await visitor.getByLabel('New password').fill(SECRET);
    await visitor.getByLabel('The same again').fill(SECRET);
    await visitor.getByRole('button', { name: 'Join' }).click();
    await visitor.getByRole('navigation', { name: 'Views' }).waitFor();
    await visitor.context().close();
  };
  const roleOf = async (name: string) => {
    const all = (await world.owner.ok('GET', 'users')).members as { full_name: string; role: number }[];
    return all.find((one) => one.full_name === name)?.role;
  };

  it('go to many addresses at once, with a role and an end, and are taken by mail', async () => {
    await page.getByLabel(EMAILS).fill('nina@example.org, Omar Ali <omar@example.org>\npia@example.org');
    await page.getByLabel('Role', { exact: true }).selectOption('Moderator');
    await page.getByLabel('Expires in').selectOption('7 days');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('status').getByText('Invited').waitFor();
    const all = await invited();
    expect(all.map(({ email }) => email).sort()).toEqual(['nina@example.org', 'omar@example.org', 'pia@example.org']);
    expect(all.map((one) => [one.invited_as, daysOf(one)])).toEqual(Array(3).fill([300, 7]));
    await row('nina@example.org').getByText('Moderator').waitFor();
    await row('nina@example.org')
      .getByText(/expires/)
      .waitFor();
    await join(linkIn(await mailTo(world, 'nina@example.org')), null, 'Nina Newcomer');
    expect(await roleOf('Nina Newcomer')).toBe(300);
    await accepted('Nina Newcomer')
      .getByText(/^Moderator · invited by Olivia Owner · joined ./)
      .waitFor();
    await row('nina@example.org').waitFor({ state: 'detached' });
  });

  it('are sent again, and revoked', async () => {
    await page.getByRole('button', { name: 'Send again to omar@example.org' }).click();
    await until(async () => (await mailsTo(world, 'omar@example.org')).length === 2);
    await page.getByRole('button', { name: 'Remove pia@example.org' }).click();
    await row('pia@example.org').waitFor({ state: 'detached' });
    expect((await invited()).map(({ email }) => email)).toEqual(['omar@example.org']);
  });

  it('are a link for many, which ends or not, and is taken by several', async () => {
    await page.getByLabel('Role', { exact: true }).selectOption('Member');
    await page.getByLabel('Expires in').selectOption('Never');
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    const link = page.getByLabel('Invitation link', { exact: true });
    const path = new URL(await link.inputValue()).pathname;
    const [made] = (await invited()).filter(({ is_multiuse: isLink }) => isLink);
    expect([made.invited_as, made.expiry_date]).toEqual([400, null]);
    await row('Invitation link')
      .getByText(/never expires/)
      .waitFor();
    await join(path, 'rosa@example.org', 'Rosa Newcomer');
    await join(path, 'sam@example.org', 'Sam Newcomer');
    expect([await roleOf('Rosa Newcomer'), await roleOf('Sam Newcomer')]).toEqual([400, 400]);
    await row('Invitation link')
      .getByText(/2 users have joined by it$/)
      .waitFor();
    await accepted('Rosa Newcomer')
      .getByText(/invited by Olivia Owner · by a link · joined/)
      .waitFor();
    await page.getByRole('button', { name: 'Remove Invitation link' }).click();
    await link.waitFor({ state: 'detached' });
  });

  it('subscribe to the channels that are named, and are copied', async () => {
    await world.owner.subscribe(['bakery', 'kitchen', 'lab']);
    await page.getByLabel('Subscribe to the default channels').uncheck();
    await page.getByLabel('More channels').fill('bakery, cellar');
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    await page.getByRole('alert').getByText('No channel is called cellar').waitFor();
    await page.getByLabel('More channels').fill('bakery, lab');
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    const link = page.getByLabel('Invitation link', { exact: true });
    const path = new URL(await link.inputValue()).pathname;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    await join(path, 'tina@example.org', 'Tina Newcomer');
    const channels = await world.sql<{ name: string }>(
      `SELECT c.name FROM subscription_period p JOIN channel c ON c.id = p.channel_id
        JOIN user_account u ON u.id = p.user_id WHERE u.full_name = 'Tina Newcomer' ORDER BY c.name`,
    );
    expect(channels.map(({ name }) => name)).toEqual(['bakery', 'lab']);
    await page.getByRole('button', { name: 'Remove Invitation link' }).click();
    await link.waitFor({ state: 'detached' });
  });

  it('put into the groups that are named, count what was chosen, and say that no mail goes out', async () => {
    const group = (name: string) =>
      world.owner.ok('POST', 'user_groups/create', { name, description: '', members: [] });
    const [{ group_id: bakers }] = [await group('bakers'), await group('cooks')];
    const form = page.getByLabel(EMAILS);
    await form.fill('vera@example.org, will@example.org\nvera@example.org');
    await page.getByLabel('More channels').fill('bakery');
    await page.getByLabel('Groups, separated').fill('bakers, waiters');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('alert').getByText('is called waiters').waitFor();
    await page.getByLabel('Groups, separated').fill('bakers, cooks');
    await page.getByText('2 addresses · 1 channel · 2 groups', { exact: true }).waitFor();
    const [why] = (await form.getAttribute('aria-describedby'))!.split(' ');
    expect(await page.locator(`#${why}`).innerText()).toContain('This server sends no mails.');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('status').getByText('Invited, but no mail goes out.').waitFor();
    await row('vera@example.org')
      .getByText(/· 1 channel · 2 groups$/)
      .waitFor();
    await join(linkIn(await mailTo(world, 'vera@example.org')), null, 'Vera Newcomer');
    const { members } = await world.owner.ok('GET', `user_groups/${bakers as number}/members`);
    expect(members).toHaveLength(1);
    for (const label of ['More channels', 'Groups, separated']) await page.getByLabel(label).fill('');
  });

  it('leave those in the field that have accounts, and say so', async () => {
    await page.getByLabel(EMAILS).fill(`uma@example.org, ${world.owner.email}`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const against = page.getByRole('list', { name: 'Addresses that were not invited' });
    await against.getByText(`${world.owner.email}: Already has an account.`).waitFor();
    await row('uma@example.org').waitFor();
    expect(await page.getByLabel(EMAILS).inputValue()).toBe(world.owner.email);
  });

  it('name what is wrong with addresses, and none is invited then', async () => {
    await page.getByLabel(EMAILS).fill('tom@example.org, not an address');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('alert').waitFor();
    const against = page.getByRole('list', { name: 'Addresses that were not invited' });
    await against.getByText('not an address: Invalid address.').waitFor();
    expect(await mailsTo(world, 'tom@example.org')).toEqual([]);
    expect(await page.getByLabel(EMAILS).inputValue()).toContain('tom@example.org');
  });

  it('go to the listed domains alone where an owner restricts addresses', async () => {
    await goTo(page, '#organization/organization-permissions');
    const domains = page.getByRole('region', { name: 'Allowed email domains' });
    await domains.getByText('No domain is listed').waitFor();
    const field = domains.getByLabel('Email domain', { exact: true });
    await field.fill('no domain');
    await page.keyboard.press('Enter');
    await domains.getByRole('alert').getByText('Invalid domain').waitFor();
    await field.fill('bakery.example');
    await page.keyboard.press('Enter');
    await domains.getByLabel('Domains below bakery.example, too').check();
    await page.getByLabel('Restrict email addresses to some domains').check();
    const isRestricted = async () =>
      (await world.owner.register({ fetch_event_types: ['realm'] })).state.realm_emails_restricted_to_domains === true;
    await until(isRestricted);
    expect((await world.owner.ok('GET', 'realm/domains')).domains).toEqual([
      { domain: 'bakery.example', allow_subdomains: true },
    ]);
    await goTo(page, '#organization/invitations');
    await page.getByLabel(EMAILS).fill('xena@oven.bakery.example, yuri@elsewhere.example');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const against = page.getByRole('list', { name: 'Addresses that were not invited' });
    await against.getByText('yuri@elsewhere.example: Addresses of that domain are not allowed here.').waitFor();
    expect(await against.getByRole('listitem').count()).toBe(1);
    await goTo(page, '#organization/organization-permissions');
    await domains.getByRole('button', { name: 'Remove bakery.example' }).click();
    await domains.getByText('No domain is listed').waitFor();
  });
});
