import { Organizations } from '@app/identity';
import { readFileSync } from 'node:fs';
import type { Browser as Chromium, BrowserContext, Locator, Page } from 'playwright-core';
import { ORGANIZATION_SECTIONS, PERSONAL_SECTIONS, hashOf } from '../../apps/web/src/settings/sections';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { uploaded } from '../support/files';
import { png } from '../support/pictures';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

/** Read, and not imported: it runs in the page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
interface Axe {
  run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

describeInChromium('The settings in the browser client', () => {
  let world: World;
  let owner: Person;
  let bo: Person;
  let chromium: Chromium;
  let ofOwner: BrowserContext;
  let ofBo: BrowserContext;
  let page: Page;
  /** What the page's own policy blocked. */
  let blocked: string[];

  beforeAll(async () => {
    world = await World.start();
    ({ owner } = world);
    bo = await world.member('bo');
    await owner.subscribe('plans', { principals: [bo.id] });
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
    ({ page, violations: blocked } = await openClient(context, person, hash));
    await page.getByRole('region', { name: 'Settings' }).waitFor();
  };
  const saved = () => page.getByRole('status').filter({ hasText: 'Saved' });
  const downloaded = async (button: Locator): Promise<string> => {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toBe('zuliprc');
    return readFileSync(await file.path(), 'utf8');
  };
  const organization = () => world.service(Organizations).current(world.organizationId);

  it('changes a preference at once, confirms it, and supports undo', async () => {
    const queue = await bo.register({ event_types: ['user_settings'] });
    await open(ofBo, bo, '#settings/preferences');
    const colours = () => queue.seen.filter(({ property }) => property === 'color_scheme').map(({ value }) => value);
    await page.getByLabel('Theme').selectOption('Dark');
    await saved().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click(); // offered for 20 s; the event may come later
    await queue.until(({ property, value }) => property === 'color_scheme' && value === 1);
    expect(colours()).toEqual([2, 1]);
    await page.locator('html:not([data-theme])').waitFor();
    await page.getByLabel('Theme').selectOption('Dark');
    await page.locator('html[data-theme=dark]').waitFor();
    await queue.until(() => colours().length === 3);
    expect(colours()).toEqual([2, 1, 2]);
  });

  it("links to its sections, and to the user's own section from the menu", async () => {
    await open(ofBo, bo, '#settings/alert-words');
    const sections = page.getByRole('navigation', { name: 'Settings sections' });
    await sections.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    expect(page.url()).toMatch(/#settings\/notifications$/);
    await page.getByRole('button', { name: 'Bo Example' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  });

  it('changes the full name by Enter', async () => {
    await open(ofBo, bo, '#settings/profile');
    await page.getByLabel('Full name').fill('Bo Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bo Renamed' }).waitFor();
    await bo.ok('PATCH', 'settings', { full_name: 'Bo Example' });
    await until(async () => (await page.getByLabel('Full name').inputValue()) === 'Bo Example');
  });

  it('adds and removes alert words', async () => {
    const words = async () => ((await bo.ok('GET', 'users/me/alert_words')).alert_words as string[]).join();
    await open(ofBo, bo, '#settings/alert-words');
    await page.getByLabel('Alert word', { exact: true }).fill('lunch');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Remove lunch' }).click();
    await until(async () => (await words()) === '');
    await page.getByRole('button', { name: 'Undo' }).click(); // offered for 20 s; the events may come later
    await until(async () => (await words()) === 'lunch');
    await page.getByRole('button', { name: 'Remove lunch' }).click();
    await page.getByText('There are no alert words.').waitFor();
  });

  it('creates bots, hands out their zuliprc, renews their keys and deactivates them', async () => {
    await open(ofBo, bo, '#settings/your-bots');
    await page.getByLabel('Name', { exact: true }).fill('Weather');
    await page.getByLabel('Short name in its address').fill('weather');
    await page.getByRole('button', { name: 'Create bot' }).click();
    const zuliprc = () => downloaded(page.getByRole('button', { name: 'Download zuliprc of Weather' }));
    const before = await zuliprc();
    expect(before).toMatch(/^\[api\]\nemail=weather-bot@\S+\nkey=\w{32}\nsite=http:\S+\n$/);
    await page.getByRole('button', { name: 'New API key for Weather' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click();
    await until(async () => (await zuliprc()) !== before);
    await page.getByRole('button', { name: 'Deactivate Weather' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Reactivate Weather' }).click();
    await page.getByRole('button', { name: 'Deactivate Weather' }).waitFor();
  });

  it('downloads the own zuliprc for the password alone', async () => {
    await open(ofBo, bo, '#settings/sessions');
    const button = page.getByRole('button', { name: 'Download zuliprc' });
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await button.click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
    expect(await downloaded(button)).toContain(`email=${bo.email}\n`);
  });

  it('signs out everywhere, in this browser too', async () => {
    const cleo = await world.member('cleo');
    const [here, elsewhere] = [
      await chromium.newContext({ baseURL: world.url }),
      await chromium.newContext({ baseURL: world.url }),
    ];
    await open(elsewhere, cleo, '#settings/profile');
    const other = page;
    await open(here, cleo, '#settings/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await here.request.get('/json/users/me')).status()).toBe(200);
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/login/');
    for (const context of [here, elsewhere]) expect((await context.request.get('/json/users/me')).status()).toBe(401);
    expect((await cleo.get('users/me')).status).toBe(200); // API keys stay
    await other.close();
    await elsewhere.close();
  });

  it('lists uploaded files with the space that they need, and deletes them', async () => {
    await uploaded(bo, 'plan.txt', 'x'.repeat(2_048));
    await open(ofBo, bo, '#settings/uploaded-files');
    await page.getByRole('status').filter({ hasText: '2 kB used' }).waitFor();
    await page.getByRole('button', { name: 'Delete plan.txt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no uploaded files.').waitFor();
  });

  it('shows the topics that have a setting of their own, and changes it', async () => {
    const channelId = await bo.channelId('plans');
    await bo.ok('POST', 'user_topics', { stream_id: channelId, topic: 'lunch', visibility_policy: 1 });
    await open(ofBo, bo, '#settings/topics');
    const policy = page.getByLabel('Setting of lunch in plans');
    expect(await policy.inputValue()).toBe('1');
    await policy.selectOption('Followed');
    await saved().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await policy.inputValue()) === '1');
    await policy.selectOption('As the channel');
    await page.getByText('No topic has a setting of its own.').waitFor();
  });

  it('fills in custom profile fields of every kind', async () => {
    const add = async (field_type: number, name: string, more: object = {}): Promise<number> =>
      (await owner.ok('POST', 'realm/profile_fields', { field_type, name, ...more })).id as number;
    const cities = { field_data: { 0: { text: 'Rome', order: '1' }, 1: { text: 'Oslo', order: '2' } } };
    const [text, long] = [await add(1, 'Nickname', { hint: 'What friends say' }), await add(2, 'Biography')];
    const [city, birthday] = [await add(3, 'City', cities), await add(4, 'Birthday')];
    const [site, mentor] = [await add(5, 'Website'), await add(6, 'Mentor')];
    await add(1, 'Number', { editable_by_user: false });
    await open(ofBo, bo, '#settings/profile');
    await page.getByLabel('Nickname').fill('Bobo');
    await page.keyboard.press('Enter');
    await page.getByText('What friends say').waitFor();
    await page.getByLabel('Biography').fill('Once\nupon');
    await page.getByLabel('City').selectOption('Oslo');
    await page.getByLabel('Birthday').fill('2001-02-03');
    await page.getByLabel('Website').fill('https://example.com/bo');
    await page.keyboard.press('Enter');
    await page.getByLabel('Add a person to: Mentor').fill('Olivia Owner');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Number').getAttribute('readonly')).not.toBeNull();
    const wanted = {
      ...{ [text]: 'Bobo', [long]: 'Once\nupon', [city]: '1', [birthday]: '2001-02-03' },
      ...{ [site]: 'https://example.com/bo', [mentor]: `[${owner.id}]` },
    };
    const stored = async (): Promise<object> => {
      const { user } = await owner.ok('GET', `users/${bo.id}`, { include_custom_profile_fields: true });
      const { profile_data: data } = user as { profile_data: Record<string, { value: string }> };
      return Object.fromEntries(Object.entries(data).map(([id, { value }]) => [id, value]));
    };
    let last: object = {};
    await until(async () => JSON.stringify((last = await stored())) === JSON.stringify(wanted)).catch(() =>
      expect(last).toEqual(wanted),
    );
  });

  it('crops a profile picture by the keyboard', async () => {
    await open(ofBo, bo, '#settings/profile');
    await page.getByLabel('Upload profile picture').setInputFiles({
      ...{ name: 'wide.png', mimeType: 'image/png', buffer: await png(300, 100) },
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Zoom').press('ArrowRight');
    await dialog.getByLabel('Horizontal position').press('End');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Delete profile picture' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('sets notifications of one channel', async () => {
    await open(ofBo, bo, '#settings/notifications');
    const cell = page.getByLabel('Desktop: plans');
    const before = await cell.isChecked();
    await cell.click();
    await saved().waitFor();
    const { subscriptions } = await bo.ok('GET', 'users/me/subscriptions');
    const plans = (subscriptions as { name: string; desktop_notifications: boolean }[]).find(
      ({ name }) => name === 'plans',
    );
    expect(plans?.desktop_notifications).toBe(!before);
  });

  it('finds settings by words of their labels and choices', async () => {
    await open(ofBo, bo, '#settings/profile');
    await page.getByLabel('Search settings').fill('first unread');
    await page.getByLabel('Channel links open').waitFor();
    expect(await page.getByLabel('Theme').count()).toBe(0);
    await page.getByLabel('Search settings').fill('no such thing');
    await page.getByText('No setting matches.').waitFor();
    await page.getByLabel('Search settings').fill('custom EMOJI');
    await page.getByRole('list', { name: 'Sections found' }).getByRole('link', { name: 'Custom emoji' }).click();
    await page.getByRole('heading', { name: 'Custom emoji', level: 1 }).waitFor();
  });

  it('shows members the settings of the organization, and why they cannot change them', async () => {
    await open(ofBo, bo, '#organization/organization-profile');
    const name = page.getByLabel('Organization name');
    await name.waitFor();
    expect(await name.getAttribute('readonly')).not.toBeNull();
    const reason = await name.getAttribute('aria-describedby');
    expect(await page.locator(`#${reason}`).textContent()).toBe('Administrators of the organization decide this.');
  });

  it('shows an owner concurrent changes without a reload', async () => {
    await open(ofOwner, owner, '#organization/organization-settings');
    const select = page.getByLabel('Message edit history');
    await select.waitFor();
    await owner.ok('PATCH', 'realm', { message_edit_history_visibility_policy: 'moves' });
    await until(async () => (await select.inputValue()) === 'moves');
    await select.selectOption('Hidden');
    await until(async () => (await organization()).settings.messageEditHistoryVisibility === 'none');
  });

  it('shows the error of a refused change, and the stored value', async () => {
    await open(ofOwner, owner, '#organization/organization-profile');
    const name = page.getByLabel('Organization name');
    const before = await name.inputValue();
    await name.fill('   ');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect((await organization()).name).toBe(before);
  });

  it('sets a usual time limit, any other one, and none', async () => {
    await open(ofOwner, owner, '#organization/organization-settings');
    const limit = page.getByLabel('Time limit for editing messages', { exact: true });
    const stored = async () => (await organization()).settings.messageContentEditLimitSeconds;
    await limit.selectOption('1 day');
    await until(async () => (await stored()) === 86_400);
    await limit.selectOption('Another limit…');
    await page.getByLabel('Time limit for editing messages, in seconds').fill('90');
    await page.keyboard.press('Enter');
    await until(async () => (await stored()) === 90);
    await limit.selectOption('No limit');
    await until(async () => (await stored()) === null);
  });

  it('gives a permission to a role, to users and groups together, and lists its holders', async () => {
    await open(ofOwner, owner, '#organization/organization-permissions');
    const label = 'Who can create public channels';
    const picker = page.getByLabel(label, { exact: true });
    await picker.selectOption('Administrators');
    await saved().waitFor();
    await picker.selectOption('Choose people and groups…');
    await page.getByLabel(`Add a person or group to: ${label}`).fill('Bo Example');
    await page.keyboard.press('Enter');
    await until(async () => {
      const { can_create_public_channel_group: group } = (await organization()).permissions;
      return JSON.stringify(group).includes(`[${bo.id}]`);
    });
    await page.getByRole('button', { name: 'Remove Administrators' }).waitFor();
    await picker.locator('xpath=..').getByText('2 people are in this now').waitFor();
  });

  it('changes roles, and deactivates and reactivates accounts', async () => {
    const eva = await world.member('eva');
    await open(ofOwner, owner, '#organization/users');
    await page.getByLabel('Search users').fill('eva');
    await page.getByLabel('Role of Eva Example').selectOption('Moderator');
    const evaIs = async () => (await owner.ok('GET', `users/${eva.id}`)).user as { role: number; is_active: boolean };
    await until(async () => (await evaIs()).role === 300);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await until(async () => !(await evaIs()).is_active);
    await page.getByLabel('Show deactivated users').check();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await until(async () => (await evaIs()).is_active);
  });

  it('creates groups with members', async () => {
    await open(ofOwner, owner, '#organization/user-groups');
    await page.getByLabel('Name').fill('cooks');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByLabel('Add a member to cooks').fill('Bo Example');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Members of cooks' }).getByText('Bo Example').waitFor();
  });

  it('adds and removes linkifiers, and creates invitation links', async () => {
    await open(ofOwner, owner, '#organization/linkifier-settings');
    await page.getByLabel('Pattern').fill('#(?P<id>[0-9]+)');
    await page.getByLabel('URL template').fill('https://example.com/{id}');
    await page.getByRole('button', { name: 'Add linkifier' }).click();
    await page.getByRole('button', { name: 'Remove #(?P<id>[0-9]+)' }).click();
    await page.getByText('There are no linkifiers yet.').waitFor();
    await page.goto('/#organization/invitations');
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    expect(await page.getByLabel('Invitation link', { exact: true }).inputValue()).toContain('/join/');
  });

  it('has no accessibility fault that axe finds, in any section, and asks for nothing that its policy blocks', async () => {
    await open(ofOwner, owner, '#settings/profile');
    await page.evaluate(AXE);
    const faults: string[] = [];
    for (const section of [...PERSONAL_SECTIONS, ...ORGANIZATION_SECTIONS]) {
      await goTo(page, hashOf(section));
      await page.locator(`a[aria-current=page][href="#${hashOf(section)}"]`).waitFor();
      const { violations } = await page.evaluate(
        (tags) => (window as unknown as { axe: Axe }).axe.run(document, { runOnly: tags }),
        RULES,
      );
      for (const { id, nodes } of violations) faults.push(`${section}: ${id}: ${nodes[0]?.html.slice(0, 160)}`);
    }
    expect(faults).toEqual([]);
    expect(blocked).toEqual([]);
  });
});
