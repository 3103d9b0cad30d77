import type { Browser as Chromium, Page } from 'playwright-core';
import { barriersIn, paleIn } from '../support/barriers';
import { describeInChromium, startChromium } from '../support/chromium';
import { Furnished, furnish } from '../support/settings/furnished';
import { SECTIONS, Walk } from '../support/settings/walk';
import { World } from '../support/world';

const REGION = 'section[role=region]';
const WIDTHS = [1280, 320];
const COLOURS = ['light', 'dark'] as const;
const CONTROLS = [
  ...['a[href]', 'button:not(:disabled)', 'input:not(:disabled)', 'select:not(:disabled)'],
  ...['textarea:not(:disabled)', 'summary', '[tabindex="0"]'],
];

/** What the focus went through. */
interface Seen {
  readonly elements: Element[];
  readonly unmarked: string[];
}

describeInChromium('All sections of the settings', () => {
  let world: World;
  let chromium: Chromium;
  /** Of each look, of the keys, and of where they begin. */
  const faults: Record<string, string[]> = { keys: [], begin: [] };
  for (const width of WIDTHS) for (const colours of COLOURS) faults[`${colours}, ${width} pixels`] = [];

  beforeAll(async () => {
    world = await World.start();
    const furnished: Furnished = await furnish(world);
    await furnished.owner.ok('POST', `users/me/muted_users/${furnished.guest.id}`);
    chromium = await startChromium();
    // The page's policy takes no scripts of others, so the browser is told to let axe in.
    const context = await chromium.newContext({ baseURL: world.url, bypassCSP: true });
    const walk = await Walk.begin(context, furnished.owner);
    await walk.page.evaluate(listen);
    for (const place of [...SECTIONS, `organization/channels/${furnished.channelId}`]) {
      await walk.to(place);
      if (await walk.page.evaluate(isScrolled)) faults.begin.push(place);
      await walk.unfold();
      const look = (name: string, found: readonly string[]) =>
        faults[name].push(...found.map((fault) => `${place}: ${fault}`));
      look('keys', await tabThrough(walk.page));
      for (const width of WIDTHS) {
        await walk.page.setViewportSize({ width, height: 720 });
        for (const colorScheme of COLOURS) {
          await walk.page.emulateMedia({ colorScheme });
          await walk.settled();
          const isFirst = colorScheme === COLOURS[0];
          const found = isFirst ? await barriersIn(walk.page, REGION) : await paleIn(walk.page, REGION);
          look(`${colorScheme}, ${width} pixels`, [...found, ...(await walk.page.evaluate(sideways))]);
        }
      }
      await walk.page.setViewportSize({ width: WIDTHS[0], height: 720 });
    }
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  it.each(Object.keys(faults).filter((look) => look.includes('pixels')))('have no barriers: %s', (look) => {
    expect(faults[look]).toEqual([]);
  });

  it('begin at their top, however far down the section before was', () => {
    expect(faults.begin).toEqual([]);
  });

  it('lead the keys through every control, show where they are, and let them out again', () => {
    expect(faults.keys).toEqual([]);
  });

  async function tabThrough(page: Page): Promise<string[]> {
    const count = await page.evaluate((controls) => {
      const part = document.querySelector<HTMLElement>('section[role=region] > div')!;
      (window as unknown as { seen: Seen }).seen = { elements: [], unmarked: [] };
      part.focus();
      return part.querySelectorAll(controls).length;
    }, CONTROLS.join());
    const isInside = () =>
      page.evaluate(() => document.querySelector('section[role=region] > div')!.contains(document.activeElement));
    for (let pressed = 0; pressed <= count; pressed++) await page.keyboard.press('Tab');
    // A date has several stops in one field.
    for (let more = 0; (await isInside()) && more < 40; more++) await page.keyboard.press('Tab');
    const isTrapped = await isInside();
    const missed = await page.evaluate((controls) => {
      const { seen } = window as unknown as { seen: Seen };
      const all = [...document.querySelectorAll(`section[role=region] > div :is(${controls})`)];
      const missing = all.filter((one) => one.checkVisibility() && !seen.elements.includes(one));
      return [
        ...missing.map((one) => `not reached: ${one.outerHTML.slice(0, 120)}`),
        ...seen.unmarked.map((html) => `focus not seen: ${html}`),
      ];
    }, CONTROLS.join());
    return isTrapped ? ['traps the keys', ...missed] : missed;
  }
});

/** In the page. */
const isScrolled = (): boolean => document.querySelector('section[role=region] > div')!.scrollTop > 0;

/** In the page: what of the section is out of sight until it is scrolled sideways. */
function sideways(): string[] {
  const pane = document.querySelector('section[role=region] > div')!;
  const width = pane.scrollWidth - pane.clientWidth;
  return width > 0 ? [`is ${width} pixels too wide`] : [];
}

/** In the page: notes what gets the focus, and whether that is seen. */
function listen(): void {
  document.addEventListener('focusin', ({ target }) => {
    const { seen } = window as unknown as { seen?: Seen };
    if (!seen || !(target instanceof HTMLElement)) return;
    seen.elements.push(target);
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) === 0) seen.unmarked.push(target.outerHTML.slice(0, 120));
  });
}
