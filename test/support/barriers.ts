import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Read, and not imported: it runs in the page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Axe {
  run(root: Element, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * What axe finds in a part of the page, and what it does not look for: targets that are too small, and what is wider than
 * the window. The context lets scripts in that the page's policy would not (`bypassCSP`).
 */
export async function barriersIn(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ content: AXE });
  const violations = await page.evaluate(
    async ([selector, tags]) => {
      const { axe } = window as unknown as { axe: Axe };
      const options = { runOnly: tags, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] };
      const found = (await axe.run(document.querySelector(selector)!, options)).violations;
      return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
    },
    [part, TAGS] as const,
  );
  return [...violations, ...(await page.evaluate(smallTargets, part)), ...(await page.evaluate(tooWide))];
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

function tooWide(): string[] {
  const width = document.documentElement.scrollWidth - innerWidth;
  return width > 0 ? [`the page is ${width} pixels too wide`] : [];
}
