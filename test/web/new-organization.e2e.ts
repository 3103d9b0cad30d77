import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { png } from '../support/picture-uploads';
import { until } from '../support/until';
import { logInAs } from '../support/web-client';
import { World } from '../support/world';

const PEOPLE = 50;
const TEAMS = ['design', 'engineering', 'sales'];
const CHANNELS = ['announcements', 'engineering', 'social'];
const SUBSCRIPTIONS = '**/json/users/me/subscriptions';

/** What the personnel department hands out. */
const FILE = [
  'email,full_name,role,active,groups,channels',
  ...Array.from({ length: PEOPLE }, (_, at) => {
    const role = at < 2 ? 'administrator' : at < 5 ? 'moderator' : 'member';
    return `person${at}@example.org,Person ${at},${role},,${TEAMS[at % TEAMS.length]},announcements; social`;
  }),
].join('\r\n');

/** As the owner of a server that was started for the first time does it: nothing but the browser, led by its words. */
describeInChromium('A new organization in the browser', () => {
  let world: World;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    chromium = await startChromium();
    page = await (await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } })).newPage();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const region = () => page.getByRole('region', { name: 'Settings' });
  const button = (name: string) => region().getByRole('button', { name, exact: true });
  const field = (label: string) => region().getByLabel(label, { exact: true });
  const typed = async (label: string, text: string) => {
    await field(label).fill(text);
    await page.keyboard.press('Enter');
  };
  const saved = () => page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name, exact: true }).click();
  const guide = async (link: string) => {
    await section('First steps');
    await region().getByRole('link', { name: link, exact: true }).click();
  };
  let isReleased: Promise<void>;
  /** The server does what it is asked from now on; the page learns the answers when the returned function is called. */
  const holdAnswers = (): (() => void) => {
    let release = (): void => undefined;
    isReleased = new Promise((resolve) => (release = resolve));
    return release;
  };

  it('of fifty people is set up', async () => {
    await page.goto('/');
    await logInAs(page, world.owner);
    await page.getByRole('link', { name: 'First steps for your organization: 6 left' }).click();
    await region().getByRole('status').filter({ hasText: '6 steps left' }).waitFor();

    await region().getByRole('link', { name: 'Open: Name' }).click();
    await typed('Organization name', 'Harbour Bakery');
    await saved();
    const icon = { name: 'icon.png', mimeType: 'image/png', buffer: await png(200) };
    await field('Organization icon').setInputFiles(icon);
    await button('Remove Organization icon').waitFor();

    await section('Channels');
    await page.route(SUBSCRIPTIONS, async (route) => {
      const response = await route.fetch();
      await isReleased;
      await route.fulfill({ response });
    });
    for (const [at, name] of CHANNELS.entries()) {
      const release = holdAnswers();
      await typed('Name', name);
      await region().getByRole('link', { name, exact: true }).waitFor();
      await field('Name').fill(CHANNELS[at + 1] ?? '');
      const answered = page.waitForResponse(SUBSCRIPTIONS);
      release();
      await (await answered).finished();
      expect(await field('Name').inputValue()).toBe(CHANNELS[at + 1] ?? '');
    }
    await page.unroute(SUBSCRIPTIONS);
    await guide('Open: Announcement channel');
    await until(() => field('New channel announcements').evaluate((one) => one === document.activeElement));
    await field('New channel announcements').selectOption('announcements');
    await saved();

    await section('Default channels');
    await field('Add default channel').selectOption('social');
    await button('Add').click();
    await region().getByRole('list', { name: 'Default channels' }).getByText('social').waitFor();

    await section('User groups');
    for (const name of TEAMS) {
      await typed('Name', name);
      await region().getByRole('listitem', { name }).waitFor();
    }

    await guide('Import: Invite people');
    await field('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await region()
      .getByRole('row', { name: `person${PEOPLE - 1}@example.org` })
      .waitFor();
    await button('Import').click();
    await saved();
    await region().getByText('choose a password').first().waitFor();

    await section('Channels');
    await region().getByRole('link', { name: 'engineering', exact: true }).click();
    await page.getByText('Add many from a list or a CSV file').click();
    await field('Addresses or names').fill('person1@example.org\nnone@example.org\nPerson 4');
    await region().getByRole('alert').getByText('Line 2: No active user has the name or address').waitFor();
    expect(await button('Add people from the list').isDisabled()).toBe(true);
    const { email } = world.owner;
    const list = `\uFEFF"Name";"Email"\r\n"Person; the first";PERSON1@example.org\r\n;${email}\r\n;person1@example.org\r\n`;
    await field('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await region()
      .getByRole('row', { name: `3 Olivia Owner ${email} Already subscribed` })
      .waitFor();
    await region().getByText('1 person would be added, 1 is subscribed already').waitFor();
    await button('Add people from the list').click();
    await page.getByRole('status').getByText('Saved: 1 person was added').waitFor();
    await button('Remove Person 1').waitFor();
    expect(await field('Addresses or names').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await button('Remove Person 1').waitFor({ state: 'detached' });

    await section('Organization permissions');
    await field('Who can create user groups').selectOption('Moderators');
    await until(async () => (await field('Who can create user groups').inputValue()) !== '');
    const adding = 'Add a person or group to: Who can create public channels';
    await field('Who can create public channels').selectOption('Choose people and groups…');
    await typed(adding, 'engineering');
    await button('Remove engineering').waitFor();

    await guide('Open: Invite people');
    await field('Role').selectOption('Guest');
    await button('Create invitation link').click();
    expect(await field('Invitation link').inputValue()).toContain('/join/');

    await section('First steps');
    await button('Send a test mail to me').click();
    await region().getByRole('alert').filter({ hasText: 'No mail server is set' }).waitFor();
    for (const step of ['Name', 'Picture', 'Announcement channel', 'Invite people', 'Mail settings', 'Backups'])
      await button(`Done: ${step}`).click();
    await region().getByText('All steps are done or skipped.').waitFor();

    const members = (await world.owner.ok('GET', 'users')).members as { is_bot: boolean; is_active: boolean }[];
    expect(members.filter((one) => !one.is_bot && one.is_active)).toHaveLength(PEOPLE + 1);
    const { user_groups: groups } = await world.owner.ok('GET', 'user_groups');
    const sizes = TEAMS.map((name) =>
      (groups as { name: string; members: number[] }[]).find((one) => one.name === name)!,
    );
    expect(sizes.map((one) => one.members.length)).toEqual([17 + 1, 17 + 1, 16 + 1]);
    const id = await world.owner.channelId('social');
    expect((await world.owner.ok('GET', `streams/${id}/members`)).subscribers).toHaveLength(PEOPLE + 1);
  });
});
