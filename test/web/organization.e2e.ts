import { readFileSync } from 'node:fs';
import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describeInChromium('The organization in the browser client', () => {
  let world: World;
  let owner: Person;
  let bo: Person;
  let eva: Person;
  let chromium: Chromium;
  let ofOwner: BrowserContext;
  let ofBo: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    ({ owner } = world);
    [bo, eva] = [await world.member('bo'), await world.member('eva')];
    chromium = await startChromium();
    const newContext = () => chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    [ofOwner, ofBo] = [await newContext(), await newContext()];
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  const open = async (context: BrowserContext, person: Person, hash: string): Promise<void> => {
    ({ page } = await openClient(context, person, hash));
    await page.getByRole('region', { name: 'Settings' }).waitFor();
  };
  const channel = async (id: number) => (await owner.ok('GET', `streams/${id}`)).stream as Record<string, unknown>;
  const subscribers = async (id: number) => (await owner.ok('GET', `streams/${id}/members`)).subscribers as number[];
  const say = (label: string) => page.getByLabel(label, { exact: true });

  it('changes all settings of a channel, and shows concurrent changes', async () => {
    await owner.subscribe('plans');
    const id = await owner.channelId('plans');
    await open(ofOwner, owner, '#organization/channels');
    await page.getByLabel('Search channels').fill('plan');
    await page.getByRole('region', { name: 'Settings' }).getByRole('link', { name: 'plans' }).click();
    await say('Channel name').fill('schemes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'schemes' }).waitFor();
    await say('Who can access the channel').selectOption('private_protected');
    await until(async () => (await channel(id)).history_public_to_subscribers === false);
    await say('Message retention').selectOption('30 days');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete older messages' }).click();
    await until(async () => (await channel(id)).message_retention_days === 30);
    await say('Message retention').selectOption('As the organization');
    await until(async () => (await channel(id)).message_retention_days === null);
    await say('Who can post to this channel').selectOption('Administrators');
    await until(async () => (await channel(id)).is_announcement_only === true);
    await owner.ok('PATCH', `streams/${id}`, { description: 'What comes next' });
    await until(async () => (await say('Channel description').inputValue()) === 'What comes next');
    await page.getByRole('button', { name: 'Archive channel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive channel' }).click();
    await page.getByRole('button', { name: 'Unarchive channel' }).click();
    await page.getByRole('button', { name: 'Archive channel', exact: true }).waitFor();
  });

  it('adds and removes subscribers by name and by group, without a reload', async () => {
    await owner.subscribe('crew');
    const id = await owner.channelId('crew');
    await open(ofOwner, owner, `#organization/channels/${id}`);
    const list = page.getByRole('list', { name: 'Subscribers of crew' });
    await page.getByLabel('Add subscribers by name or group').fill('Members');
    await page.keyboard.press('Enter');
    await until(async () => (await subscribers(id)).length === 3);
    await list.getByRole('button', { name: 'Remove Eva Example' }).click();
    await until(async () => !(await subscribers(id)).includes(eva.id));
    await list.getByText('Eva Example').waitFor({ state: 'detached' });
    await eva.subscribe('crew');
    await list.getByText('Eva Example').waitFor();
  });

  it('tells members why they cannot change a channel', async () => {
    await owner.subscribe('rules');
    await open(ofBo, bo, `#organization/channels/${await owner.channelId('rules')}`);
    const name = say('Channel name');
    expect(await name.getAttribute('readonly')).not.toBeNull();
    const reason = await name.getAttribute('aria-describedby');
    expect(await page.locator(`#${reason}`).textContent()).toContain('Administrators of the organization');
    expect(await page.getByRole('button', { name: 'Archive channel' }).isDisabled()).toBe(true);
  });

  it('asks which one is meant when two people have the same name', async () => {
    const twins = [await world.member('uma'), await world.member('uma2')] as const;
    await twins[1].ok('PATCH', 'settings', { full_name: 'Uma Example' });
    await open(ofOwner, owner, '#organization/user-groups');
    await page.getByLabel('Name', { exact: true }).fill('pair');
    await page.getByRole('button', { name: 'Create group' }).click();
    const input = page.getByLabel('Add a member to pair');
    await input.fill('Uma Example');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Several people are called Uma Example' }).waitFor();
    await input.fill(`Uma Example <${twins[1].email}>`);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Members of pair' }).getByText('Uma Example').waitFor();
    await input.fill('Moderators');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Moderators' }).waitFor();
  });

  it('makes, renames, reorders and archives channel folders, and chooses default channels', async () => {
    await owner.subscribe('welcome');
    const folders = async () =>
      (await owner.ok('GET', 'channel_folders', { include_archived: true })).channel_folders as {
        name: string;
        is_archived: boolean;
      }[];
    await open(ofOwner, owner, '#organization/channel-folders');
    for (const name of ['engineering', 'sales']) {
      await say('Name').fill(name);
      await page.getByRole('button', { name: 'Create folder' }).click();
      await page.getByText(`Settings of ${name}`).waitFor();
    }
    await page.getByRole('button', { name: 'Move sales up' }).click();
    await until(async () => (await folders()).map(({ name }) => name).join() === 'sales,engineering');
    const titles = page.getByText(/^Settings of /);
    await until(async () => (await titles.allTextContents()).join() === 'Settings of sales,Settings of engineering');
    await page.getByText('Settings of sales').click();
    await say('Name of sales').fill('trade');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Archive trade', exact: true }).click();
    await until(async () => (await folders())[0]?.is_archived === true);
    await page.goto('/#organization/default-channels-list');
    await page.getByLabel('Add default channel').selectOption('welcome');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const list = page.getByRole('list', { name: 'Default channels' });
    await list.getByRole('button', { name: 'Remove welcome' }).click();
    await list.getByText('welcome').waitFor({ state: 'detached' });
  });

  it('makes profile fields with options, and shows members why they cannot', async () => {
    await open(ofOwner, owner, '#organization/profile-field-settings');
    const fields = async () =>
      (await owner.ok('GET', 'realm/profile_fields')).custom_fields as { name: string; field_data: string }[];
    const count = (await fields()).length;
    await page.getByLabel('Kind of field').selectOption('List of options');
    await say('Name').fill('City');
    await say('Options, one a line').fill('Oslo\nRome');
    await page.getByRole('button', { name: 'Add profile field' }).click();
    await page.getByText('Settings of City').click();
    await say('Options of City, one a line').fill('Oslo\nRome\nParis');
    await page.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await fields()).some(({ field_data: data }) => data.includes('Paris')));
    await page.getByRole('button', { name: 'Remove City' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await until(async () => (await fields()).length === count);
    await page.close();
    await open(ofBo, bo, '#organization/profile-field-settings');
    const kind = page.getByLabel('Kind of field');
    expect(await kind.isDisabled()).toBe(true);
    const reason = await kind.getAttribute('aria-describedby');
    expect(await page.locator(`#${reason}`).textContent()).toBe('Administrators of the organization decide this.');
  });

  it('shows what a file of people would do, names wrong lines, and imports it', async () => {
    await open(ofOwner, owner, '#organization/import');
    const region = page.getByRole('region', { name: 'Settings' });
    const choose = (...lines: string[]) =>
      say('CSV file').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['email,full_name,role', ...lines].join('\r\n')),
      });
    const button = region.getByRole('button', { name: 'Import', exact: true });
    await choose('ulla@example.org,Ulla Example,moderator', 'vic@example.org,Vic Example,boss');
    await region.getByRole('alert').filter({ hasText: 'Line 3:' }).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await choose('ulla@example.org,Ulla Example,moderator', 'vic@example.org,Vic Example,guest');
    const ulla = region.getByRole('row', { name: 'ulla@example.org' });
    await ulla.filter({ hasText: 'Create' }).filter({ hasText: 'Name: Ulla Example, Role: Moderator' }).waitFor();
    await button.click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    const names = ((await owner.ok('GET', 'users')).members as { full_name: string }[]).map((one) => one.full_name);
    expect(names).toEqual(expect.arrayContaining(['Ulla Example', 'Vic Example']));
    await choose('ulla@example.org,Ulla Sample,guest');
    await ulla.filter({ hasText: 'Name: Ulla Example → Ulla Sample, Role: Moderator → Guest' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      region.getByRole('link', { name: 'Download users' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('users.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('ulla@example.org,Ulla Example,moderator,true');
  });

  it('lets members see why they cannot import people', async () => {
    await open(ofBo, bo, '#organization/import');
    expect(await say('CSV file').isDisabled()).toBe(true);
    await page.getByText('administrator').first().waitFor();
  });

  it('guides an owner through the first steps, which can be skipped and found again', async () => {
    await open(ofOwner, owner, '#organization/first-steps');
    const region = page.getByRole('region', { name: 'Settings' });
    const said = (text: string) => region.getByRole('status').filter({ hasText: text }).waitFor();
    await said('6 steps left');
    await region.getByRole('button', { name: 'Skip: Picture' }).click();
    await said('5 steps left');
    await region.getByRole('button', { name: 'Send a test mail to me' }).click();
    await region.getByRole('alert').filter({ hasText: 'No mail server is set' }).waitFor();
    await page.goto('/#inbox');
    await page.getByRole('link', { name: 'First steps for your organization: 5 left' }).click();
    await region.getByRole('button', { name: 'Show again: Picture' }).click();
    await said('6 steps left');
    await region.getByRole('link', { name: 'Open: Invite people' }).click();
    await page.getByRole('heading', { name: 'Invitations' }).waitFor();
  });

  it('shows moderators the reports, and resolves them', async () => {
    await owner.subscribe('market', { principals: [owner.id, bo.id] });
    const message = await owner.send('market', 'offers', 'Buy now');
    await owner.subscribe('moderators', { invite_only: true });
    await open(ofOwner, owner, '#organization/reports');
    await page.getByText('“Channel for reported messages”').waitFor();
    await owner.ok('PATCH', 'realm', { moderation_request_channel_id: await owner.channelId('moderators') });
    await page.getByText('There are no such reports.').waitFor();
    await bo.ok('POST', `messages/${message}/report`, { report_type: 'spam', description: 'An advertisement' });
    await page.getByText('Spam: An advertisement').waitFor();
    await page.getByLabel(/^Note on report/).fill('Talked to the sender');
    await page.getByRole('button', { name: /^Resolve report/ }).click();
    await page.getByText('Spam: An advertisement').waitFor({ state: 'detached' });
    await page.getByLabel('State').selectOption('Resolved');
    await page.getByRole('button', { name: /^Reopen report/ }).waitFor();
    expect(await page.getByLabel(/^Note on report/).inputValue()).toBe('Talked to the sender');
  });

  it('shows owners the audit log, filtered, and hands it out as CSV and JSON', async () => {
    await owner.ok('PATCH', 'realm', { description: 'A company' });
    await open(ofOwner, owner, '#organization/audit-log');
    const list = page.getByRole('list', { name: 'Audit log' });
    const named = list.getByText(/^Created: group \S/);
    await named.first().waitFor();
    await page.getByLabel('Kind of object').selectOption({ label: 'organization' });
    await page.getByRole('button', { name: 'Filter' }).click();
    await list.getByText('Created: group').first().waitFor({ state: 'detached' });
    await list
      .getByText(/^Changed: organization/)
      .first()
      .waitFor();
    await list.getByText('Details').first().click();
    await list.getByText(/^Description: .+ → A company$/).waitFor();
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(csv.suggestedFilename()).toBe('audit-log.csv');
    expect(readFileSync(await csv.path(), 'utf8')).toContain('"changed","organization"');
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as JSON' }).click(),
    ]);
    const entries = JSON.parse(readFileSync(await json.path(), 'utf8')) as { object_type: string }[];
    expect(new Set(entries.map(({ object_type: type }) => type))).toEqual(new Set(['organization']));
  });

  it('uploads the icon, asks for an export, and states facts about the server', async () => {
    await open(ofOwner, owner, '#organization/organization-profile');
    await page.getByLabel('Organization icon', { exact: true }).setInputFiles({
      ...{ name: 'icon.png', mimeType: 'image/png' },
      buffer: Buffer.from(PIXEL, 'base64'),
    });
    await page.getByRole('button', { name: 'Remove Organization icon', exact: true }).waitFor();
    await page.goto('/#organization/data-exports-admin');
    await page.getByRole('button', { name: 'Export public data' }).click();
    const exports = page.getByRole('list', { name: 'Data exports' });
    await exports.getByText('Public data').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      exports.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^export-\d+\.tar$/);
    expect(readFileSync(await file.path()).includes('users-')).toBe(true);
    await exports.getByRole('button').click();
    await exports.getByText('deleted').waitFor();
    await page.goto('/#organization/server');
    await page.getByRole('list', { name: 'Nodes' }).getByText('answers you').waitFor();
    await page.getByText('Feature level').waitFor();
    await page.getByText('database').waitFor();
  });

  it.each(['reports', 'audit-log', 'data-exports-admin'])('tells members why %s is not theirs', async (section) => {
    await open(ofBo, bo, `#organization/${section}`);
    const reason = page.locator('[id^=why-]').first();
    await reason.waitFor();
    const id = await reason.getAttribute('id');
    expect(await page.locator(`[aria-describedby=${id}]`).count()).toBeGreaterThan(0);
    expect(await page.locator(`button[aria-describedby=${id}]:enabled`).count()).toBe(0);
  });

  it('changes many users at once, and says what goes with an account', async () => {
    const [zed, zoe] = [await world.member('zed'), await world.member('zoe')];
    await zed.ok('POST', 'bots', { full_name: 'Clock', short_name: 'clock' });
    await zed.ok('POST', 'user_groups/create', { name: 'zebras', description: '', members: [zed.id] });
    const userIs = async ({ id }: Person) =>
      (await owner.ok('GET', `users/${id}`)).user as { role: number; is_active: boolean };
    await open(ofOwner, owner, '#organization/users');
    await page.getByLabel('Search users').fill('z');
    await page.getByLabel('Select Zed Example').check();
    await page.getByLabel('Select Zoe Example').check();
    await page.getByLabel('Change role of selected users').selectOption('Moderator');
    await until(async () => (await userIs(zoe)).role === 300 && (await userIs(zed)).role === 300);
    await page.getByText('users are selected').waitFor({ state: 'detached' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Zed Example' })
      .getByRole('button', { name: 'Deactivate' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('These bots are deactivated: Clock.').waitFor();
    await dialog.getByText('These groups lose an administrator: zebras.').waitFor();
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await until(async () => !(await userIs(zed)).is_active);
    await dialog.waitFor({ state: 'detached' }); // until then, nothing behind it takes a text
    const wayBack = page
      .getByRole('listitem')
      .filter({ hasText: 'Zed Example' })
      .getByRole('button', { name: 'Reactivate' });
    await wayBack.waitFor();
    await page.getByLabel('Search users').fill(owner.email);
    await page
      .getByRole('listitem')
      .filter({ hasText: owner.email })
      .getByRole('button', { name: 'Deactivate' })
      .click();
    await dialog.getByRole('alert').filter({ hasText: 'is the only owner' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Deactivate', exact: true }).isDisabled()).toBe(true);
  });

  it('shows all bots with their keys, and changes keys and owners', async () => {
    const { user_id: id, api_key: key } = await bo.ok('POST', 'bots', { full_name: 'Robo', short_name: 'robo' });
    await open(ofOwner, owner, '#organization/bots');
    const row = page.getByRole('list', { name: 'Bots' }).getByRole('listitem').filter({ hasText: 'Robo' });
    await row.getByText('owned by Bo Example').waitFor();
    await row.getByRole('button', { name: 'API key of Robo' }).click();
    await row.getByText(String(key)).waitFor();
    await row.getByLabel('New owner of Robo').fill('Eva Example');
    await page.keyboard.press('Enter');
    await row.getByText('owned by Eva Example').waitFor();
    const account = async () =>
      (await owner.ok('GET', `users/${String(id)}`)).user as { is_active: boolean; role: number };
    await row.getByLabel('Role of Robo').selectOption('Administrator');
    await until(async () => (await account()).role === 200);
    await row.getByRole('button', { name: 'Deactivate Robo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click();
    await until(async () => !(await account()).is_active);
  });

  it('says how many messages a retention would delete', async () => {
    await owner.subscribe('attic');
    const old = await owner.send('attic', 'a', 'old');
    await world.sql("UPDATE message SET sent_at = now() - interval '500 days' WHERE id = $1", [old]);
    await open(ofOwner, owner, '#organization/organization-settings');
    await page.getByLabel('Preview a retention, in days').fill('400');
    await page.getByText('1 message would be deleted.').waitFor();
  });
});
