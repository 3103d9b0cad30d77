import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Read, and not imported: it runs in the page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

interface Axe {
  run(root: Element, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * What axe finds in a part of the page, and what it does not look for: targets that are too small, and what is wider than
 * the window, or than what is open in front of it. The context lets scripts in that the page's policy would not (`bypassCSP`).
 */
export async function barriersIn(page: Page, part = 'html'): Promise<string[]> {
  const violations = await violationsIn(page, part, { runOnly: TAGS, rules: { 'target-size': { enabled: true } } });
  const narrow = [...(await page.evaluate(tooWide)), ...(await page.evaluate(cutOffInFront))];
  return [...violations, ...(await page.evaluate(smallTargets, part)), ...narrow];
}

/** As `barriersIn`, of colours alone: the rest is the same in the light and the dark look. */
export const paleIn = (page: Page, part: string): Promise<string[]> =>
  violationsIn(page, part, { runOnly: { type: 'rule', values: OF_COLOURS } });

async function violationsIn(page: Page, part: string, options: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: AXE });
  return page.evaluate(
    async ([selector, wanted]) => {
      const { axe } = window as unknown as { axe: Axe };
      const found = await axe.run(document.querySelector(selector)!, { ...wanted, resultTypes: ['violations'] });
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    [part, options] as const,
  );
}

/** Links within sentences may be as small as their words (WCAG 2.5.8), and a label belongs to its box. */
function smallTargets(part: string): string[] {
  const LEAST = 23.9;
  const targets = document.querySelectorAll<HTMLElement>(
    `${part} :is(button, a[href], input, select, textarea, summary, [role=option], [role=menuitem])`,
  );
  return [...targets]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((one) => getComputedStyle(one).display !== 'inline' && getComputedStyle(one).clipPath === 'none')
    .map((one) => (one.matches('[type=checkbox], [type=radio]') ? (one.closest('label') ?? one) : one))
    .filter((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < LEAST)
    .map((one) => `too small to hit: ${one.outerHTML.slice(0, 160)}`);
}

/** What is wider than the window, out of it, or over something else that can be clicked. */
export const collisionsIn = async (page: Page): Promise<string[]> => [
  ...(await page.evaluate(tooWide)),
  ...(await page.evaluate(collisions)),
];

function collisions(): string[] {
  const targets = Array.from(document.querySelectorAll('button, a[href], input, textarea'))
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    // What scrolls is cut off, and what is put over the rest is meant to be there.
    .filter((one) => !one.closest('[role=feed]') && !/absolute|fixed/.test(getComputedStyle(one).position))
    .map((one) => ({ one, box: one.getBoundingClientRect() }));
  const out = targets.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1);
  const over = targets.filter(({ one, box }, at) =>
    targets.slice(at + 1).some(({ one: other, box: its }) => {
      const width = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const height = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      return width > 1 && height > 1 && !one.contains(other) && one.parentElement === other.parentElement;
    }),
  );
  return [
    ...out.map(({ one }) => `out of the window: ${one.outerHTML.slice(0, 120)}`),
    ...over.map(({ one }) => `over another: ${one.outerHTML.slice(0, 120)}`),
  ];
}

/** Words from right to left in an element that leaves the order to what is around it. */
export const looseWordsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement: parent, textContent: text } = walker.currentNode;
      if (/[\u0590-\u05ff]/.test(text!) && !parent!.closest('[dir=auto], bdi, option')) found.push(parent!.outerHTML);
    }
    return found.map((html) => html.slice(0, 160));
  });

function tooWide(): string[] {
  const width = document.documentElement.scrollWidth - innerWidth;
  return width > 0 ? [`the page is ${width} pixels too wide`] : [];
}

/** Dialogs, menus and cards that are open, and have to be scrolled sideways. */
export function cutOffInFront(): string[] {
  return [...document.querySelectorAll<HTMLElement>('dialog[open], [role=dialog], [role=menu]')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
    .map((one) => `${one.scrollWidth - one.clientWidth} pixels too wide: ${one.outerHTML.slice(0, 160)}`);
}
