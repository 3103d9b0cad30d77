import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { uploaded } from '../support/files';
import { Random } from '../support/fuzz/random';
import type { Person } from '../support/person';
import { png } from '../support/picture-uploads';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

const CHANGES = 200;
/** So many come at once. */
const TOGETHER = 4;
const MESSAGES = 300;
const SEED = Number(process.env.PARLEY_TEST_SEED ?? 20);

/** What is in sight of a timeline. */
interface Sight {
  /** The message in the middle, and its distance to the top of the window in pixels. */
  readonly id: number;
  readonly top: number;
  /** Rows above it. */
  readonly above: number[];
}

describeInChromium('The timeline', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let channelId: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await world.setRole(ana, 'admin');
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    // What is seen stays unread, so that each test finds the same. No tab may have begun before.
    await bo.ok('PATCH', 'settings', { web_mark_read_on_scroll_policy: 3 });
    channelId = await bo.channelId('plans');
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  async function open(hash: string): Promise<void> {
    ({ page } = await openClient(context, bo, hash));
    await page.getByRole('feed').getByRole('article').first().waitFor();
  }
  const topic = (name: string, near?: number) =>
    `#narrow/channel/${channelId}/topic/${name}${near === undefined ? '' : `/near/${near}`}`;
  /** Frames in which the browser may still lay out, and the client put right, what came. */
  const frames = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
    );
  const row = (id: number) => page.locator(`article[data-id="${id}"]`);
  const topOf = (id: number) => row(id).evaluate((element) => element.getBoundingClientRect().top);
  const sight = () =>
    page.evaluate((): Sight => {
      const feed = document.querySelector('[role=feed]')!.getBoundingClientRect();
      const rows = [...document.querySelectorAll<HTMLElement>('article[data-id]')];
      const middle = feed.top + feed.height / 2;
      const at = rows.findIndex((one) => one.getBoundingClientRect().bottom > middle);
      const ids = rows.map((one) => Number(one.dataset.id));
      return { id: ids[at]!, top: rows[at]!.getBoundingClientRect().top, above: ids.slice(0, at) };
    });
  /** @param part of the rows that lies above */
  const scrollTo = (part: number) =>
    page.evaluate((where) => {
      const rows = [...document.querySelectorAll('article[data-id]')];
      rows[Math.floor(rows.length * where)]!.scrollIntoView({ block: 'center' });
    }, part);

  /** Sends so many messages of different lengths at once, and gives their ids, ascending. */
  async function fill(name: string, count: number, text = (at: number) => `message ${at} ${'words '.repeat(at % 40)}`) {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 20)
      ids.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(20, count - at) }, (_, one) => ana.send('plans', name, text(at + one))),
        )),
      );
    return ids.sort((one, other) => one - other);
  }

  it(`keeps the row at the top in place to the pixel over ${CHANGES} random changes around it`, async () => {
    const random = new Random(SEED);
    const spare = await fill('spare', 40);
    const ids = await fill('long', MESSAGES);
    const pictures: string[] = [];
    for (let at = 0; at < 12; at++)
      pictures.push(await uploaded(ana, `p${at}.png`, await png(100 + 83 * at, 61 + 47 * at)));
    await open(topic('long', ids[230]));
    let [appended, count] = [0, 0];

    /** Changes above the message, or behind the end, each with what the user sees of it. */
    const changes: Record<string, (id: number) => Promise<() => Promise<boolean>>> = {
      prepend: async (id) => {
        const other = spare.pop();
        if (other === undefined) return changes.edit!(id);
        await ana.ok('PATCH', `messages/${other}`, { topic: 'long', ...QUIETLY });
        return () => Promise.resolve(true); // it may lie before the rows that are shown
      },
      append: async () => {
        const all = ++appended;
        await ana.send('plans', 'long', `appended ${all}`);
        return async () => (await page.getByRole('button', { name: /^\d+ new message/ }).count()) === 1;
      },
      picture: async (id) => {
        const path = pictures.pop();
        if (path === undefined) return changes.edit!(id);
        await ana.ok('PATCH', `messages/${id}`, { content: `picture [of it](${path})` });
        return () =>
          row(id).evaluate((element) => {
            const image = element.querySelector('img[src*=thumbnail]');
            return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
          });
      },
      edit: async (id) => {
        const text = `edited ${count} times`;
        await ana.ok('PATCH', `messages/${id}`, { content: `${text}\n\n${'* and so on\n'.repeat(random.below(9))}` });
        return async () => (await row(id).textContent())!.includes(text);
      },
      react: async (id) => {
        const before = await row(id).locator('button[aria-pressed]').count();
        const { status } = await ana.post(`messages/${id}/reactions`, { emoji_name: random.pick(EMOJI) });
        return async () => status !== 200 || (await row(id).locator('button[aria-pressed]').count()) > before;
      },
      remove: async (id) => {
        await ana.ok('DELETE', `messages/${id}`);
        return async () => (await row(id).count()) === 0;
      },
    };
    const kinds = ['prepend', 'append', 'picture', 'edit', 'edit', 'react', 'react', 'react', 'remove'];
    const errors: string[] = [];
    for (count = 0; count < CHANGES; count += TOGETHER) {
      if (random.chance(0.4)) await scrollTo(0.3 + random.next() * 0.5);
      await frames();
      const place = await sight();
      expect(place.above.length).toBeGreaterThanOrEqual(TOGETHER);
      const [chosen, targets] = [random.shuffled(kinds).slice(0, TOGETHER), random.shuffled(place.above)];
      const seen = await Promise.all(chosen.map((kind, at) => changes[kind]!(targets[at]!)));
      for (const isSeen of seen) await until(isSeen);
      await frames();
      const error = (await topOf(place.id)) - place.top;
      if (error !== 0) errors.push(`${chosen.join()} after ${count}: ${error} px`);
    }
    expect(errors).toEqual([]);
  });

  describe('of a long history', () => {
    let ids: number[];
    let firstUnread: number;

    beforeAll(async () => {
      ids = await fill('history', 260);
      firstUnread = ids[200]!;
      await bo.ok('POST', 'messages/flags', { messages: ids.slice(0, 200), op: 'add', flag: 'read' });
    });

    /** Whether a message is whole in sight, and where its top is, in heights of the feed. */
    const placeOf = (id: number) =>
      row(id).evaluate((element) => {
        const [one, feed] = [element, element.closest('[role=feed]')!].map((part) => part.getBoundingClientRect());
        return {
          isInSight: one!.top >= feed!.top && one!.bottom <= feed!.bottom,
          at: (one!.top - feed!.top) / feed!.height,
        };
      });
    const isInSight = async (id: number) => (await row(id).count()) === 1 && (await placeOf(id)).isInSight;
    const expectFirstUnread = async () => {
      await until(() => isInSight(firstUnread));
      await frames();
      expect((await placeOf(firstUnread)).at).toBeLessThan(0.5);
      expect(await isInSight(ids[199]!)).toBe(true);
      await page.getByRole('feed').getByText('New messages', { exact: true }).waitFor();
    };

    it('opens at the first unread message, below the last one that was read', async () => {
      await open(topic('history'));
      await expectFirstUnread();
    });

    it('opens at the message of a link, and at the first unread one afterwards', async () => {
      await open(topic('history', ids[20]));
      await until(() => isInSight(ids[20]!));
      expect(await row(firstUnread).count()).toBe(0);
      await goTo(page, topic('history'));
      await expectFirstUnread();
    });

    it.each([
      ['starred messages', () => '#narrow/is/starred'],
      ['messages of a sender', () => `#narrow/sender/${ana.id}/channel/${channelId}/topic/history`],
      ['messages with words', () => `#narrow/channel/${channelId}/topic/history/search/message`],
    ])('opens %s at the newest one, although there are unread ones before it', async (_, hash) => {
      await bo.ok('POST', 'messages/flags', { messages: ids.slice(150), op: 'add', flag: 'starred' });
      await open(hash());
      await until(() => isInSight(ids.at(-1)!));
      await frames();
      expect(await isInSight(ids.at(-1)!)).toBe(true);
    });

    it.each(['near', 'with'])('opens an older link where its message is now: %s', async (operator) => {
      const [first] = await fill(`before-${operator}`, 2);
      await open(topic(`before-${operator}`));
      const elsewhere = {
        topic: `now-${operator}`,
        propagate_mode: 'change_one',
        send_notification_to_new_thread: false,
      };
      await ana.ok('PATCH', `messages/${first}`, elsewhere);
      await until(async () => (await row(first!).count()) === 0);
      await goTo(page, `${topic(`before-${operator}`)}/${operator}/${first}`);
      await page
        .getByRole('main')
        .getByRole('heading', { name: `plans now-${operator}` })
        .waitFor();
      await until(() => isInSight(first!));
      await page.close();
      await open(`${topic(`before-${operator}`)}/${operator}/${first}`);
      const heading = page.getByRole('main').getByRole('heading', { name: `plans now-${operator}` });
      await heading.waitFor();
      await goTo(page, '#inbox');
      await heading.waitFor({ state: 'detached' });
      await goTo(page, `#narrow/with/${first}`);
      await heading.waitFor();
    });

    it('opens mentions at the first unread one', async () => {
      const asked = await fill('asked', 60, () => `@**${bo.fullName}|${bo.id}** words`);
      await bo.ok('POST', 'messages/flags', { messages: asked.slice(0, 20), op: 'add', flag: 'read' });
      await open('#narrow/is/mentioned');
      await until(() => isInSight(asked[20]!));
      expect(await isInSight(asked.at(-1)!)).toBe(false);
    });

    it('jumps to the end from far away, and to what has arrived', async () => {
      await open(topic('history', ids[20]));
      await until(() => isInSight(ids[20]!));
      await page.getByRole('button', { name: 'Jump to the newest message' }).click();
      await until(() => isInSight(ids.at(-1)!));
      await scrollTo(0.3);
      await frames();
      const arrived = await ana.send('plans', 'history', 'arrived');
      await page.getByRole('button', { name: /^1 new message/ }).click();
      await until(() => isInSight(arrived));
    });

    it('shows a message of the user as soon as it is sent, wherever the user reads', async () => {
      await open(topic('history', ids[20]));
      await until(() => isInSight(ids[20]!));
      await page.getByRole('textbox', { name: 'Message' }).fill('from far above');
      await page.getByRole('button', { name: 'Send' }).click();
      const own = page.getByRole('article').filter({ hasText: 'from far above' });
      await own.waitFor();
      await until(() => own.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight));
      expect(await own.count()).toBe(1);
    });

    it.each([
      ['from far above', () => topic('history', ids[20]), null],
      ['into a topic with unread messages', () => `#narrow/channel/${channelId}`, 'history'],
    ])('shows a message that is sent %s before the server has answered', async (_, place, written) => {
      await open(place());
      await page.getByRole('article').first().waitFor();
      let answer!: () => void;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/json\/messages/, (route) => held.then(() => route.continue()));
      const text = `written ${written ?? 'above'}`;
      if (written) {
        await page.keyboard.press('c');
        await page.getByRole('textbox', { name: 'Topic' }).fill(written);
      }
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
      const own = page.getByRole('article').filter({ hasText: text });
      await own.waitFor();
      answer();
      await until(async () => (await own.getAttribute('data-id')) !== null);
      await page.unroute(/json\/messages/);
      await until(() => own.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight));
      expect(await own.count()).toBe(1);
    });

    it('keeps what is read in place to the pixel while older messages are fetched', async () => {
      await open(topic('history', ids[200]));
      await until(() => isInSight(ids[200]!));
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/json/messages' && searchParams.get('num_after') === '0') asked.push(request.url());
      });
      const firstShown = () => page.getByRole('article').first().getAttribute('data-id').then(Number);
      const errors: number[] = [];
      for (let first = await firstShown(); first !== ids[0]; first = await firstShown()) {
        await frames();
        // Near enough to the upper end that older ones are wanted, and measured before they come.
        const { id, top } = await page.evaluate(() => {
          document.querySelector('[role=feed]')!.scrollTop = 300;
          const one = [...document.querySelectorAll<HTMLElement>('article[data-id]')].find(
            (each) => each.getBoundingClientRect().top > 250,
          )!;
          return { id: Number(one.dataset.id), top: one.getBoundingClientRect().top };
        });
        await until(async () => (await firstShown()) !== first);
        await frames();
        errors.push((await topOf(id)) - top);
      }
      expect(errors).toEqual(errors.map(() => 0));
      expect(asked.length).toBeGreaterThan(0);
    });
  });
});

const QUIETLY = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
const EMOJI = ['tada', 'heart', 'octopus', 'smile', 'wave', 'fire', 'rocket', 'eyes'];
