import type { Browser as Chromium } from 'playwright-core';
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
    await quotes('```quote\nsecond strong line\n```\n');
    await on.page.locator('strong', { hasText: 'strong' }).dblclick();
    await on.article('second').getByRole('button', { name: 'Message actions' }).click();
    await on.page.getByRole('menuitem', { name: 'Quote message' }).click();
    await quotes('```quote\nstrong\n```\n');
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

  it.each([320, 1280])(
    'that are code have no button and no empty line above them in a window of %i px',
    async (width) => {
      await on.page.setViewportSize({ width, height: 800 });
      const long = `${'long '.repeat(60)}line`;
      await on.ana.send('plans', `code ${width}`, `Look:\n\`\`\`\nx\n\`\`\`\n\`\`\`\n${long}\nsecond\n\`\`\``);
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
      await on.page.setViewportSize({ width: 1280, height: 800 });
    },
  );
});
