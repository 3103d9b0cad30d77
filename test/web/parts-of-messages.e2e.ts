import type { Browser as Chromium, Locator } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { KeyStage } from '../support/key-stage';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('Parts of messages', () => {
  let world: World;
  let chromium: Chromium;
  let on: KeyStage;

  beforeAll(async () => {
    world = await World.start();
    const [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe(['plans', 'places'], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    const context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    on = await KeyStage.of((await openClient(context, bo)).page, ana, bo);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  it('are quoted where they are selected, by the key and by the menu', async () => {
    await on.ana.send('plans', 'parts', 'First line\n\nsecond **strong** line\n\n```python\nx = 1\nyes = 2\n```');
    await on.ana.send('plans', 'parts', 'Another message');
    await on.go(on.topic('parts'));
    const quotes = async (quoted: string) => {
      await until(async () => (await on.field().inputValue()).includes(quoted));
      expect((await on.field().inputValue()).split(':\n')[1]).toBe(quoted);
      await on.field().fill('');
    };
    const second = on.page.getByText('second strong line');
    await second.click({ clickCount: 3 });
    await on.press('>');
    await quotes('```quote\nsecond **strong** line\n```\n');
    await on.page.locator('strong', { hasText: 'strong' }).dblclick();
    await on.article('second').getByRole('button', { name: 'Message actions' }).click();
    await on.page.getByRole('menuitem', { name: 'Quote message' }).click();
    await quotes('```quote\n**strong**\n```\n');
    await on.page.locator('pre').getByText('yes').dblclick();
    await on.press('>');
    await quotes('````quote\n```python\nyes\n```\n````\n');
    await on.ana.send('plans', 'parts', '~~~~\n```\ninner\n```\n~~~~');
    const code = on.page.locator('pre', { hasText: 'inner' }).locator('code');
    await code.click();
    await code.selectText();
    await on.press('>');
    await quotes('`````quote\n````\n```\ninner\n```\n````\n`````\n');
    await second.click({ clickCount: 3 });
    await on.page.getByText('Another message').click({ modifiers: ['Shift'] });
    await on.press('>');
    await quotes('```quote\nAnother message\n```\n');
  });

  it('keep their formats where they are quoted', async () => {
    const { ana, page } = on;
    const mention = `@_**Ana Example|${ana.id}**`;
    const lines = [
      `**bold** *italic* ~~struck~~ \`code\` [menu](https://example.org/menu) ${mention} #**plans>parts** :tada:`,
      '1. one\n2. two\n3. three **and** four',
      'so $$x^2$$ it is at <time:2026-03-07T23:00:00Z>',
      '> wise words',
      '```spoiler Ending\nall **well**\n```',
      '```math\n\\frac{1}{2}\n```',
    ];
    await ana.send('plans', 'formats', lines.join('\n\n'));
    await on.go(on.topic('formats'));
    const message = on.article('italic');
    /** Selects from the beginning of one text to the end of another. */
    const quoted = async (from: string, to: string): Promise<string> => {
      await message.locator('.rendered').evaluate(
        (body, [first, last]) => {
          const texts = [...body.querySelectorAll('*')].flatMap((element) =>
            [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== ''),
          ) as Text[];
          const start = texts.find(({ data }) => data.includes(first!))!;
          const end = texts.find(({ data }) => data.includes(last!))!;
          const at = end.data.indexOf(last!) + last!.length;
          getSelection()!.setBaseAndExtent(start, start.data.indexOf(first!), end, at);
        },
        [from, to],
      );
      await on.press('>');
      await until(async () => (await on.field().inputValue()).endsWith('```\n'));
      const text = (await on.field().inputValue()).split(':\n').slice(1).join(':\n');
      await on.field().fill('');
      await page.keyboard.press('Escape');
      return text.replace(/^`{3,}quote\n|\n`{3,}\n$/g, '');
    };
    expect(await quoted('bold', 'menu')).toBe(lines[0]!.split(' @')[0]);
    expect(await quoted('talic', 'plans')).toBe(
      lines[0]!.replace('**bold** *italic*', '*talic*').replace(' :tada:', ''),
    );
    expect(await quoted('two', 'and')).toBe('2. two\n3. three **and**');
    expect(await quoted('so', '2026')).toBe(lines[2]);
    expect(await quoted('wise', 'well')).toBe(lines.slice(3, 5).join('\n\n'));
    await message.locator('.spoiler-block summary').click();
    await message.locator('.rendered').evaluate((body) => getSelection()!.selectAllChildren(body));
    await on.press('>');
    await until(async () => (await on.field().inputValue()).endsWith(`\n${lines.join('\n\n')}\n\`\`\`\`\n`));
    await on.field().fill('');
  });

  it('mention groups of the system where they are quoted, silently', async () => {
    await on.ana.ok('POST', 'user_groups/create', { name: 'cooks', description: 'Who cooks', members: [on.ana.id] });
    const mentions = `@_*role:members* @_*role:fullmembers* @*cooks* @**Bo Example|${on.bo.id}**`;
    await on.ana.send('plans', 'groups', `so ${mentions} come`);
    await on.go(on.topic('groups'));
    await on.article('come').getByText('come').click({ clickCount: 3 });
    await on.press('>');
    const silent = mentions.replace(/@(?!_)/g, '@_');
    await until(async () => (await on.field().inputValue()).includes(`so ${silent} come`));
    await on.press('Control+Enter');
    const quoted = on.article('so').locator('blockquote');
    await quoted.locator('.user-group-mention').first().waitFor();
    const shown = await quoted.locator('.user-group-mention').allTextContents();
    expect(shown).toEqual(['All members, guests excepted', 'Members past the waiting period', 'cooks']);
  });

  it('and texts of other programs are pasted with their formats', async () => {
    const paste = (data: Record<string, string>) =>
      on.field().evaluate((area, all) => {
        const clipboardData = new DataTransfer();
        for (const [type, text] of Object.entries(all)) clipboardData.setData(type, text);
        return !area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, data);
    await on.go(on.topic('pasted'));
    const long = '<p>one <b>line</b></p>'.repeat(2_000);
    await paste({ 'text/html': long, 'text/plain': 'one line' });
    await until(async () => (await on.field().inputValue()).length === 10_000);
    expect(await on.field().inputValue()).toBe('one **line**\n\n'.repeat(2_000).slice(0, 10_000));
    await on.field().fill('so: ');
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal"><p>a <a href="https://example.org/x">link</a></p>';
    await paste({
      'text/html': `${html}<ul><li><span style="font-weight: 700">one</span></li><li>two</li></ul></b>`,
      'text/plain': 'a link one two',
    });
    const written = 'so: a [link](https://example.org/x)\n\n- **one**\n- two';
    await until(async () => (await on.field().inputValue()) === written);
    await on.field().press('Control+z');
    expect(await on.field().inputValue()).toBe('so: ');
    await paste({ 'text/html': '<span style="color: red">let   a</span>', 'text/plain': 'let   a' });
    await until(async () => (await on.field().inputValue()) === 'so: let   a');
    /** The browser pastes what is plain: the client leaves it to do so. */
    const isLeft = async () => !(await paste({ 'text/html': '<b>a</b>', 'text/plain': 'a' }));
    await on.field().press('Control+Shift+V');
    expect(await isLeft()).toBe(true);
    await on.field().press('Control+End');
    expect(await isLeft()).toBe(false);
    await until(async () => (await on.field().inputValue()) === 'so: let   a**a**');
    await on.field().fill('```\n');
    await on.field().press('Control+End');
    expect(await isLeft()).toBe(true);
    await on.field().fill('');
  });

  it('that are reactions come back to their places where the server refuses to remove them', async () => {
    const id = await on.ana.send('plans', 'reactions', 'well done');
    for (const emoji_name of ['tada', 'heart', 'octopus']) {
      const person = emoji_name === 'heart' ? on.bo : on.ana;
      await person.ok('POST', `messages/${id}/reactions`, { emoji_name });
    }
    await on.go(on.topic('reactions'));
    const reactions = on.article('well done').getByRole('button', { name: ', 1 person' });
    const shown = () => reactions.evaluateAll((all) => all.map((one) => one.ariaLabel!.split(',')[0]).join());
    await until(async () => (await shown()) === 'tada,heart,octopus');
    const json = { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' };
    const asked: (() => Promise<void>)[] = [];
    await on.page.route('**/reactions', (route) => void asked.push(() => route.fulfill({ status: 400, json })));
    await reactions.nth(1).click();
    await until(async () => (await shown()) === 'tada,octopus' && asked.length === 1);
    await on.ana.ok('POST', `messages/${id}/reactions`, { emoji_name: 'apple' });
    await until(async () => (await shown()) === 'tada,octopus,apple');
    await asked[0]!();
    await until(async () => (await shown()) === 'tada,heart,octopus,apple');
    await on.page.unroute('**/reactions');
  });

  it.each([320, 1280])(
    'that are code have no button and no empty line above them in a window of %i px',
    async (width) => {
      await on.page.setViewportSize({ width, height: 800 });
      const long = `${'long '.repeat(60)}line`;
      await on.ana.send('plans', `code ${width}`, `Look:\n\`\`\`python\nx\n\`\`\`\n\`\`\`\n${long}\nsecond\n\`\`\``);
      await on.ana.send('plans', `code ${width}`, `\`\`\`\n${long}\n\`\`\``);
      await on.go(on.topic(`code ${width}`));
      await on.article('Look').waitFor();
      const blocks = await on.page.locator('pre').evaluateAll((all) =>
        all.map((block) => {
          const code = document.createRange();
          const scroller = block.querySelector('code')!;
          code.selectNodeContents(scroller);
          const end = scroller.getBoundingClientRect().right;
          return {
            lines: Array.from(code.getClientRects(), ({ top, bottom, right }) => ({
              ...{ top, bottom, right: Math.min(right, end) },
            })),
            height: parseFloat(getComputedStyle(block).lineHeight),
            button: block.querySelector('button')!.getBoundingClientRect().toJSON() as DOMRect,
            block: block.getBoundingClientRect().toJSON() as DOMRect,
          };
        }),
      );
      expect(blocks).toHaveLength(3);
      for (const { lines, button, block, height } of blocks) {
        expect(lines[0]!.top - block.top).toBeLessThan(height);
        const below = lines.filter(({ top, bottom }) => top < button.bottom && bottom > button.top);
        expect(below.filter(({ right }) => right > button.left)).toEqual([]);
        expect(button.bottom).toBeLessThanOrEqual(block.bottom);
        expect(button.left).toBeGreaterThanOrEqual(block.left);
      }
      const [first, continued] = [on.article('Look'), on.page.getByRole('article').last()];
      const boxOf = (one: Locator) => one.evaluate((it) => it.getBoundingClientRect());
      const codeOf = async (article: Locator) => boxOf(article.locator('code').last());
      expect((await codeOf(continued)).width).toBe((await codeOf(first)).width);
      await continued.locator('code').hover();
      const tools = await boxOf(continued.getByRole('button', { name: 'Message actions' }).locator('..'));
      expect(tools.top).toBeGreaterThanOrEqual((await boxOf(first.locator('.rendered'))).bottom);
      expect(tools.bottom).toBeLessThanOrEqual((await codeOf(continued)).top);
      expect(tools.bottom).toBeLessThanOrEqual((await boxOf(continued.locator('pre button'))).top);
      const languages = await on.page
        .locator('pre > .code-tools')
        .evaluateAll((all) => all.map((tools) => getComputedStyle(tools, '::before').content));
      expect(languages).toEqual(['"Python"', 'none', 'none']);
      await on.page.setViewportSize({ width: 1280, height: 800 });
    },
  );
});
