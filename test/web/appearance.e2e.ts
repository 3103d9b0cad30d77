import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Parameters, Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The appearance settings of the browser client', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.admin('ana'), await world.member('bo')];
    await ana.subscribe(['plans'], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    ({ page } = await openClient(await chromium.newContext({ baseURL: world.url }), bo, '#recent'));
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const measured = () =>
    page.evaluate(() => {
      const { fontSize, lineHeight } = getComputedStyle(document.documentElement);
      return [parseFloat(fontSize), parseFloat(lineHeight) / parseFloat(fontSize)];
    });

  it('follow the settings of sizes of text and lines at once', async () => {
    const [before] = await measured();
    await bo.ok('PATCH', 'settings', { web_font_size_px: 20, web_line_height_percent: 168 });
    await until(async () => {
      const [size, lines] = await measured();
      return Math.abs(size! / before! - 20 / 16) < 0.01 && Math.abs(lines! - 1.8) < 0.01;
    });
    await bo.ok('PATCH', 'settings', { web_font_size_px: 16, web_line_height_percent: 140 });
    await until(async () => (await measured())[0] === before);
  });

  it.each([
    ['recent_topics', 'Recent conversations'],
    ['all_messages', 'Combined feed'],
    ['inbox', 'Inbox'],
  ])('begin with the home view that the user has chosen: %s', async (value, heading) => {
    await bo.ok('PATCH', 'settings', { web_home_view: value });
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  });

  const set = (settings: Parameters) => bo.ok('PATCH', 'settings', settings);
  const attribute = (name: string) => page.evaluate((of) => document.documentElement.dataset[of], name);
  const inViews = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  const inChannels = (name: string) => page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name });

  it('have more contrast and the whole width for users who want it', async () => {
    const column = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--column'));
    const before = await column();
    await set({ high_contrast_mode: true, fluid_layout_width: true });
    await until(async () => (await attribute('contrast')) === 'more' && (await column()) === 'none');
    await set({ high_contrast_mode: false, fluid_layout_width: false });
    await until(async () => (await attribute('contrast')) === undefined && (await column()) === before);
  });

  it('name those who reacted, or count them, and write emoji as text', async () => {
    const id = await ana.send('plans', 'bread', 'rye :tada:');
    await ana.ok('POST', `messages/${id}/reactions`, { emoji_name: 'heart' });
    await goTo(page, `#narrow/channel/${await bo.channelId('plans')}/topic/bread`);
    const article = page.getByRole('article').filter({ hasText: 'rye' });
    const reaction = article.getByRole('button', { name: 'heart' });
    const says = (text: string) => until(async () => (await reaction.innerText()).includes(text));
    await says('Ana Example');
    await set({ display_emoji_reaction_users: false });
    await says('1');
    await set({ emojiset: 'text' });
    await says(':heart:');
    await article.getByText(':tada:').waitFor();
    await set({ emojiset: 'google', display_emoji_reaction_users: true });
    await article.getByRole('img', { name: 'tada' }).waitFor();
  });

  it('count starred messages beside their view', async () => {
    const id = await ana.send('plans', 'bread', 'keep this');
    await bo.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await inViews('Starred messages, 1 message').waitFor();
    await set({ starred_message_counts: false });
    await inViews('Starred messages, 1 message').waitFor({ state: 'detached' });
    await inViews('Starred messages').waitFor();
  });

  it('lead from a channel to what the user wants to see of it first', async () => {
    await goTo(page, '#recent');
    await bo.ok('POST', 'mark_all_as_read');
    await ana.send('plans', 'first', 'unread');
    await ana.send('plans', 'second', 'unread');
    await inChannels('plans, 2 unread').waitFor();
    const leadsTo = (view: number, end: RegExp) =>
      set({ web_channel_default_view: view }).then(() =>
        until(async () => end.test((await inChannels('plans, 2 unread').getAttribute('href'))!)),
      );
    await leadsTo(4, /topic\/first$/);
    await leadsTo(3, /^#topics\/channel\/\d+-plans$/);
    for (const view of [2, 1]) await leadsTo(view, /^#narrow\/channel\/\d+-plans$/);
    await set({ web_stream_unreads_count_display_policy: 3 });
    await inChannels('plans, 2 unread').waitFor({ state: 'detached' });
    await set({ web_stream_unreads_count_display_policy: 2 });
    await inChannels('plans, 2 unread').waitFor();
  });

  it('count on the icon what the user has chosen, and in the title what asks for an answer', async () => {
    const icon = () => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href);
    const onIcon = (count: number) => until(async () => decodeURIComponent(await icon()).includes(`>${count}<`));
    await page.evaluate(() => {
      const setAppBadge = (count: number) => {
        document.documentElement.dataset.badge = String(count);
        return Promise.resolve();
      };
      Object.assign(navigator, { setAppBadge });
    });
    await bo.ok('POST', 'mark_all_as_read');
    await ana.send('plans', 'first', 'one for the icon');
    await onIcon(1);
    await ana.sendTo([bo], 'one for the title');
    await onIcon(2);
    expect(await attribute('badge')).toBe('2');
    await until(async () => (await page.title()).startsWith('(1) '));
    await set({ desktop_icon_count_display: 3 });
    await onIcon(1);
    await set({ desktop_icon_count_display: 4 });
    await until(async () => !(await icon()).startsWith('data:') && !(await page.title()).startsWith('('));
  });

  it('go home by two presses of Escape, and to what was sent, where the user wants it', async () => {
    const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });
    await goTo(page, `#narrow/channel/${await bo.channelId('plans')}`);
    await heading('plans').waitFor();
    const writes = async (topic: string) => {
      await page.getByRole('textbox', { name: 'Topic' }).fill(topic);
      await page.getByRole('textbox', { name: 'Message' }).fill(`about ${topic}`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    };
    // The second is seen, and comes after the first.
    await set({ web_navigate_to_sent_message: false });
    await set({ high_contrast_mode: true });
    await until(async () => (await attribute('contrast')) === 'more');
    await writes('stays');
    await page.getByRole('status').getByText('Sent to stays.').waitFor();
    await heading('plans').waitFor();
    for (const field of ['Topic', 'Message', 'Topic']) {
      await page.getByRole('textbox', { name: field }).focus();
      await page.keyboard.press('Escape');
    }
    expect(await heading('plans').isVisible()).toBe(true);
    await until(async () => {
      await page.keyboard.press('Escape');
      return heading('Inbox').isVisible();
    });
  });

  it('show the status of people, and less of them to users who want a compact list', async () => {
    const people = page.getByRole('navigation', { name: 'Direct messages' });
    await ana.ok('POST', 'users/me/status', { status_text: 'at the oven' });
    await set({ user_list_style: 3 });
    await people.getByText('at the oven').waitFor();
    await set({ user_list_style: 1 });
    await people.getByText('at the oven').waitFor({ state: 'detached' });
    await until(async () => (await people.locator('li img').count()) === 0);
  });

  it('offer the time zone of the browser where the account has another', async () => {
    await set({ timezone: 'Pacific/Kiritimati' });
    await page.getByRole('button', { name: 'Keep Pacific/Kiritimati' }).click();
    await page.getByRole('button', { name: 'Keep Pacific/Kiritimati' }).waitFor({ state: 'detached' });
  });

  it('let the user choose which views are always there', async () => {
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Choose views' }).click();
    const pin = views.getByRole('button', { name: 'Always show Reactions' });
    await pin.click();
    await views.getByRole('button', { name: 'Always show Reactions', pressed: false }).waitFor();
    await views.getByRole('button', { name: 'Done' }).click();
    await inViews('Reactions').waitFor({ state: 'detached' });
    await views.getByRole('button', { name: 'More views' }).click();
    await pin.click();
    await views.getByRole('button', { name: 'Always show Reactions', pressed: true }).waitFor();
  });

  it('let the user pin, mute and colour a channel, for this user alone', async () => {
    const id = await bo.channelId('plans');
    const mine = async (person = bo) => {
      const { subscriptions } = await person.ok('GET', 'users/me/subscriptions');
      return (subscriptions as Record<string, unknown>[]).find(({ stream_id: of }) => of === id)!;
    };
    const { color: before } = await mine(ana);
    await goTo(page, `#narrow/channel/${id}`);
    await page.getByRole('link', { name: 'Channel settings' }).click();
    await page.getByLabel('Pin to the top of the sidebar').check();
    await until(async () => (await mine()).pin_to_top === true);
    await page.getByLabel('Muted').check();
    await until(async () => (await mine()).is_muted === true);
    await page.getByLabel('Color').fill('#123456');
    await until(async () => (await mine()).color === '#123456');
    expect(await mine(ana)).toMatchObject({ pin_to_top: false, is_muted: false, color: before });
  });
});
