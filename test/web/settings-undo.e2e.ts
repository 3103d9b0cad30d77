import type { Browser as Chromium, Locator, Page } from 'playwright-core';
import { CHANNEL } from '../../apps/web/src/settings/channels/channel-table';
import { en } from '../../apps/web/src/i18n/generated/settings/en';
import { ORGANIZATION, PERSONAL, type Control } from '../../apps/web/src/settings/table';
import { describeInChromium, startChromium } from '../support/chromium';
import { Furnished, furnish } from '../support/settings/furnished';
import { Walk } from '../support/settings/walk';
import { until } from '../support/until';
import { World } from '../support/world';

/** A setting of a kind: where it is, and how it is changed and read. */
interface Case {
  readonly place: string;
  readonly label: string;
  change(page: Page, control: Locator): Promise<unknown>;
  shown(control: Locator, page: Page): Promise<string>;
}

const VALUE = (control: Locator) => control.inputValue();
const CHECKED = async (control: Locator) => String(await control.isChecked());
const typed = (text: string) => async (page: Page, control: Locator) => {
  await control.fill(text);
  await page.keyboard.press('Enter');
};
const chosen = (label: string) => (_page: Page, control: Locator) => control.selectOption({ label });

/** One of each kind. `people` and `options` are profile fields. */
const CASES: Readonly<Record<Control['kind'], Case>> = {
  switch: {
    ...{ place: 'organization-settings', label: en.realm_enable_read_receipts, shown: CHECKED },
    change: (_page, control) => control.click(),
  },
  language: {
    place: 'organization-settings',
    label: en.realm_default_language,
    change: chosen('Deutsch'),
    shown: VALUE,
  },
  zone: { place: 'preferences', label: 'Time zone', change: chosen('Europe/Oslo'), shown: VALUE },
  channel: {
    ...{
      place: 'organization-settings',
      label: en.realm_new_stream_announcements_stream_id,
      change: chosen('plans'),
      shown: VALUE,
    },
  },
  folder: { place: 'CHANNEL', label: 'Channel folder', change: chosen('sales'), shown: VALUE },
  methods: {
    ...{ place: 'auth-methods', label: 'Dev', shown: CHECKED },
    change: (_page, control) => control.click(),
  },
  group: {
    ...{ place: 'organization-permissions', label: 'Who can create public channels', shown: VALUE },
    change: chosen('Administrators'),
  },
  date: {
    ...{ place: 'profile', label: 'Birthday', shown: VALUE },
    change: (_page, control) => control.fill('2001-02-03'),
  },
  people: {
    ...{ place: 'profile', label: 'Add a person to: Mentor', change: typed('Mia Example') },
    shown: async (_control, page) => String(await page.getByRole('button', { name: 'Remove Mia Example' }).count()),
  },
  options: { place: 'profile', label: 'City', change: chosen('Oslo'), shown: VALUE },
  choice: { place: 'preferences', label: 'Theme', change: chosen('Dark'), shown: VALUE },
  text: { place: 'organization-profile', label: 'Organization name', change: typed('Another name'), shown: VALUE },
  number: { place: 'preferences', label: 'Text size, in pixels', change: typed('20'), shown: VALUE },
  limit: {
    ...{ place: 'organization-settings', label: 'Time limit for editing messages', shown: VALUE },
    change: chosen('2 minutes'),
  },
};

