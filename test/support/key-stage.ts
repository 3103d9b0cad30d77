import type { Page } from 'playwright-core';
import type { Person } from './person';
import { until } from './until';
import { goTo } from './web-client';

/** Messages of the topic `many`. */
export const MANY = 40;
type ChannelName = 'plans' | 'places';

/** What tests of keys do before and after they press one. */
export class KeyStage {
  private constructor(
    readonly page: Page,
    readonly ana: Person,
    readonly bo: Person,
    readonly channels: Readonly<Record<ChannelName, number>>,
    private readonly many: readonly number[],
  ) {}

  /** Fills the topic `many`, and has everything read. @param page the client of Bo, who has both channels */
  static async of(page: Page, ana: Person, bo: Person): Promise<KeyStage> {
    const many: number[] = [];
    for (let at = 0; at < MANY; at++) many.push(await ana.send('plans', 'many', `number ${at}\n\n- one\n- two`));
    await bo.ok('POST', 'mark_all_as_read');
    const channels = { plans: await bo.channelId('plans'), places: await bo.channelId('places') };
    return new KeyStage(page, ana, bo, channels, many);
  }

  topic = (name: string, channel: ChannelName = 'plans') =>
    `#narrow/channel/${this.channels[channel]}/topic/${name.replaceAll(' ', '.20')}`;

  async go(hash: string): Promise<void> {
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await goTo(this.page, hash);
    await this.page.locator('main h1').first().waitFor();
  }

  press = (key: string): Promise<void> => this.page.keyboard.press(key.replace('Ctrl+', 'Control+'));

  article = (words: string) => this.page.getByRole('article').filter({ hasText: words });

  field = () => this.page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });

  dialog = (name: string) => this.page.getByRole('dialog', { name });

  heading = (name: string | RegExp) => this.page.getByRole('main').getByRole('heading', { name });

  focusedName = () => this.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

  isFocused = (name: string) => until(async () => (await this.focusedName()) === name);

  /** Nothing where no element has the focus: the whole page has every text. */
  focusedText = () =>
    this.page.evaluate(() => {
      const { activeElement: focused, body } = document;
      return focused === null || focused === body ? '' : (focused.textContent ?? '');
    });

  scrolled = () => this.page.getByRole('feed').evaluate((feed) => feed.scrollTop);

  flagsOf = async (id: number): Promise<string[]> =>
    ((await this.bo.ok('GET', `messages/${id}`)).message as { flags: string[] }).flags;

  /** Shows a topic whose only message has the focus. @param sender Ana unless said otherwise */
  async onMessage(name: string, text: string, sender = this.ana): Promise<number> {
    const id = await sender.send('plans', name, text);
    await this.go(this.topic(name));
    await this.page.locator(`article[data-id="${id}"]`).focus();
    return id;
  }

  async closes(name: string): Promise<void> {
    await this.dialog(name).waitFor();
    await this.press('Escape');
    await this.dialog(name).waitFor({ state: 'detached' });
  }

  /** In a topic with many messages, all of them read, with one of the middle on the screen. */
  async inTheMiddle(): Promise<void> {
    await this.go('#inbox');
    await this.go(`${this.topic('many')}/near/${this.many[MANY / 2]}`);
    await this.article(`number ${MANY / 2}`).waitFor();
  }

  /** What the text becomes by a key while its second word is selected. */
  async changed(key: string): Promise<string> {
    await this.go(this.topic('formats'));
    await this.field().fill('one two');
    await this.field().evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 7));
    await this.press(key);
    return this.field().inputValue();
  }

  async leavesTheForm(key: string): Promise<void> {
    await this.go(this.topic('leaving'));
    await this.field().fill('half a sentence');
    await this.press(key);
    await until(async () => (await this.focusedName()) !== 'Message');
    expect(await this.field().inputValue()).toBe('half a sentence');
    await this.field().fill('');
  }

  async searches(key: string): Promise<void> {
    await this.go('#recent');
    await this.press(key);
    await this.isFocused('Search');
  }

  async moves(key: string, from: number, to: number): Promise<void> {
    await this.inTheMiddle();
    await this.article(`number ${from}`).focus();
    await this.press(key);
    await until(async () => (await this.focusedText()).includes(`number ${to}`));
  }

  async pages(key: string, direction: 1 | -1): Promise<void> {
    await this.inTheMiddle();
    await this.page.getByRole('feed').focus();
    const before = await this.scrolled();
    await this.press(key);
    await until(async () => ((await this.scrolled()) - before) * direction > 200);
  }

  async endsAndReads(key: string): Promise<void> {
    await this.inTheMiddle();
    const id = await this.ana.send('plans', 'many', `the end by ${key}`);
    await this.press(key);
    await until(() =>
      this.page.getByRole('feed').evaluate((feed) => feed.scrollHeight - feed.scrollTop - feed.clientHeight < 2),
    );
    await this.article(`the end by ${key}`).waitFor();
    await until(async () => (await this.flagsOf(id)).includes('read'));
  }

  async leadsTo(key: string, name: string | RegExp): Promise<void> {
    await this.go(this.topic('many'));
    await this.press(key);
    await this.heading(name).waitFor();
  }

  async goesToUnread(key: string, send: () => Promise<unknown>, name: RegExp): Promise<void> {
    await this.bo.ok('POST', 'mark_all_as_read');
    await this.go('#recent');
    await send();
    await this.page.getByRole('link', { name: /^Inbox, 1 unread/ }).waitFor();
    await this.press(key);
    await this.heading(name).waitFor();
  }

  async opensOn(key: string, name: string, sender = this.ana): Promise<void> {
    await this.onMessage(`opens ${name}`, 'press here', sender);
    await this.press(key);
    await this.closes(name);
  }

  async writes(key: string, text: string): Promise<void> {
    await this.onMessage('answers', 'say it');
    await this.press(key);
    await until(async () => (await this.field().inputValue()).includes(text));
    await this.isFocused('Message');
    await this.field().fill('');
  }
}
