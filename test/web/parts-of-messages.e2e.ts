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
    await second.click({ clickCount: 3 });
    await on.page.getByText('Another message').click({ modifiers: ['Shift'] });
    await on.press('>');
    await quotes('```quote\nAnother message\n```\n');
  });
});
