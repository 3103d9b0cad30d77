import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

const LONG = 'w'.repeat(60);
const ARABIC = 'عبد الرحمن بن محمد';
const MANY = 10_000;

describeInChromium('The browser client in extreme conditions', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let asked: URL[];
  /** From the first request of the page on. */
  let paths: string[];
  let violations: string[];

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    for (const name of ['plans', LONG]) await ana.subscribe(name, { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  const placeOf = async (topic: string, channel = 'plans') =>
    `#narrow/channel/${await bo.channelId(channel)}/topic/${topic}`;
  const open = async (channel: string, topic: string, within = context): Promise<void> => {
    ({ page, paths, violations } = await openClient(within, bo, await placeOf(topic, channel)));
    asked = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
  };
  const article = (text: string) => page.getByRole('article').getByText(text);
  const send = async (text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  const messagesIn = async (topic: string): Promise<object[]> => {
    const parameters = {
      narrow: [{ operator: 'topic', operand: topic }],
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
    };
    return (await bo.ok('GET', 'messages', parameters)).messages as object[];
  };
  /** Nothing is wider than the window, so the page itself never scrolls to the side. */
  const expectInWindow = async (width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 800 });
    const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(needed).toBeLessThanOrEqual(given!);
  };

  it.each([1280, 320])('keeps long and right-to-left names within a window of %d pixels', async (width) => {
    await ana.ok('PATCH', 'settings', { full_name: ARABIC });
    await ana.send(LONG, LONG, `${'v'.repeat(2_000)} the end`);
    await open(LONG, LONG);
    await article('the end').first().waitFor();
    await expectInWindow(width);
    await page
      .getByRole('article', { name: new RegExp(`^${ARABIC}, `) })
      .first()
      .waitFor();
    expect(
      await page
        .getByText(ARABIC)
        .first()
        .evaluate((name) => getComputedStyle(name).direction),
    ).toBe('rtl');
    await ana.ok('PATCH', 'settings', { full_name: 'Ana Example' });
  });

  it('keeps the names of large groups, and their unread counts, within the sidebar', async () => {
    const others = await Promise.all(
      ['carolina', 'dominique', 'evangelina', 'frederick'].map((it) => world.member(it)),
    );
    await others[0]!.sendTo([bo, ...others.slice(1)], 'all of you');
    await open('plans', 'groups');
    const link = page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name: /, 1 unread$/ });
    const edges = await link.evaluate((row) => {
      const lists = row.closest('[data-filtered]')!.parentElement!.closest('[data-filtered]')!;
      const count = row.lastElementChild!.getBoundingClientRect();
      return {
        count: count.right,
        end: lists.getBoundingClientRect().right,
        over: lists.scrollWidth - lists.clientWidth,
      };
    });
    expect(edges.count).toBeLessThan(edges.end);
    expect(edges.end).toBeLessThan(300);
    expect(edges.over).toBe(0);
  });

  it('sends and shows a message of 10,000 characters', async () => {
    await open('plans', 'long');
    await page.getByRole('textbox', { name: 'Message' }).fill(`${'x'.repeat(9_990)} final one`.slice(0, 10_000));
    const send = page.getByRole('button', { name: 'Send' });
    expect(await send.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await send.click();
    await article('final one').waitFor();
    await until(async () => (await page.getByRole('alert').count()) === 0);
    await expectInWindow(1280);
    await expectInWindow(320);
  });

  it('shows 10,000 unread messages from the first one on', async () => {
    const first = await ana.send('plans', 'many', 'again and again');
    await world.sql(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at FROM message, generate_series(2, $2) WHERE id = $1`,
      [first, MANY],
    );
    const fresh = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    ({ page } = await openClient(fresh, bo, '#inbox'));
    const link = page.getByRole('main').getByRole('link', { name: /^many, 10,?000 unread$/ });
    await link.click();
    await article('again and again').first().waitFor();
    const rows = await page.getByRole('article').count();
    expect(rows).toBeLessThanOrEqual(300);
    await page.getByRole('feed').focus();
    await page.keyboard.press('End');
    await until(async () => {
      const ids = await page
        .getByRole('feed')
        .evaluate((feed) => feed.scrollHeight - feed.scrollTop - feed.clientHeight);
      return Math.abs(ids) < 2;
    });
    await ana.send('plans', 'many', 'the very last');
    await article('the very last').waitFor();
    await fresh.close();
  });

  it('shows messages around a picture that never loads, and one that cannot be loaded', async () => {
    await context.route('**/external_content/**', () => undefined);
    await ana.send('plans', 'pictures', 'before it');
    await ana.send('plans', 'pictures', 'https://pictures.example/never.png');
    await ana.send('plans', 'pictures', 'behind it');
    await open('plans', 'pictures');
    await article('behind it').waitFor();
    await article('before it').waitFor();
    await until(() => paths.some((path) => path.startsWith('GET /external_content/')));
    await send('goes on');
    await article('goes on').waitFor();
    await context.unroute('**/external_content/**');
    await page.reload();
    await article('goes on').waitFor();
    await expectInWindow(320);
  });

  it('sends no request to other sites for the pictures of older messages', async () => {
    const id = await ana.send('plans', 'older', 'https://pictures.example/own.png');
    await world.sql(`UPDATE message SET rendered_content = $2 WHERE id = $1`, [
      id,
      '<p>older one</p><div class="message_inline_image"><a href="https://x.example/p.png"><img src="https://x.example/p.png"></a></div>' +
        '<audio controls src="//x.example/s.mp3"></audio><p style="background-image: url(https://x.example/b.png)">end</p>' +
        '<img src=" https://x.example/q.png"><img srcset="/own.png 1x, https://x.example/r.png 2x">' +
        '<table background="https://x.example/t.png"><tr><td>cell</td></tr></table>' +
        '<svg><image href="https://x.example/v.png"/><rect fill="url(https://x.example/w.svg#a)"/></svg>' +
        '<span class="katex"><span style="background: url(https://x.example/k.png)">x</span></span>',
    ]);
    // A queue from before has the message as it was, since the server knows nothing of the change.
    const own = await chromium.newContext({ baseURL: world.url });
    await open('plans', 'older', own);
    await article('older one').waitFor();
    await page.reload();
    await article('older one').waitFor();
    const hosts = new Set(asked.map(({ host }) => host));
    expect([...hosts]).toEqual([new URL(world.url).host]);
    const shown = await page.getByRole('article').filter({ hasText: 'older one' }).innerHTML();
    expect(shown.replace('href="https://x.example/p.png"', '')).not.toContain('x.example');
    expect(violations).toEqual([]);
    await own.close();
  });

  it('says that a message waits where the server asks for a long wait, and sends it', async () => {
    await open('plans', 'waiting');
    let isBusy = true;
    await page.route('**/json/messages', (route) =>
      isBusy && route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '600' },
            json: { msg: 'Too many', code: 'RATE_LIMIT_HIT' },
          })
        : route.fallback(),
    );
    await send('in a while');
    const alert = page.getByRole('article').filter({ hasText: 'in a while' }).getByRole('alert');
    await alert.getByText('Not sent. Too many It is tried again.').waitFor();
    isBusy = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await until(async () => (await messagesIn('waiting')).length === 1);
    await alert.waitFor({ state: 'detached' });
  });

  it('works in a browser that stores nothing', async () => {
    const own = await chromium.newContext({ baseURL: world.url });
    await own.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Refused', 'SecurityError');
      };
      const refuse = () => {
        throw new DOMException('Refused', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    });
    ({ page } = await openClient(own, bo, await placeOf('refusal')));
    await send('nothing is kept');
    await until(async () => (await messagesIn('refusal')).length === 1);
    await page.getByRole('article').getByText('nothing is kept').waitFor();
    await own.close();
  });

  it('works in a browser whose storage is full', async () => {
    const own = await chromium.newContext({ baseURL: world.url });
    await own.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
      Cache.prototype.put = Cache.prototype.addAll = () =>
        Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    });
    ({ page } = await openClient(own, bo, await placeOf('full')));
    await send('no room');
    await until(async () => (await messagesIn('full')).length === 1);
    await page.reload();
    await page.getByRole('article').getByText('no room').waitFor();
    await own.close();
  });

  it.each([2, -2])("shows the server's time where the clock is %d days wrong", async (days) => {
    const own = await chromium.newContext({ baseURL: world.url });
    await own.addInitScript((ahead) => {
      const Right = Date;
      globalThis.Date = class extends Right {
        constructor(at = Right.now() + ahead) {
          super(at);
        }
        static override now = () => Right.now() + ahead;
      } as DateConstructor;
    }, days * 86_400_000);
    await ana.sendTo([bo], 'Hello');
    await ana.ok('POST', 'users/me/presence', { status: 'active', new_user_input: true });
    ({ page } = await openClient(own, bo, await placeOf(`clock${days}`)));
    const link = page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name: /^Ana Example/ });
    await until(async () => (await link.getAttribute('title')) === 'active now');
    await send('on time');
    await page.getByRole('feed').getByText('Today').waitFor();
    await until(async () => (await messagesIn(`clock${days}`)).length === 1);
    await page.getByRole('article').hover();
    await page.getByRole('button', { name: 'Edit message' }).waitFor();
    await own.close();
  });
});
