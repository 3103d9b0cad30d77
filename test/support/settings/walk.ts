import type { BrowserContext, Page, Request } from 'playwright-core';
import {
  hashOf,
  ORGANIZATION_SECTIONS,
  PERSONAL_SECTIONS,
  type Section,
} from '../../../apps/web/src/settings/sections';
import type { Person } from '../person';
import { until } from '../until';
import { goTo, openClient } from '../web-client';

/** All sections that the client has, so that a new one is in every walk. */
export const SECTIONS: readonly Section[] = [...PERSONAL_SECTIONS, ...ORGANIZATION_SECTIONS];

/** A tab that goes through the settings of a user. */
export class Walk {
  private readonly underWay = new Set<Request>();

  private constructor(readonly page: Page) {
    page.on('request', (request) => !request.url().includes('/json/events') && this.underWay.add(request));
    page.on('requestfinished', (request) => this.underWay.delete(request));
    page.on('requestfailed', (request) => this.underWay.delete(request));
  }

  static async begin(context: BrowserContext, person: Person): Promise<Walk> {
    const { page } = await openClient(context, person, '#settings/profile');
    await page.locator('section[role=region] h1').waitFor();
    return new Walk(page);
  }

  /** @param place a section, or something in it, such as `organization/channels/7` */
  async to(place: string): Promise<void> {
    const hash = SECTIONS.some((one) => one === place) ? hashOf(place as Section) : place;
    // Twice drawn: the section, and what it has asked for; what it asks is under way by then.
    await goTo(this.page, hash);
    await this.settled();
  }

  /** Opens what is folded, so that it is looked at, too. */
  async unfold(): Promise<void> {
    const folded = this.page.locator('section[role=region] details:not([open]) > summary');
    const opened = await folded.evaluateAll((all) => {
      for (const one of all) (one as HTMLElement).click();
      return all.length;
    });
    if (opened > 0) await this.settled();
  }

  /** The page has drawn what it has asked the server for. */
  async settled(): Promise<void> {
    await this.drawn();
    await until(() => this.underWay.size === 0);
    await this.drawn();
  }

  /** What is said from now on is told apart from what is said already. */
  forgetNotices(): Promise<void> {
    return this.page.evaluate(() =>
      document
        .querySelectorAll('[role=status], [role=status] *')
        .forEach((one) => one.setAttribute('data-said-before', '')),
    );
  }

  /** Since `forgetNotices`. */
  async hasSaid(text: string): Promise<void> {
    const said = this.page.locator(':is([role=status], [role=status] *):not([data-said-before])');
    await said.filter({ hasText: text }).first().waitFor();
  }

  private drawn(): Promise<void> {
    return this.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(), 20))),
    );
  }
}
