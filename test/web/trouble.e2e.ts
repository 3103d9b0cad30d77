import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { ClientTab, goTo, logInAs, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The browser client in trouble', () => {
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
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  const topicHash = async (topic: string) => `#narrow/channel/${await bo.channelId('plans')}/topic/${topic}`;
  const opened = async (topic: string): Promise<ClientTab> => {
    const tab = await openClient(context, bo, await topicHash(topic));
    ({ page, paths } = tab);
    return tab;
  };
  const field = () => page.getByRole('textbox', { name: 'Message' });
  const send = async (text: string) => {
    await field().fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  const messagesIn = async (topic: string): Promise<string[]> => {
    const narrow = [{ operator: 'topic', operand: topic }];
    const parameters = { narrow, anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
    return ((await bo.ok('GET', 'messages', parameters)).messages as { content: string }[]).map(
      ({ content }) => content,
    );
  };

  const reactionsOf = async (topic: string): Promise<number> => {
    const about = { narrow: [{ operator: 'topic', operand: topic }], anchor: 'newest', num_before: 1, num_after: 0 };
    const [message] = (await bo.ok('GET', 'messages', about)).messages as { reactions: object[] }[];
    return message!.reactions.length;
  };

  it('keeps unsent messages over a reload, and sends them once', async () => {
    await opened('outbox');
    const names = new Set<string | undefined>();
    await context.route('**/json/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      names.add(route.request().headers()['idempotency-key']);
      await route.abort();
    });
    await send('only once');
    await page.getByRole('alert').getByText('Not sent.').waitFor();
    await page.reload();
    await page.getByRole('article').getByText('only once').waitFor();
    await page.getByRole('alert').getByText('Not sent.').waitFor();
    expect([...names]).toEqual([expect.stringMatching(/^\S{8,}$/)]);
    await context.unroute('**/json/messages');
    await page.getByRole('button', { name: 'Try again' }).click();
    await until(async () => (await messagesIn('outbox')).join() === 'only once');
    await until(async () => (await page.getByRole('alert').count()) === 0);
    await page.reload();
    await page.getByRole('article').getByText('only once').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('shows no preview that comes after the message was sent', async () => {
    await opened('late');
    let answer = (): void => undefined;
    const isFree = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/json/messages/render', (route) => isFree.then(() => route.continue()));
    await field().fill('in a hurry');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await until(async () => (await messagesIn('late')).join() === 'in a hurry');
    const rendered = page.waitForResponse('**/json/messages/render');
    answer();
    await (await rendered).finished();
    await field().fill('and on');
    expect(await page.getByRole('region', { name: 'Preview' }).count()).toBe(0);
    await field().fill('');
  });

  it('shows the error of a refused message, and restores its text', async () => {
    await opened('refused');
    await page.route('**/json/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', msg: 'Too many words', code: 'BAD_REQUEST' } })
        : route.fallback(),
    );
    await send('many words');
    const alert = page.getByRole('alert');
    await alert.getByText('Too many words').waitFor();
    expect(await page.getByText('No messages yet.').count()).toBe(0);
    await page.unroute('**/json/messages');
    await alert.getByRole('button', { name: 'Edit' }).click();
    await until(async () => (await field().inputValue()) === 'many words');
    await send('few');
    await until(async () => (await messagesIn('refused')).join() === 'few');
    await until(async () => (await page.getByRole('article').count()) === 1);
  });

  it('supports undo of a send', async () => {
    await opened('undone');
    await send('too early');
    await until(async () => (await messagesIn('undone')).length === 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await field().inputValue()) === 'too early');
    expect(await messagesIn('undone')).toEqual([]);
    await field().fill('');
  });

  it('offers to undo a send until another conversation is shown', async () => {
    await opened('left');
    await send('said');
    const undo = page.getByRole('form', { name: 'Compose' }).getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await until(async () => (await messagesIn('left')).length === 1);
    await goTo(page, `#narrow/channel/${await bo.channelId('plans')}/topic/elsewhere`);
    await undo.waitFor({ state: 'detached' });
    expect(await messagesIn('left')).toEqual(['said']);
  });

  it("registers again when its queue has ended, and keeps the user's place", async () => {
    const queueIds: string[] = [];
    context.on('request', (request) => {
      const id = new URL(request.url()).searchParams.get('queue_id');
      if (id !== null && request.url().includes('/json/events')) queueIds.push(id);
    });
    await opened('recovery');
    await ana.send('plans', 'recovery', 'before');
    await page.getByText('before').waitFor();
    await field().fill('half a sentence');
    await until(() => queueIds.length > 0);
    paths.length = 0;
    await bo.ok('DELETE', 'events', { queue_id: queueIds.at(-1) });
    await until(() => paths.includes('POST /json/register'));
    await ana.send('plans', 'recovery', 'after');
    await page.getByText('after').waitFor();
    await page.getByText('before').waitFor();
    expect(page.url()).toContain('recovery');
    expect(await field().inputValue()).toBe('half a sentence');
    await field().fill('');
  });

  it('registers again when an event cannot be applied, and keeps unsent text', async () => {
    const id = 2 ** 52; // behind every event: ids grow with the transactions of the whole cluster
    const unfit = JSON.stringify({ id, type: 'message', message: null });
    let [isWritten, isSent, isRenewed] = [false, false, false];
    await context.route('**/json/register', (route) => ((isRenewed = isSent), route.fallback()));
    await context.route('**/json/events?**', async (route) => {
      if (isSent) return route.fallback();
      await until(() => isWritten);
      isSent = true;
      await route.fulfill({ contentType: 'text/event-stream', body: `id: ${id}\ndata: ${unfit}\n\n` });
    });
    await opened('unfit');
    await field().fill('half a sentence');
    isWritten = true;
    await until(() => isRenewed);
    await ana.send('plans', 'unfit', 'after it');
    await page.getByRole('article').getByText('after it').waitFor();
    expect(await field().inputValue()).toBe('half a sentence');
    await field().fill('');
    for (const path of ['register', 'events?**']) await context.unroute(`**/json/${path}`);
  });

  it('starts without stored data when another version has stored it', async () => {
    await opened('kept');
    await ana.send('plans', 'kept', 'before');
    await page.getByRole('article').getByText('before').waitFor();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('parley');
          opening.onsuccess = () => {
            const writing = opening.result.transaction('journal', 'readwrite');
            writing.objectStore('journal').put({ events: [{ id: 1, type: 'message' }], place: { queueId: 'x' } });
            writing.oncomplete = resolve;
          };
        }),
    );
    paths.length = 0;
    await page.reload();
    await page.getByRole('article').getByText('before').waitFor();
    expect(paths).toContain('POST /json/register');
  });

  it("asks for the password when the session has ended, and returns to the user's place", async () => {
    await opened('session');
    await page.getByRole('form', { name: 'Compose' }).waitFor();
    await bo.ok('DELETE', 'sessions');
    await page.getByLabel('Password').waitFor();
    await logInAs(page, bo);
    expect(new URL(page.url()).hash).toBe(await topicHash('session'));
    await page.getByRole('form', { name: 'Compose' }).waitFor();
  });

  it('retries by itself when the server was busy or down for a moment', async () => {
    await ana.send('plans', 'busy', 'there all the time');
    const troubles = [503, 429, 502];
    const refused: number[] = [];
    await context.route('**/json/messages**', (route) => {
      const status = troubles.shift();
      if (status === undefined) return route.fallback();
      refused.push(status);
      return route.fulfill({ status, headers: { 'retry-after': '0' }, body: 'Come back later' });
    });
    await opened('busy');
    await page.getByRole('article').getByText('there all the time').waitFor();
    troubles.push(429, 503);
    await send('patience');
    await until(async () => (await messagesIn('busy')).join() === 'there all the time,patience');
    await until(async () => (await page.getByRole('article').count()) === 2);
    expect([refused, await page.getByRole('alert').count()]).toEqual([[503, 429, 502, 429, 503], 0]);
    await context.unroute('**/json/messages**');
  });

  it('shows a reaction before the server has agreed, once, and takes it back where the server refuses', async () => {
    await ana.send('plans', 'at-once', 'well begun');
    await opened('at-once');
    const reaction = page.getByRole('article').getByRole('button', { name: '+1, 1 person' });
    const asked: (() => Promise<void>)[] = [];
    await page.route('**/reactions', (route) => void asked.push(() => route.continue()));
    await page.getByRole('article').focus();
    await page.keyboard.press('+');
    await reaction.waitFor();
    await reaction.click(); // it waits for the first
    await reaction.waitFor({ state: 'detached' });
    await page.keyboard.press('+');
    await reaction.waitFor();
    for (const nth of [0, 1, 2]) {
      await until(() => asked.length > nth);
      expect(asked).toHaveLength(nth + 1);
      await asked[nth]!();
    }
    await until(async () => (await reactionsOf('at-once')) === 1);
    await reaction.waitFor();
    await page.unroute('**/reactions');
    const refusal = { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' };
    await page.route('**/reactions', (route) => route.fulfill({ status: 400, json: refusal }));
    await reaction.click();
    await page.getByRole('alert').getByText('Not now').waitFor();
    await reaction.waitFor();
    expect(await reaction.getAttribute('aria-pressed')).toBe('true');
    await page.unroute('**/reactions');
  });

  it('says when a reaction could not be stored', async () => {
    await ana.send('plans', 'reactions', 'well done');
    await opened('reactions');
    await page.route('**/reactions', (route) => route.abort());
    await page.getByRole('article').focus();
    await page.keyboard.press('+');
    await page.getByRole('status').getByText('The server could not be reached. Try again.').waitFor();
    await page.unroute('**/reactions');
    await page.keyboard.press('+');
    await page.getByRole('button', { name: '+1, 1 person' }).waitFor();
  });

  it('says that it cannot begin, and begins by itself when the server answers', async () => {
    const own = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(own, bo));
    await page.close();
    page = await own.newPage();
    await page.addInitScript(() => indexedDB.deleteDatabase('parley'));
    let isAway = true;
    await own.route('**/json/register', (route) => (isAway ? route.fulfill({ status: 503 }) : route.fallback()));
    await page.goto('/');
    await page.getByRole('status').getByText('tries again by itself').waitFor();
    isAway = false;
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(await page.getByText('tries again by itself').count()).toBe(0);
    await own.close();
  });

  it("shows that the server is unreachable, and retries on the user's request", async () => {
    await ana.send('plans', 'unreachable', 'far away');
    await opened('near');
    let isAway = true;
    await page.route('**/json/messages?**', (route) => (isAway ? route.abort() : route.fallback()));
    await goTo(page, await topicHash('unreachable'));
    await page.getByRole('alert').getByText('cannot be loaded').waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').getByText('far away').waitFor();
  });

  it('shows another conversation while a slow one is loading', async () => {
    await ana.send('plans', 'slow', 'came late');
    await ana.send('plans', 'fast', 'came at once');
    await opened('elsewhere');
    let letGo = (): void => undefined;
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/json/messages?**', async (route) => {
      if (route.request().url().includes('slow')) await isLetGo;
      await route.fallback();
    });
    await goTo(page, await topicHash('slow'));
    await page.getByLabel('Loading').waitFor();
    await goTo(page, await topicHash('fast'));
    await page.getByRole('article').getByText('came at once').waitFor();
    letGo();
    await goTo(page, await topicHash('slow'));
    await page.getByRole('article').getByText('came late').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('shows what happened while a page of messages was on its way', async () => {
    const ids = [await ana.send('plans', 'slow page', 'stays'), await ana.send('plans', 'slow page', 'goes')];
    await opened('elsewhere');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isAnswered = false;
    await page.route('**/json/messages?**', async (route) => {
      const response = await route.fetch();
      isAnswered = true;
      await held;
      await route.fulfill({ response });
    });
    await goTo(page, await topicHash('slow page'));
    await until(() => isAnswered);
    await ana.send('plans', 'slow page', 'comes');
    await ana.ok('PATCH', `messages/${ids[0]}`, { content: 'is edited' });
    await world.owner.ok('DELETE', `messages/${ids[1]}`);
    await ana.sendTo([bo], 'and is told'); // its event is behind the others
    await page
      .getByRole('navigation', { name: 'Direct messages' })
      .getByRole('link', { name: /Ana Example, 1 unread/ })
      .waitFor();
    release();
    await page.getByRole('article').getByText('comes').waitFor();
    const texts = await page.getByRole('article').allTextContents();
    expect(texts).toEqual([expect.stringContaining('is edited'), expect.stringContaining('comes')]);
  });

  it('ignores events of a newer server, and offers a reload when a part of the program is missing', async () => {
    const own = await chromium.newContext({ baseURL: world.url, serviceWorkers: 'block' });
    let isSent = false;
    await own.route('**/json/events?**', (route) => {
      if (isSent) return route.fallback();
      isSent = true;
      const newer = JSON.stringify({ id: 0, type: 'of_next_year', op: 'shine' });
      return route.fulfill({ contentType: 'text/event-stream', body: `id: 0\ndata: ${newer}\n\n` });
    });
    await own.route('**/app/TopicList-*.js', (route) => route.fulfill({ status: 404 }));
    const tab = await openClient(own, bo, await topicHash('newer'));
    page = tab.page;
    await until(() => isSent);
    // An event of the server has the id of the newer one, so it counts as known.
    await ana.send('plans', 'newer', 'in its place');
    await ana.send('plans', 'newer', 'after something new');
    await page.getByRole('article').getByText('after something new').waitFor();
    expect(tab.paths.filter((path) => path === 'POST /json/register')).toHaveLength(1);
    await page.getByRole('link', { name: 'Topics' }).click();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await own.close();
  });
});
