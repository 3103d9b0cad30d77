import type { Browser as Chromium } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { KeyStage } from '../support/key-stage';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The tools of the form', () => {
  let world: World;
  let chromium: Chromium;
  let on: KeyStage;

  beforeAll(async () => {
    world = await World.start();
    const [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await world.member('Ana Example Junior');
    await ana.subscribe(['plans', 'places'], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    const context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 600 } });
    on = await KeyStage.of((await openClient(context, bo)).page, ana, bo);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const leads = async (key: string, name: string) => {
    await on.press(key);
    await until(() =>
      on.page.locator(':focus').evaluate((one, wanted) => one.ariaLabel === wanted || one.textContent === wanted, name),
    );
  };

  it('are at one stop of Tab, and their buttons are found by arrows, Home and End', async () => {
    await on.go(on.topic('tools'));
    await on.field().fill('words');
    await on.page.getByRole('button', { name: 'Send', exact: true }).focus();
    await leads('Tab', 'Attach files');
    await leads('ArrowRight', 'Bold');
    await leads('ArrowLeft', 'Attach files');
    await leads('ArrowLeft', 'Preview');
    await leads('ArrowRight', 'Attach files');
    await leads('End', 'Preview');
    await leads('Shift+Tab', 'Send');
    await leads('Tab', 'Preview');
    await leads('Home', 'Attach files');
    await on.press('Tab');
    expect(await on.page.evaluate(() => document.activeElement?.closest('[role=toolbar]') === null)).toBe(true);
  });

  it('follow the direction of reading by arrows', async () => {
    await on.go(on.topic('tools'));
    await on.page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await on.page.getByRole('button', { name: 'Attach files' }).focus();
    await leads('ArrowLeft', 'Bold');
    await leads('ArrowRight', 'Attach files');
    await leads('ArrowRight', 'Preview');
    await on.page.evaluate(() => (document.documentElement.dir = 'ltr'));
  });

  it('suggest what is written out, too, which Enter takes', async () => {
    const chips = on.page.getByRole('button', { name: /^Discard / });
    await on.go('#feed');
    await on.page.getByRole('combobox', { name: 'Channel' }).fill('plans');
    await on.page.getByRole('option', { name: 'plans', exact: true }).waitFor();
    await on.press('Enter');
    await on.isFocused('Topic');
    await on.page.getByRole('textbox', { name: 'Topic' }).fill('many');
    await on.page.getByRole('option', { name: 'many', exact: true }).click();
    await on.isFocused('Message');
    await on.page.getByRole('button', { name: 'New direct message' }).click();
    const people = on.page.getByRole('combobox', { name: 'People' });
    await people.fill('ana example');
    await on.page.getByRole('option', { name: 'Ana Example', exact: true }).waitFor();
    expect(await chips.count()).toBe(0);
    await on.press('Enter');
    await on.page.getByRole('button', { name: 'Discard Ana Example', exact: true }).waitFor();
    expect(await people.inputValue()).toBe('');
  });

  it('take a whole name for a recipient, unless it becomes a longer one', async () => {
    await on.go('#inbox');
    await on.go('#feed');
    await on.field().fill('to whom');
    await on.page.getByRole('button', { name: 'New direct message' }).click();
    const people = on.page.getByRole('combobox', { name: 'People' });
    const send = on.page.getByRole('button', { name: 'Send', exact: true });
    const chips = on.page.getByRole('button', { name: /^Discard Ana/ });
    await people.pressSequentially('Ana Example');
    await until(() => send.isEnabled());
    await people.pressSequentially(' J');
    await until(() => send.isDisabled());
    await people.pressSequentially('unior');
    await until(() => send.isEnabled());
    await on.field().focus();
    await chips.waitFor();
    expect(await chips.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(['Discard Ana Example Junior']);
  });
});
