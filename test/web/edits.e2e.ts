import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The form in which a user changes a message', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe(['plans', 'places'], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  /** The client of Bo at a topic of its own. */
  async function open(topic: string): Promise<void> {
    const hash = `#narrow/channel/${await bo.channelId('plans')}/topic/${topic}`;
    ({ page } = await openClient(context, bo, hash));
  }
  const article = (words: string) => page.getByRole('article').filter({ hasText: words });
  const sourceOf = async (id: number) => (await bo.ok('GET', `messages/${id}`)).raw_content as string;

  /** Chooses from the menu of a message. */
  async function choose(words: string, item: string): Promise<void> {
    await article(words).getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  const dialog = (name: string) => page.getByRole('dialog', { name });

  it('closes the field of an edit by Escape while its text is on the way', async () => {
    const id = await bo.send('plans', 'slow-edits', 'far away');
    await open('slow-edits');
    await article('far away').waitFor();
    let isAsked = false;
    await page.route(`**/json/messages/${id}*`, () => void (isAsked = true)); // no answer comes
    await article('far away').getByRole('button', { name: 'Edit message' }).click();
    await until(() => isAsked);
    const form = page.getByRole('form', { name: 'Edit message' });
    await form.waitFor();
    const row = page.locator(`article[data-id="${id}"]`);
    expect(await row.getByRole('button', { name: 'Message actions' }).count()).toBe(0); // it would lie on the text
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('edits an own message in place, and shows a concurrent edit before it is replaced', async () => {
    const id = await bo.send('plans', 'edits', 'teh first');
    await open('edits');
    await article('teh first').getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()) === 'teh first');
    await field.fill('the **first**');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await article('the first').getByText('edited').waitFor();
    expect(await sourceOf(id)).toBe('the **first**');

    await choose('the first', 'Edit message');
    await until(async () => (await field.inputValue()) === 'the **first**');
    await bo.ok('PATCH', `messages/${id}`, { content: 'written elsewhere' });
    await field.fill('written here');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('written elsewhere').waitFor();
    expect(await sourceOf(id)).toBe('written elsewhere');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await article('written here').waitFor();

    await choose('written here', 'View edit history');
    await dialog('View edit history').getByText('Sent by Bo Example').waitFor();
    await page.keyboard.press('Escape');
    await dialog('View edit history').waitFor({ state: 'hidden' });
  });

  it('offers in the form of an edit what there is in the form of a new message', async () => {
    const id = await bo.send('plans', 'whole edits', 'the plan');
    await open('whole edits');
    const form = page.getByRole('form', { name: 'Edit message' });
    const field = form.getByRole('textbox', { name: 'Message' });
    await article('the plan').getByRole('button', { name: 'Edit message' }).click();
    await until(async () => (await field.inputValue()) === 'the plan');
    await field.press('End');
    await field.pressSequentially(' of @An');
    await form.getByRole('option', { name: 'Ana Example' }).waitFor();
    await field.press('Escape');
    await form.getByRole('option').first().waitFor({ state: 'hidden' });
    await field.pressSequentially('a');
    await form.getByRole('option', { name: 'Ana Example' }).waitFor();
    await field.press('Enter');
    await until(async () => (await field.inputValue()).includes('@**Ana Example** '));
    await field.press('Shift+Home');
    await field.press('Control+b');
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByRole('region', { name: 'Preview of the message' }).locator('strong').waitFor();
    await form.getByRole('button', { name: 'Preview' }).click();
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('first the roof') };
    await form.locator('input[type=file]').setInputFiles(file);
    await until(async () => (await field.inputValue()).includes('[plan.txt](/user_uploads/'));
    const written = await field.inputValue();

    await field.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await field.inputValue()) === written);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await sourceOf(id)) === written);
  });

  it('goes on with a list on a new line, and makes a link of words over which an address is pasted', async () => {
    await bo.send('plans', 'lists', '1. one');
    await open('lists');
    await article('one').getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()) === '1. one');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('1. one\n2. ');
    await page.keyboard.press('Control+z');
    expect(await field.inputValue()).toBe('1. one');
    await field.evaluate((area: HTMLTextAreaElement) => {
      area.setSelectionRange(3, 6);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'https://example.org/a');
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await field.inputValue()).toBe('1. [one](https://example.org/a)');
    await page.keyboard.press('Escape');
  });

  it('ends an upload with the form, and keeps its placeholder out of the text that can be brought back', async () => {
    await bo.send('plans', 'ended-uploads', 'no file');
    await open('ended-uploads');
    await page.route('**/json/user_uploads', () => undefined); // no answer comes
    await article('no file').getByRole('button', { name: 'Edit message' }).click();
    const form = page.getByRole('form', { name: 'Edit message' });
    const field = form.getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()) === 'no file');
    await field.fill('some file: ');
    const [failed] = await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/user_uploads')),
      (async () => {
        const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') };
        await form.locator('input[type=file]').setInputFiles(file);
        await form.getByRole('progressbar', { name: 'Uploading plan.txt' }).waitFor();
        await field.press('Escape');
        await form.waitFor({ state: 'detached' });
      })(),
    ]);
    expect(failed.failure()?.errorText).toContain('ABORTED');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await field.inputValue()) === 'some file: ');
  });
});
