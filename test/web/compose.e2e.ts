import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The form in which a user writes', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let violations: string[];

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await world.member('carl');
    await ana.subscribe(['plans', 'places'], { principals: [ana.id, bo.id] });
    await ana.send('plans', 'lunch', 'Where?');
    await bo.ok('POST', 'saved_snippets', { title: 'Thanks', content: 'Thank you for asking.' });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  /** The client of Bo at a topic of its own. */
  async function open(topic: string): Promise<void> {
    const hash = `#narrow/channel/${await bo.channelId('plans')}/topic/${topic}`;
    ({ page, violations } = await openClient(context, bo, hash));
  }
  const form = () => page.getByRole('form', { name: 'Compose' });
  const field = () => form().getByRole('textbox', { name: 'Message' });
  const text = () => field().inputValue();
  const article = (words: string) => page.getByRole('feed').getByRole('article').getByText(words);

  it('suggests completions; Enter takes the first and sends nothing', async () => {
    await open('suggestions');
    const suggested: [string, string, string][] = [
      ['@an', 'Ana Example', '@**Ana Example** '],
      ['@_an', 'Ana Example', '@_**Ana Example** '],
      ['@al', 'all', '@**all** '],
      ['#plan', '#plans', '#**plans** '],
      ['#**plans>lu', 'lunch', '#**plans>lunch** '],
      [':tada', ':tada:', ':tada: '],
      ['```py', 'python', '```python\n\n```'],
      ['/po', '/poll', '/poll '],
    ];
    for (const [typed, option, expected] of suggested) {
      await field().fill('');
      await field().pressSequentially(typed);
      await page.getByRole('listbox').getByRole('option', { name: option }).first().waitFor();
      const active = await field().getAttribute('aria-activedescendant');
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Enter');
      expect(await text()).toBe(expected);
    }
    await field().fill('');
    await field().pressSequentially('see #plan>');
    await page.getByRole('option', { name: 'lunch' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await text()).toBe('see #**plans>lunch** ');
    await field().fill('');
    await field().pressSequentially('meet <time');
    await page.getByRole('option', { name: 'In one hour' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await text()).toMatch(/^meet <time:\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:\d\d> $/);
    await field().fill('');
    await page.keyboard.press("Control+'");
    await page.getByRole('option', { name: 'Thanks' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await text()).toBe('Thank you for asking.');
    expect(await page.getByRole('article').count()).toBe(0);
    await field().fill('');
  });

  it('goes on to the next field by Enter, and sends only from the last one', async () => {
    await open('fields');
    await page.goto(`/#narrow/dm/${ana.id}`);
    await page.getByRole('main').getByRole('heading', { name: 'Ana Example' }).waitFor();
    await field().fill('for Ana alone');
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await until(async () => (await focused()) === 'Channel');
    expect(await text()).toBe('');
    await page.keyboard.type('plac');
    await page.getByRole('option', { name: 'places' }).waitFor();
    await page.keyboard.press('Enter');
    await until(async () => (await focused()) === 'Topic');
    await page.keyboard.type('no topic yet');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Message');
    await page.keyboard.type('for the places');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Topic');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Message');
    expect(await text()).toBe('for the places');
    await page.keyboard.press('Control+Enter');
    await article('for the places').waitFor();
    // The row is there before the server has the message.
    const sent = async () => {
      const narrow = [{ operator: 'channel', operand: 'places' }];
      const { messages } = await bo.ok('GET', 'messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
      return (messages as { content: string }[]).filter(({ content }) => content.includes('for the places')).length;
    };
    await until(async () => (await sent()) === 1);
    await goTo(page, `#narrow/dm/${ana.id}`);
    await until(async () => (await text()) === 'for Ana alone');
    await field().fill('');
  });

  it('selects suggestions by arrow keys, and closes them by Escape without leaving the field', async () => {
    await open('arrows');
    await field().pressSequentially('@');
    const options = page.getByRole('option');
    await options.nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    const second = (await options.nth(1).textContent())!;
    await page.keyboard.press('Escape');
    await until(async () => (await options.count()) === 0);
    await page.keyboard.type('b');
    await options.first().waitFor();
    await page.keyboard.press('ArrowUp');
    expect(second).not.toBe('');
    await field().fill('');
  });

  it('formats by keys and by buttons, and supports undo', async () => {
    await open('formats');
    await field().fill('word');
    for (const [keys, expected] of [
      ['Control+b', '**word**'],
      ['Control+b', 'word'],
      ['Control+i', '*word*'],
    ] as const) {
      await field().selectText();
      if (expected === 'word') await field().evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 6));
      await page.keyboard.press(keys);
      expect(await text()).toBe(expected);
    }
    await page.keyboard.press('Control+z');
    expect(await text()).toBe('word');
    await field().selectText();
    await page.keyboard.press('Control+Shift+l');
    expect(await text()).toBe('[word]()');
    await field().fill('word');
    await field().selectText();
    await form().getByRole('button', { name: 'Quote' }).click();
    expect(await text()).toBe('```quote\nword\n```');
    await field().fill('');
  });

  it('grows with its text, up to a part of the window', async () => {
    await open('growing');
    const heights = async (words: string): Promise<[number, number]> => {
      await field().fill(words);
      return field().evaluate(({ clientHeight, scrollHeight }): [number, number] => [clientHeight, scrollHeight]);
    };
    const [one] = await heights('one line');
    const [four, wanted] = await heights('one\ntwo\nthree\nfour');
    expect(four).toBe(wanted);
    expect(four).toBeGreaterThan(3 * one);
    const [many] = await heights('line\n'.repeat(60));
    expect(many).toBeLessThan(400);
    await field().fill('');
  });

  it('shows a preview as the server renders it, and sends from the preview', async () => {
    await open('preview');
    await field().fill('/me likes **this**');
    await form().getByRole('button', { name: 'Preview' }).click();
    await form().getByRole('region').getByText('this', { exact: true }).waitFor();
    expect(await field().isVisible()).toBe(false);
    await form().getByRole('button', { name: 'Preview' }).click();
    await field().fill('better words');
    await form().getByRole('button', { name: 'Preview' }).click();
    await form().getByRole('button', { name: 'Send' }).click();
    await article('better words').waitFor();
    expect(await text()).toBe('');
  });

  it('uploads chosen and pasted files, and inserts links at the cursor', async () => {
    await open('files');
    await field().fill('see ');
    await form()
      .locator('input[type=file]')
      .setInputFiles([{ name: 'plan [1].txt', mimeType: 'text/plain', buffer: Buffer.from('one') }]);
    await until(async () => /^see \[plan _1_\.txt\]\(\/user_uploads\/[^)]+\)\n$/.test(await text()));
    await field().evaluate((area) => {
      const data = new DataTransfer();
      data.items.add(new File(['two'], 'pasted.txt', { type: 'text/plain' }));
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await until(async () => /\[pasted\.txt\]\(\/user_uploads\//.test(await text()));
    await form().getByRole('button', { name: 'Send' }).click();
    await page.getByRole('article').getByRole('link', { name: 'pasted.txt' }).waitFor();
  });

  it('cancels an upload, and removes its placeholder', async () => {
    await open('cancelled');
    await page.route('**/json/user_uploads', () => undefined); // no answer comes
    const file = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.from('one') };
    await form().locator('input[type=file]').setInputFiles([file]);
    await form().getByRole('progressbar', { name: 'Uploading large.txt' }).waitFor();
    expect(await form().getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await form().getByRole('button', { name: 'Cancel large.txt' }).click();
    await until(async () => (await text()).trim() === '');
    await form().getByRole('progressbar').waitFor({ state: 'detached' });
  });

  it('warns of resolved topics and of mentions without a receiver', async () => {
    await open('.E2.9C.94.20done');
    await form().getByText('This topic is resolved.').waitFor();
    await field().fill('@**Carl Example** look');
    await form().getByText('Carl Example is not subscribed to this channel.').waitFor();
    await field().fill('');
  });

  it('warns of guests, and of mentions that reach many', async () => {
    const gus = await world.guest('gus');
    const hash = `#narrow/dm/${gus.id}`;
    ({ page, violations } = await openClient(context, bo, hash));
    await form().getByText('Gus Example is a guest.').waitFor();
    const names = Array.from({ length: 14 }, (_, at) => `crowd ${at}`);
    const crowd = await Promise.all(names.map((name) => world.member(name)));
    await ana.subscribe('crowded', { principals: [ana.id, bo.id, ...crowd.map(({ id }) => id)] });
    const channel = `#narrow/channel/${await bo.channelId('crowded')}/topic/all`;
    await goTo(page, channel);
    await page.getByRole('main').getByRole('heading', { name: 'all' }).waitFor();
    await field().fill('@**all** look');
    await form().getByText('You do not have permission to mention all subscribers of this channel at once.').waitFor();
    const { user_groups: groups } = await ana.ok('GET', 'user_groups', { include_deactivated_groups: false });
    const { id } = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:members')!;
    await world.owner.ok('PATCH', 'realm', { can_mention_many_users_group: { new: id } });
    await form().getByText('This notifies all 16 subscribers of the channel.').waitFor();
    await field().fill('');
  });

  it('says of a channel that it is archived while the user writes, and shows its description as it is meant', async () => {
    await world.owner.subscribe('attic', { principals: [bo.id] });
    const id = await bo.channelId('attic');
    await world.owner.ok('PATCH', `streams/${id}`, { description: 'Old and **dusty**' });
    ({ page } = await openClient(context, bo, `#narrow/channel/${id}/topic/boxes`));
    await page.getByRole('main').locator('strong', { hasText: 'dusty' }).waitFor();
    await field().fill('some words');
    await world.owner.ok('DELETE', `streams/${id}`);
    await form().getByText('This channel is archived.').waitFor();
    await page.getByRole('main').getByText('Archived', { exact: true }).waitFor();
    await field().fill('');
  });

  it('says that the user may no longer send to a channel, and sends nothing', async () => {
    await world.owner.subscribe('news', { principals: [bo.id] });
    const id = await bo.channelId('news');
    ({ page } = await openClient(context, bo, `#narrow/channel/${id}/topic/today`));
    await field().fill('some words');
    const { user_groups: groups } = await world.owner.ok('GET', 'user_groups');
    const nobody = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:nobody')!;
    await world.owner.ok('PATCH', `streams/${id}`, { can_send_message_group: { new: nobody.id } });
    await form().getByText('You do not have permission to send messages to this channel.').waitFor();
    expect(await form().getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await field().fill('');
  });

  it('follows a channel that is renamed while the user writes', async () => {
    await world.owner.subscribe('ideas', { principals: [bo.id] });
    const id = await bo.channelId('ideas');
    ({ page } = await openClient(context, bo, `#narrow/channel/${id}/topic/names`));
    await field().fill('sent under another name');
    await world.owner.ok('PATCH', `streams/${id}`, { new_name: 'thoughts' });
    await until(async () => (await form().getByRole('combobox', { name: 'Channel' }).inputValue()) === 'thoughts');
    await form().getByRole('button', { name: 'Send' }).click();
    await article('sent under another name').waitFor();
  });

  it('takes files that are dropped into the page', async () => {
    await open('dropped');
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['a plan'], 'plan.txt', { type: 'text/plain' }));
      return transfer;
    });
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer: files });
    await until(async () => /\[plan\.txt\]\(\/user_uploads\/\S+\)/.test(await text()));
    await field().fill('');
  });

  it('schedules a message', async () => {
    await open('later');
    await field().fill('Good morning');
    await form().getByRole('button', { name: 'Schedule message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send later' });
    await dialog.getByRole('button', { name: /^Tomorrow morning/ }).click();
    await page.getByRole('status').getByText('The message is sent on').waitFor();
    const { scheduled_messages } = await bo.ok('GET', 'scheduled_messages');
    expect(scheduled_messages).toMatchObject([{ topic: 'later', content: 'Good morning' }]);
    await until(async () => (await text()) === '');
    await until(() => field().evaluate((area) => area === document.activeElement));
    expect(violations).toEqual([]);
  });

  it('deletes the draft of what was sent, also where the server is not reached at once', async () => {
    await open('forgotten');
    const drafts = async () => (await bo.ok('GET', 'drafts')).drafts as { topic: string }[];
    const isKept = async () => (await drafts()).some(({ topic }) => topic === 'forgotten');
    await field().fill('half of it');
    await until(isKept);
    let deletions = 0;
    await page.route(/json\/drafts\/\d+/, (route) => {
      if (route.request().method() !== 'DELETE' || deletions++ > 0) return route.continue();
      return route.abort();
    });
    await page.keyboard.press('Control+Enter');
    await article('half of it').waitFor();
    await until(async () => !(await isKept()));
    expect(deletions).toBeGreaterThan(1);
  });

  it('keeps a draft that the server refuses, says why, and does not send it again at each start', async () => {
    await open('refused');
    let saves = 0;
    await context.route('**/json/drafts', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      saves++;
      return route.fulfill({ status: 400, json: { result: 'error', msg: 'No such channel', code: 'BAD_REQUEST' } });
    });
    await field().fill('of no channel');
    await until(() => saves === 1);
    const draft = page.getByRole('listitem').filter({ hasText: 'of no channel' });
    await goTo(page, '#drafts');
    await draft.getByText('as the server refuses it: No such channel').waitFor();
    await page.reload();
    await draft.waitFor();
    // What is written afterwards is saved after all older ones.
    await goTo(page, `#narrow/channel/${await bo.channelId('plans')}/topic/taken`);
    await context.unroute('**/json/drafts');
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/json/drafts')) told.push(request.postData() ?? '');
    });
    await field().fill('of a channel');
    await until(() => told.some((body) => decodeURIComponent(body).replaceAll('+', ' ').includes('of a channel')));
    expect([saves, told.length]).toEqual([1, 1]);
    await goTo(page, '#drafts');
    await draft.getByRole('button', { name: 'Delete draft' }).click();
    await draft.waitFor({ state: 'detached' });
  });

  it('sends by Enter for users with that setting', async () => {
    await bo.ok('PATCH', 'settings', { enter_sends: true });
    await open('enter');
    await field().pressSequentially('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await article('two').waitFor();
    expect(await text()).toBe('');
    await bo.ok('PATCH', 'settings', { enter_sends: false });
  });
});
