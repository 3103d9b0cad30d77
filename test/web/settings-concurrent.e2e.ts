import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { Furnished, furnish } from '../support/settings/furnished';
import { Walk } from '../support/settings/walk';
import { until } from '../support/until';
import { World } from '../support/world';

describeInChromium('Two administrators in the settings', () => {
  let world: World;
  let furnished: Furnished;
  let chromium: Chromium;
  let ones: Walk;
  let others: Walk;

  beforeAll(async () => {
    world = await World.start();
    furnished = await furnish(world);
    const other = await world.admin('ada');
    chromium = await startChromium();
    ones = await Walk.begin(await chromium.newContext({ baseURL: world.url }), furnished.owner);
    others = await Walk.begin(await chromium.newContext({ baseURL: world.url }), other);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const both = (place: string) => Promise.all([ones.to(place), others.to(place)]);
  const setting = ({ page }: Walk, label: string) => page.getByLabel(label, { exact: true });
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

  it.each([
    ['organization-settings', 'Message edit history', 'Hidden', 'Moves only', 'message_edit_history_visibility_policy'],
    [
      'organization-permissions',
      'Who can create public channels',
      'Administrators',
      'Moderators',
      'can_create_public_channel_group',
    ],
  ])('see the same in the end after changing the same at once: %s', async (place, label, first, second, name) => {
    await both(place);
    await Promise.all([
      setting(ones, label).selectOption({ label: first }),
      setting(others, label).selectOption({ label: second }),
    ]);
    await Promise.all([ones.settled(), others.settled()]);
    const stored = async () =>
      String((await furnished.owner.register({ fetch_event_types: ['realm'] })).state[`realm_${name}`]);
    await until(async () => {
      const now = await stored();
      return (await Promise.all([ones, others].map((walk) => setting(walk, label).inputValue()))).every(
        (value) => value === now,
      );
    });
  });

  it('drop what was typed by Escape, and keep the focus when a text is saved', async () => {
    const { page } = ones;
    await ones.to('organization-profile');
    const name = setting(ones, 'Organization name');
    const before = await name.inputValue();
    await name.fill('half a thought');
    await page.keyboard.press('Escape');
    await until(async () => (await name.inputValue()) === before);
    await name.fill('Another name');
    await page.keyboard.press('Tab');
    await page.getByRole('status').getByText('Saved').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
    await undo(page).click();
    await until(async () => (await name.inputValue()) === before);
  });

  it('cannot undo what the other has changed since', async () => {
    await both('organization-profile');
    const before = await setting(ones, 'Organization name').inputValue();
    await setting(ones, 'Organization name').fill('First');
    await ones.page.keyboard.press('Enter');
    await undo(ones.page).hover(); // it stays for as long
    await until(async () => (await setting(others, 'Organization name').inputValue()) === 'First');
    await setting(others, 'Organization name').fill('Second');
    await others.page.keyboard.press('Enter');
    await ones.page.getByRole('status').getByText('Somebody else has changed this since.').waitFor();
    expect(await undo(ones.page).count()).toBe(0);
    expect(await setting(ones, 'Organization name').inputValue()).toBe('Second');
    await undo(others.page).click();
    await until(async () => (await setting(ones, 'Organization name').inputValue()) === 'First');
    expect(before).not.toBe('First');
  });

  it('cannot undo what the other has changed since, from another section either', async () => {
    await both('organization-profile');
    await setting(ones, 'Organization name').fill('Third');
    await ones.page.keyboard.press('Enter');
    await undo(ones.page).hover();
    await ones.to('organization-settings');
    await furnished.owner.ok('PATCH', 'realm', { name: 'Fourth' });
    await until(async () => (await setting(others, 'Organization name').inputValue()) === 'Fourth');
    await world.settled();
    await undo(ones.page).click();
    await ones.page.getByRole('status').getByText('Somebody else has changed this since.').waitFor();
    await until(async () => (await setting(others, 'Organization name').inputValue()) === 'Fourth');
  });

  it('give one user one role, and the undo of the first stays away', async () => {
    await both('users');
    await setting(ones, 'Role of Mia Example').selectOption('Moderator');
    await undo(ones.page).hover();
    await until(async () => (await setting(others, 'Role of Mia Example').inputValue()) === '300');
    await setting(others, 'Role of Mia Example').selectOption('Guest');
    await until(async () => (await setting(ones, 'Role of Mia Example').inputValue()) === '600');
    await undo(ones.page).waitFor({ state: 'detached' });
  });

  it("change another user's name and profile fields, and both see it", async () => {
    await both('users');
    await ones.page.getByRole('button', { name: 'Profile of Mia Example' }).click();
    const profile = ones.page.getByRole('dialog', { name: /^Profile of / });
    await profile.getByLabel('Full name').fill('Mia Miller');
    await profile.getByLabel('Full name').press('Enter');
    await others.page.getByRole('button', { name: 'Profile of Mia Miller' }).click();
    const field = profile.getByLabel('Nickname');
    await field.fill('by an administrator');
    await field.press('Enter');
    const theirs = others.page.getByRole('dialog', { name: 'Profile of Mia Miller' });
    await until(async () => (await theirs.getByLabel('Nickname').inputValue()) === 'by an administrator');
    for (const { page } of [ones, others]) await page.keyboard.press('Escape');
    await ones.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  const cook = { name: 'stokers', description: '', members: [] };
  it.each<[string, () => Promise<unknown>, string]>([
    ['organization-profile', () => furnished.owner.ok('PATCH', 'realm', { description: 'We bake.' }), 'We bake.'],
    ['user-groups', () => furnished.owner.ok('POST', 'user_groups/create', cook), 'stokers'],
    ['channels', () => furnished.owner.subscribe('ovens'), 'ovens'],
    [
      'channel-folders',
      () => furnished.owner.ok('POST', 'channel_folders/create', { name: 'yeast', description: '' }),
      'yeast',
    ],
    ['users', () => world.member('zelda'), 'Zelda Example'],
    ['bots', () => furnished.owner.ok('POST', 'bots', { full_name: 'Timer', short_name: 'timer' }), 'Timer'],
    [
      'profile-field-settings',
      () => furnished.owner.ok('POST', 'realm/profile_fields', { field_type: 1, name: 'Desk' }),
      'Desk',
    ],
    [
      'linkifier-settings',
      () =>
        furnished.owner.ok('POST', 'realm/filters', {
          pattern: 'oven-(?P<n>[0-9]+)',
          url_template: 'https://example.com/o/{n}',
        }),
      'oven-',
    ],
    [
      'playground-settings',
      () =>
        furnished.owner.ok('POST', 'realm/playgrounds', {
          name: 'Rust ground',
          pygments_language: 'Rust',
          url_template: 'https://example.com/{code}',
        }),
      'Rust ground',
    ],
    ['alert-words', () => furnished.owner.ok('POST', 'users/me/alert_words', { alert_words: ['flour'] }), 'flour'],
    [
      'default-channels-list',
      async () =>
        furnished.owner.ok('POST', 'default_streams', { stream_id: await furnished.owner.channelId('ovens') }),
      'Remove ovens',
    ],
  ])('see a change by the interface of programs in the open section: %s', async (place, change, text) => {
    await ones.to(place);
    const region = ones.page.locator('section[role=region] > div');
    await change();
    const textOf = (one: HTMLElement | SVGElement): string => {
      const names = [...one.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'));
      const written = [...one.querySelectorAll('textarea')].map(({ value }) => value);
      return [one.textContent, ...names, ...written].join();
    };
    await until(async () => (await region.evaluate(textOf)).includes(text));
  });
});