describeInChromium('A change of a setting', () => {
  let world: World;
  let furnished: Furnished;
  let chromium: Chromium;
  let walk: Walk;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    furnished = await furnish(world);
    const cities = { 0: { text: 'Rome', order: '1' }, 1: { text: 'Oslo', order: '2' } };
    await furnished.owner.ok('POST', 'realm/profile_fields', { field_type: 3, name: 'City', field_data: cities });
    await furnished.owner.ok('PATCH', 'settings', { timezone: 'Europe/Berlin' });
    chromium = await startChromium();
    walk = await Walk.begin(await chromium.newContext({ baseURL: world.url }), furnished.owner);
    ({ page } = walk);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  afterEach(() => page.unrouteAll());

  const kinds = Object.entries(CASES);
  const open = async ({ place, label }: Case): Promise<Locator> => {
    await page.reload(); // without the notice of the change before
    await walk.to(place === 'CHANNEL' ? `organization/channels/${furnished.channelId}` : place);
    return page.getByLabel(label, { exact: true });
  };
  const notice = () => page.getByRole('status').filter({ hasText: 'Saved' });
  /** Holds back, or answers, what the page asks to change. */
  const hold = async (answer: (passOn: () => Promise<void>) => unknown, refused = false) =>
    page.route('**/json/**', (route) => {
      if (!['PATCH', 'POST'].includes(route.request().method()) || route.request().url().includes('/events'))
        return route.continue();
      if (!refused) return void answer(() => route.continue());
      const json = { result: 'error', msg: 'The server says no.', code: 'BAD_REQUEST' };
      return route.fulfill({ status: 400, json });
    });

  it('has a case for each kind of the tables', () => {
    const rows = [...Object.values(PERSONAL), ...Object.values(ORGANIZATION)].map(({ control }) => control.kind);
    const used = new Set([...rows, ...Object.values(CHANNEL).map(({ kind }) => kind)]);
    expect([...used].filter((kind) => !(kind in CASES))).toEqual([]);
  });

  it.each(kinds)('shows at once, is confirmed, and is undone from the notice: %s', async (_kind, one) => {
    const control = await open(one);
    const before = await one.shown(control, page);
    const waiting: (() => Promise<void>)[] = [];
    await hold((passOn) => (waiting.length === 0 ? waiting.push(passOn) : passOn()));
    await one.change(page, control);
    await until(() => waiting.length === 1);
    const after = await one.shown(control, page);
    expect(after).not.toBe(before);
    expect(await notice().count()).toBe(0);
    await waiting[0]!();
    await notice().waitFor();
    await walk.settled();
    expect(await one.shown(control, page)).toBe(after);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await until(async () => (await one.shown(control, page)) === before);
    await notice().waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  it.each(kinds)('is taken back with the words of the server when it is refused: %s', async (_kind, one) => {
    const control = await open(one);
    const before = await one.shown(control, page);
    await hold(() => undefined, true);
    await one.change(page, control);
    await page.getByRole('alert').filter({ hasText: 'The server says no.' }).waitFor();
    expect(await one.shown(control, page)).toBe(before);
  });

  describe('that follows another at once', () => {
    const label = en.realm_message_edit_history_visibility_policy;
    const history = () => open({ ...CASES.choice, place: 'organization-settings', label });
    const stored = async () =>
      (await furnished.owner.register({ fetch_event_types: ['realm'] })).state
        .realm_message_edit_history_visibility_policy;

    it('is saved after it, and only the last is spoken of and undone', async () => {
      const control = await history();
      const waiting: (() => Promise<void>)[] = [];
      await hold((passOn) => waiting.push(passOn));
      await control.selectOption('Moves only');
      await until(() => waiting.length === 1);
      await control.selectOption('Hidden');
      await waiting[0]!();
      await until(() => waiting.length === 2);
      expect([await stored(), await control.inputValue(), await notice().count()]).toEqual(['moves', 'none', 0]);
      await waiting[1]!();
      await notice().waitFor();
      await walk.settled();
      expect([await stored(), await control.inputValue(), await notice().count()]).toEqual(['none', 'none', 1]);
      await control.selectOption('Moves only');
      await until(() => waiting.length === 3);
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0); // it would undo the one before
      await waiting[2]!();
      await notice().waitFor();
      await until(async () => (await stored()) === 'moves');
    });

    it('is saved when the one before it is refused, whose refusal is of no use any more', async () => {
      const control = await history();
      const json = { result: 'error', msg: 'The server says no.', code: 'BAD_REQUEST' };
      const held: (() => Promise<void>)[] = [];
      await page.route('**/json/realm', (route) =>
        held.length > 0 ? route.continue() : void held.push(() => route.fulfill({ status: 400, json })),
      );
      await control.selectOption('Hidden');
      await until(() => held.length === 1);
      await control.selectOption({ value: 'all' });
      await held[0]!();
      await notice().waitFor();
      expect([await stored(), await control.inputValue()]).toEqual(['all', 'all']);
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    it('keeps what is typed while a text is saved', async () => {
      const control = await open(CASES.text);
      const waiting: (() => Promise<void>)[] = [];
      await hold((passOn) => waiting.push(passOn));
      await control.fill('Baker street '); // the server trims it
      await page.keyboard.press('Enter');
      await until(() => waiting.length === 1);
      await page.keyboard.type('and square');
      await waiting[0]!();
      await notice().waitFor();
      await walk.settled();
      expect(await control.inputValue()).toBe('Baker street and square');
      await page.unrouteAll();
      await page.keyboard.press('Enter');
      await until(
        async () =>
          (await world.owner.register({ fetch_event_types: ['realm'] })).state.realm_name === 'Baker street and square',
      );
    });
  });
});
