import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The outbox of the browser client', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let paths: string[];

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  beforeEach(async () => {
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    ({ page, paths } = await openClient(context, bo, '#settings/preferences'));
  });
  afterEach(() => context.close());

  const choice = () => page.getByLabel('Time to take back a message');
  const choose = async (words: string) => {
    await choice().selectOption(words);
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  };
  const open = async (topic: string) =>
    goTo(page, `#narrow/channel/${await bo.channelId('plans')}/topic/${topic}`).then(() => form().waitFor());
  const form = () => page.getByRole('form', { name: 'Compose' });
  const field = () => form().getByRole('textbox', { name: 'Message' });
  const undo = () => form().getByRole('button', { name: 'Undo' });
  const send = async (text: string) => {
    await field().fill(text);
    await form().getByRole('button', { name: 'Send' }).click();
  };
  const posts = () => paths.filter((path) => path === 'POST /json/messages');
  /** As another user gets them. */
  const messagesIn = async (topic: string) => {
    const narrow = [{ operator: 'topic', operand: topic }];
    const parameters = { narrow, anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
    return (await ana.ok('GET', 'messages', parameters)).messages as { content: string; timestamp: number }[];
  };
  const textsIn = async (topic: string) => (await messagesIn(topic)).map(({ content }) => content).join();
  const keptNames = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('parley');
          opening.onsuccess = () => {
            const counting = opening.result.transaction('outbox').objectStore('outbox').count();
            counting.onsuccess = () => (opening.result.close(), resolve(counting.result));
          };
        }),
    );

  it('gives a message that is held back to the form, from another conversation too, without a request', async () => {
    await choose('30 seconds');
    await open('held');
    await send('too early');
    await page.getByRole('article').getByText('too early').waitFor();
    await open('elsewhere');
    await undo().click();
    await until(async () => (await field().inputValue()) === 'too early');
    expect(await form().getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('held');
    await undo().waitFor({ state: 'detached' });
    expect([posts(), await textsIn('held'), await keptNames()]).toEqual([[], '', 0]);
  });

  it('sends messages when they are due, in their order, and offers no way back then', async () => {
    await choose('5 seconds');
    await open('due');
    const begun = Date.now();
    await send('first');
    await send('second');
    await until(async () => (await textsIn('due')) === 'first,second');
    await undo().waitFor({ state: 'detached' });
    const [first] = await messagesIn('due');
    expect(first!.timestamp).toBeGreaterThanOrEqual(Math.floor(begun / 1_000) + 5);
    expect(posts()).toHaveLength(2);
  });

  it('sends a message once that is held while the page is loaded again, and not before it is due', async () => {
    await choose('10 seconds');
    await open('reloaded');
    const begun = Date.now();
    await send('only once');
    await until(async () => (await keptNames()) === 1);
    await page.reload();
    await until(async () => (await textsIn('reloaded')) === 'only once');
    await until(async () => (await keptNames()) === 0);
    const [message] = await messagesIn('reloaded');
    expect(message!.timestamp).toBeGreaterThanOrEqual(Math.floor(begun / 1_000) + 10);
    await page.reload();
    await page.getByRole('article').getByText('only once').waitFor();
    expect([await page.getByRole('article').count(), posts()]).toEqual([1, ['POST /json/messages']]);
  });

  it.each([
    ['another tab leads', (_: Page, other: Page) => other],
    ['it led', (leading: Page) => leading],
  ])('sends what is held in a tab that is closed, when it is due: %s', async (_, closedOf) => {
    await choose('10 seconds');
    const other = await context.newPage();
    await other.goto('/#inbox');
    await other.getByRole('navigation', { name: 'Views' }).waitFor();
    const closed = closedOf(page, other);
    const topic = closed === page ? 'led' : 'followed';
    const rest = closed === page ? other : page;
    page = closed;
    await open(topic);
    const begun = Date.now();
    await send('left behind');
    page = rest;
    await until(async () => (await keptNames()) === 1);
    await closed.close();
    await until(async () => (await textsIn(topic)) === 'left behind');
    await until(async () => (await keptNames()) === 0);
    const [message] = await messagesIn(topic);
    expect(message!.timestamp).toBeGreaterThanOrEqual(Math.floor(begun / 1_000) + 10);
  });

  it('gives what is held in a tab that is closed back to the form of another one', async () => {
    await choose('30 seconds');
    const other = page;
    page = await context.newPage();
    await page.goto('/#inbox');
    await open('moved');
    await send('think again');
    await until(async () => (await keptNames()) === 1);
    await page.close();
    page = other;
    await open('here');
    await undo().click();
    await until(async () => (await field().inputValue()) === 'think again');
    expect([await textsIn('moved'), await keptNames()]).toEqual(['', 0]);
  });

  it('says that a message to another conversation is held, where the view stays', async () => {
    await bo.ok('PATCH', 'settings', { web_navigate_to_sent_message: false });
    const says = (words: RegExp) => page.getByRole('status').filter({ hasText: words }).waitFor();
    await choose('30 seconds');
    await open('here');
    await form().getByRole('textbox', { name: 'Topic' }).fill('there');
    await send('later');
    await says(/Will be sent to there in (30|2\d) seconds\./);
    await undo().click();
    await until(async () => (await field().inputValue()) === 'later');
    await goTo(page, '#settings/preferences');
    await choose('Sent at once');
    await open('here');
    await form().getByRole('textbox', { name: 'Topic' }).fill('there');
    await send('now');
    await says(/Sent to there\./);
    await bo.ok('PATCH', 'settings', { web_navigate_to_sent_message: true });
  });

  it('sends what is held before a logout, which forgets the choice', async () => {
    await choose('30 seconds');
    await open('left');
    await send('by the way');
    await undo().waitFor();
    await page.getByRole('button', { name: 'Bo Example' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(await textsIn('left')).toBe('by the way');
    expect(await page.evaluate(() => localStorage.getItem('parley-hold-seconds'))).toBeNull();
  });

  it('sends what another tab holds before a logout', async () => {
    await choose('30 seconds');
    await open('two-tabs');
    await send('of the other tab');
    await until(async () => (await keptNames()) === 1);
    const other = await openClient(context, bo, '#inbox');
    await other.page.getByRole('button', { name: 'Bo Example' }).click();
    await other.page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    await other.page.getByLabel('Password').waitFor();
    expect(await textsIn('two-tabs')).toBe('of the other tab');
  });

  it('sends what is held to its topic under the new name, which the view shows', async () => {
    await choose('10 seconds');
    const first = await ana.send('plans', 'old-name', 'first');
    await open('old-name');
    await send('goes along');
    await page.getByRole('article').getByText('goes along').waitFor();
    await ana.ok('PATCH', `messages/${first}`, { topic: 'new-name', propagate_mode: 'change_all' });
    await page.getByRole('heading', { name: 'new-name' }).waitFor();
    await page.getByRole('article').getByText('goes along').waitFor();
    await until(async () => (await textsIn('new-name')).includes('goes along'));
    expect(await textsIn('old-name')).not.toContain('goes along');
  });

  it('says in another view that what was held is refused', async () => {
    const cy = await world.member('cy');
    await choose('10 seconds');
    await goTo(page, `#narrow/dm/${cy.id}-dm`);
    await form().waitFor();
    await send('too late');
    await world.owner.ok('DELETE', `users/${cy.id}`);
    await goTo(page, '#inbox');
    const notice = page.getByRole('alert').filter({ hasText: 'Not sent to Cy Example.' });
    await notice.getByText('no longer using this organization').waitFor();
  });

  it('sends what could not be sent in the order in which it was written', async () => {
    await open('in-order');
    await context.setOffline(true);
    for (const text of ['one', 'two', 'three']) await send(text);
    await until(async () => (await page.getByText('It is tried again.').count()) === 3);
    /** What the server has when each is sent. */
    const before: string[] = [];
    await page.route('**/json/messages', async (route) => {
      if (route.request().method() === 'POST') before.push(await textsIn('in-order'));
      await route.continue();
    });
    await context.setOffline(false);
    await until(async () => (await textsIn('in-order')) === 'one,two,three');
    expect(before).toEqual(['', 'one', 'one,two']);
  });

  const waiting = () => page.getByRole('article').filter({ hasText: 'It is tried again.' });
  /** The server takes no messages for now, from any tab. */
  const refuseForNow = async () => {
    const json = { result: 'error', msg: 'Too many requests' };
    await context.route('**/json/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, headers: { 'retry-after': '3600' }, json })
        : route.continue(),
    );
  };
  /** The requests to send go on when it is called. */
  const holdSends = async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/json/messages', async (route) =>
      (route.request().method() === 'POST' ? answered : Promise.resolve()).then(() => route.continue()),
    );
    return answer;
  };
  const takeAgain = () => context.unroute('**/json/messages');

  it('asks for nothing behind a message that waits, and sends all in their order once one was sent', async () => {
    await open('too-many');
    await refuseForNow();
    await send('first');
    await waiting().nth(0).waitFor();
    const tried = posts().length;
    await send('second');
    await waiting().nth(1).waitFor();
    expect(posts()).toHaveLength(tried);
    await send('third');
    await waiting().nth(2).waitFor();
    await takeAgain();
    await page.getByRole('button', { name: 'Try again' }).nth(1).click();
    await until(async () => (await textsIn('too-many')) === 'first,second,third');
  });

  it('sends what waits before a logout', async () => {
    await open('waits-at-logout').then(refuseForNow);
    await send('still here');
    await waiting().waitFor();
    await takeAgain();
    await page.getByRole('button', { name: 'Bo Example' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(await textsIn('waits-at-logout')).toBe('still here');
  });

  it('takes back a message that is just tried again, wherever it has arrived', async () => {
    await open('tried-again').then(refuseForNow);
    await send('changed my mind');
    await waiting().waitFor();
    await takeAgain();
    const answer = await holdSends();
    const tried = posts().length;
    await page.getByRole('button', { name: 'Try again' }).click();
    await until(() => posts().length > tried);
    await undo().click();
    answer();
    await until(async () => (await field().inputValue()) === 'changed my mind');
    await until(async () => (await textsIn('tried-again')) === '');
    expect(paths.some((path) => path.startsWith('DELETE /json/messages/'))).toBe(true);
  });

  it('does not send what is discarded in one tab from another one, which goes on with it', async () => {
    const second = await openClient(context, bo, '#inbox');
    const first = page;
    ({ page } = await openClient(context, bo, '#inbox'));
    await open('three-tabs').then(refuseForNow);
    await send('never mind');
    await waiting().waitFor();
    await first.close();
    await until(() => second.paths.includes('POST /json/messages'));
    await page.getByRole('button', { name: 'Discard' }).click();
    await until(async () => (await keptNames()) === 0);
    await takeAgain();
    const tried = second.paths.length;
    page = second.page;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await open('three-tabs');
    expect(second.paths.slice(tried)).not.toContain('POST /json/messages');
    expect(await textsIn('three-tabs')).toBe('');
  });

  it('says of each message that is refused, after a reload too, until its conversation is shown', async () => {
    const people = [await world.member('di'), await world.member('ed')];
    await choose('10 seconds');
    for (const { id } of people) {
      await goTo(page, `#narrow/dm/${id}-dm`);
      await form().waitFor();
      await send('too late');
    }
    for (const { id } of people) await world.owner.ok('DELETE', `users/${id}`);
    await goTo(page, '#inbox');
    const alertOf = (name: string) => page.getByRole('alert').filter({ hasText: `Not sent to ${name} Example.` });
    await alertOf('Ed').waitFor();
    await page.reload();
    await alertOf('Ed').waitFor();
    await goTo(page, `#narrow/dm/${people[1]!.id}-dm`);
    await alertOf('Di').or(page.getByText('Before that: Not sent to Di Example.')).first().waitFor();
    await goTo(page, `#narrow/dm/${people[0]!.id}-dm`);
    await page.getByText(/Not sent to D/).waitFor({ state: 'detached' });
  });

  it('sends what waits for its turn to its topic under the new name', async () => {
    const first = await ana.send('plans', 'turn', 'begun');
    await open('turn');
    const answer = await holdSends();
    await send('on its way');
    await send('waits for its turn');
    await ana.ok('PATCH', `messages/${first}`, { topic: 'turned', propagate_mode: 'change_all' });
    await page.getByRole('heading', { name: 'turned' }).waitFor();
    await send('written under the new name');
    await page.getByRole('article').getByText('written under the new name').waitFor();
    answer();
    await until(async () => (await textsIn('turned')).includes('written under the new name'));
    expect(await textsIn('turned')).toMatch(/waits for its turn,written under the new name$/);
    expect(await textsIn('turn')).toBe('on its way');
  });

  it('gives back what is held in a view without a form, which leads to its conversation', async () => {
    await choose('30 seconds');
    await open('from-inbox');
    await send('not yet');
    await goTo(page, '#inbox');
    const notice = page.getByRole('status').filter({ hasText: 'Will be sent to from-inbox' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await form().count()) === 1 && (await field().inputValue()) === 'not yet');
    expect([posts(), await textsIn('from-inbox')]).toEqual([[], '']);
  });

  it('sends at once where nothing was chosen', async () => {
    expect(await choice().inputValue()).toBe('0');
    await open('usual');
    await send('at once');
    await until(async () => (await textsIn('usual')) === 'at once');
    await undo().click();
    await until(async () => (await field().inputValue()) === 'at once');
    expect([paths.some((path) => path.startsWith('DELETE /json/messages/')), await textsIn('usual')]).toEqual([
      true,
      '',
    ]);
  });
});
