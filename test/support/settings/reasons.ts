import type { Page } from 'playwright-core';

export interface Control {
  /** As it is read out. */
  readonly name: string;
  readonly isUsable: boolean;
  /** The words that describe it. */
  readonly reason: string;
}

/** What may be done without changing anything, or with the user's own subscription. */
export const HARMLESS: readonly string[] = [
  ...['Search channels', 'Show archived channels', 'Search subscribers', 'Try a text'],
  ...['Search users', 'Show deactivated users', 'Search bots', 'Show deactivated bots', 'Show deactivated groups'],
  ...['Remove Mia Example', 'Remove Gil Example'],
];

/** The controls of the section that is shown. Values that are there to be copied are none. */
export const controlsIn = (page: Page): Promise<Control[]> =>
  page.evaluate(() => {
    const textOf = (id: string): string => document.getElementById(id)?.textContent?.trim() ?? '';
    const labelOf = (one: HTMLInputElement): string =>
      [...(one.labels?.[0]?.childNodes ?? [])].find((node) => node.nodeType === 3)?.textContent ?? one.textContent!;
    const nameOf = (one: HTMLInputElement): string => (one.getAttribute('aria-label') ?? labelOf(one)).trim();
    const controls = document.querySelectorAll<HTMLInputElement>(
      'section[role=region] > div :is(input, select, textarea, button):not([aria-label="Invitation link"])',
    );
    return [...controls].map((one) => ({
      name: nameOf(one),
      isUsable: !one.matches(':disabled, [aria-disabled=true]') && !one.readOnly,
      reason: (one.getAttribute('aria-describedby') ?? '').split(' ').map(textOf).join(' ').trim(),
    }));
  });
