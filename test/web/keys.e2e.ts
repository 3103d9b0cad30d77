import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { KEY_TABLE } from '../../apps/web/src/keys/table';
import { describeInChromium, startChromium } from '../support/chromium';
import { uploaded } from '../support/files';
import { KeyStage } from '../support/key-stage';
import type { Person } from '../support/person';
import { png } from '../support/picture-uploads';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('Each key of the browser client', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let on: KeyStage;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await world.setRole(bo, 'admin');
    await ana.subscribe(['plans', 'places'], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    ({ page } = await openClient(context, bo));
    on = await KeyStage.of(page, ana, bo);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  /** What each key does, for the keys as the table names them. */
  const EFFECTS: Record<string, (key: string) => Promise<void>> = {
    r: async (key) => {
      await on.go(on.topic('many'));
      await on.press(key);
      await on.isFocused('Message');
    },
    Enter: async (key) => {
      await on.go('#feed');
      await on.article('number').last().focus();
      await on.press(key);
      await on.isFocused('Message');
      await on.heading('plans many').waitFor();
    },
    c: async (key) => {
      await on.go(`#narrow/dm/${ana.id}`);
      await on.press(key);
      await page.getByRole('combobox', { name: 'Channel' }).waitFor();
    },
    x: async (key) => {
      await on.go(on.topic('many'));
      await on.press(key);
      await page.getByRole('combobox', { name: 'People' }).waitFor();
    },
    Escape: (key) => on.leavesTheForm(key),
    'Ctrl+[': (key) => on.leavesTheForm(key),
    'Ctrl+z': async (key) => {
      await on.onMessage('undone', 'too loud');
      await on.press('M');
      await page.getByRole('status').getByText('The topic is muted.').waitFor();
      await on.press(key);
      await page.getByRole('status').getByText('The topic is muted.').waitFor({ state: 'detached' });
      const policies = async () =>
        (await bo.ok('POST', 'register', { event_types: ['user_topic'] })).user_topics as {
          topic_name: string;
          visibility_policy: number;
        }[];
      await until(
        async () => !(await policies()).some((one) => one.topic_name === 'undone' && one.visibility_policy === 1),
      );
      await on.field().fill('too early');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await on.article('too early').waitFor();
      await on.press(key);
      await until(async () => (await on.field().inputValue()) === 'too early');
      await on.field().fill('');
    },
    '/': (key) => on.searches(key),
    'Ctrl+k': (key) => on.searches(key),
    d: (key) => on.leadsTo(key, 'Drafts'),
    '?': async (key) => {
      await on.go('#recent');
      await on.press(key);
      await on.closes('Keyboard shortcuts');
    },
    q: async (key) => {
      await on.go('#recent');
      await on.press(key);
      await on.isFocused('Filter the sidebar');
    },
    w: async (key) => {
      await on.go('#recent');
      await on.press(key);
      await until(async () => (await on.focusedName()).startsWith('Filter people'));
    },
    ArrowUp: (key) => on.moves(key, 20, 19),
    k: (key) => on.moves(key, 20, 19),
    ArrowDown: (key) => on.moves(key, 20, 21),
    j: (key) => on.moves(key, 20, 21),
    PageUp: (key) => on.pages(key, -1),
    K: (key) => on.pages(key, -1),
    PageDown: (key) => on.pages(key, 1),
    J: (key) => on.pages(key, 1),
    Space: (key) => on.pages(key, 1),
    Home: async (key) => {
      await on.inTheMiddle();
      await on.press(key);
      await until(async () => (await on.scrolled()) === 0);
      await on.article('number 0').waitFor();
    },
    End: (key) => on.endsAndReads(key),
    G: (key) => on.endsAndReads(key),
    n: (key) => on.goesToUnread(key, () => ana.send('places', 'next', 'unread'), /places next/),
    N: async (key) => {
      await ana.send('places', 'followed', 'first');
      const policy = { stream_id: on.channels.places, topic: 'followed', visibility_policy: 3 };
      await bo.ok('POST', 'user_topics', policy);
      await on.goesToUnread(key, () => ana.send('places', 'followed', 'unread'), /places followed/);
    },
    p: (key) => on.goesToUnread(key, () => ana.sendTo([bo], 'unread'), /^Ana Example$/),
    s: async (key) => {
      await on.onMessage('to and fro', 'here');
      await on.press(key);
      await on.heading(/^plans$/).waitFor();
      await on.article('here').focus();
      await on.press(key);
      await on.heading('plans to and fro').waitFor();
      await on.go('#feed');
      await on.article('here').focus();
      await on.press(key);
      await on.heading('plans to and fro').waitFor();
    },
    P: (key) => on.leadsTo(key, 'Direct messages'),
    y: async (key) => {
      await on.leadsTo(key, 'Topics of plans');
      await ana.send('plans', 'listed', 'of a list');
      await on.go('#feed');
      await on.article('of a list').focus();
      await on.press(key);
      await on.heading('Topics of plans').waitFor();
    },
    z: async (key) => {
      // Messages that are seen count as read in conversations alone.
      await bo.ok('PATCH', 'settings', { web_mark_read_on_scroll_policy: 2 });
      const ids = [await ana.send('plans', 'context', 'in context'), await ana.send('plans', 'context', 'behind it')];
      await on.go('#feed');
      await on.article('in context').focus();
      await on.press(key);
      await until(() => page.url().endsWith(`/near/${ids[0]}`));
      await on.heading('plans context').waitFor();
      await on.article('behind it').waitFor();
      const later = await ana.send('plans', 'many', 'read after it');
      await on.go(on.topic('many'));
      await until(async () => (await on.flagsOf(later)).includes('read'));
      expect([await on.flagsOf(ids[0]!), await on.flagsOf(ids[1]!)]).toEqual([[], []]);
      await bo.ok('PATCH', 'settings', { web_mark_read_on_scroll_policy: 1 });
    },
    A: (key) => on.leadsTo(key, 'places'),
    D: async (key) => {
      await on.go(on.topic('places', 'places'));
      await on.press(key);
      await on.heading('plans').waitFor();
    },
    I: (key) => on.leadsTo(key, 'Inbox'),
    t: (key) => on.leadsTo(key, 'Recent conversations'),
    a: (key) => on.leadsTo(key, 'Combined feed'),
    '*': (key) => on.leadsTo(key, 'Starred messages'),
    'Ctrl+.': async (key) => {
      await on.go('#feed');
      await on.article('number').last().focus();
      await page.getByRole('combobox', { name: 'Channel' }).fill('plans');
      await page.getByRole('textbox', { name: 'Topic' }).fill('many');
      await on.press(key);
      await on.heading('plans many').waitFor();
    },
    'Alt+ArrowLeft': async (key) => {
      await on.go('#recent');
      await on.go('#drafts');
      await on.press(key);
      await on.heading('Recent conversations').waitFor();
    },
    'Alt+ArrowRight': async (key) => {
      await on.go('#recent');
      await on.go('#drafts');
      await page.goBack();
      await on.heading('Recent conversations').waitFor();
      await on.press(key);
      await on.heading('Drafts').waitFor();
    },
    '>': (key) => on.writes(key, 'quote\nsay it'),
    '<': (key) => on.opensOn(key, 'Forward message'),
    R: async (key) => {
      await on.onMessage('to the sender', 'hello');
      await on.press(key);
      await on.heading(/^Ana Example$/).waitFor();
      await on.isFocused('Message');
    },
    '@': (key) => on.writes(key, '@**Ana Example'),
    ArrowLeft: async (key) => {
      await bo.send('plans', 'mine', 'my last');
      await on.onMessage('mine', 'not mine');
      await on.press(key);
      await on.article('Save').getByRole('textbox', { name: 'Message' }).waitFor();
      await on.press('Escape');
    },
    i: async (key) => {
      await on.onMessage('menus', 'press here');
      await on.press(key);
      await page.getByRole('menu', { name: 'Message actions' }).waitFor();
      await on.press('Escape');
    },
    e: async (key) => {
      await on.opensOn(key, 'View source');
      await on.onMessage('edited', 'my own', bo);
      await on.press(key);
      await page.getByRole('form', { name: 'Edit message' }).waitFor();
      await on.press('Escape');
    },
    u: (key) => on.opensOn(key, 'Ana Example'),
    V: (key) => on.opensOn(key, 'View read receipts'),
    v: async (key) => {
      const path = await uploaded(ana, 'one.png', await png(300));
      await on.onMessage('pictures', `[one](${path})`);
      await on.article('one').locator('img[src*=thumbnail]').waitFor();
      await on.press(key);
      await page.locator('dialog[open]').getByText('1 of 1').waitFor();
      await on.press('Escape');
    },
    m: (key) => on.opensOn(key, 'Move message'),
    H: async (key) => {
      const id = await on.onMessage('history', 'before', ana);
      await ana.ok('PATCH', `messages/${id}`, { content: 'afterwards' });
      await on.article('afterwards').getByText('edited').waitFor();
      await on.press(key);
      await on.closes('View edit history');
    },
    'Ctrl+s': async (key) => {
      await on.onMessage('stars', 'shine');
      await on.press(key);
      await on.article('shine').getByRole('button', { name: 'Star message', pressed: true }).waitFor();
    },
    ':': (key) => on.opensOn(key, 'Add reaction'),
    '=': async (key) => {
      const id = await on.onMessage('first reaction', 'react');
      await ana.ok('POST', `messages/${id}/reactions`, { emoji_name: 'octopus' });
      await on.article('react').getByRole('button', { name: 'octopus, 1 person' }).waitFor();
      await on.press(key);
      await on.article('react').getByRole('button', { name: 'octopus, 2 people' }).waitFor();
    },
    '+': async (key) => {
      await on.onMessage('thumbs', 'react');
      await on.press(key);
      await on.article('react').getByRole('button', { name: '+1, 1 person' }).waitFor();
    },
    U: async (key) => {
      const id = await on.onMessage('unread', 'again');
      await until(async () => (await on.flagsOf(id)).includes('read'));
      await on.press(key);
      await until(async () => !(await on.flagsOf(id)).includes('read'));
    },
    '-': async (key) => {
      await on.onMessage('collapsing', 'a long story');
      await on.press(key);
      await on.article('a long story').waitFor({ state: 'detached' });
      await on.press(key);
      await on.article('a long story').waitFor();
    },
    M: async (key) => {
      await on.onMessage('noise', 'noisy');
      await on.press(key);
      await page.getByRole('status').getByText('The topic is muted.').waitFor();
      await on.press(key);
      await page.getByRole('status').getByText('The topic is not muted any more.').waitFor();
    },
    'Ctrl+Enter': async (key) => {
      await on.go(on.topic('sent by a key'));
      await on.field().fill('sent');
      await on.press(key);
      await on.article('sent').waitFor();
    },
    'Ctrl+b': async (key) => expect(await on.changed(key)).toBe('one **two**'),
    'Ctrl+i': async (key) => expect(await on.changed(key)).toBe('one *two*'),
    'Ctrl+Shift+l': async (key) => expect(await on.changed(key)).toBe('one [two]()'),
    'Ctrl+Shift+c': async (key) => expect(await on.changed(key)).toBe('one `two`'),
    "Ctrl+'": async (key) => {
      await bo.ok('POST', 'saved_snippets', { title: 'Greeting', content: 'Good morning' });
      await on.go(on.topic('snippets'));
      await on.field().click();
      await on.press(key);
      await page.getByRole('option', { name: 'Greeting' }).waitFor();
      await on.press('Enter');
      await until(async () => (await on.field().inputValue()).includes('Good morning'));
      await on.field().fill('');
    },
    'Alt+p': async (key) => {
      await on.go(on.topic('previews'));
      await on.field().fill('**bold**');
      await on.press(key);
      await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor();
      await page.getByRole('button', { name: 'Preview' }).click();
      await on.field().fill('');
    },
  };
  const keys = KEY_TABLE.flatMap((section) => section.rows.flatMap((row) => row.keys));

  it('has an effect that is known here', () => {
    expect(Object.keys(EFFECTS).sort()).toEqual([...keys].sort());
  });

  it.each(keys)('works: %s', (key) => EFFECTS[key]!(key));

  it('is found by its place once a letter shows that the keyboard is Russian', async () => {
    const russian = (init: { key: string; code: string; shiftKey?: boolean }) =>
      page.evaluate((given) => {
        const event = new KeyboardEvent('keydown', { ...given, bubbles: true, cancelable: true });
        document.activeElement!.dispatchEvent(event);
      }, init);
    await on.onMessage('in Russian', 'privet');
    await russian({ key: '"', code: 'Digit2', shiftKey: true });
    expect(await on.field().inputValue()).toBe('');
    await russian({ key: 'ь', code: 'KeyM' });
    await page.getByRole('dialog', { name: 'Move message' }).waitFor();
    await on.press('Escape');
    await page.locator('article').filter({ hasText: 'privet' }).focus();
    await russian({ key: '"', code: 'Digit2', shiftKey: true });
    await until(async () => (await on.field().inputValue()).includes('@**Ana Example'));
    await on.field().fill('');
    await on.field().fill('one two');
    await on.field().evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 7));
    const typed = { ctrlKey: true, bubbles: true, cancelable: true };
    const press = (key: string, code: string) =>
      on
        .field()
        .evaluate((area, init) => area.dispatchEvent(new KeyboardEvent('keydown', init)), { ...typed, key, code });
    await press('x', 'KeyB'); // cuts on a Dvorak keyboard
    expect(await on.field().inputValue()).toBe('one two');
    await press('и', 'KeyB');
    expect(await on.field().inputValue()).toBe('one **two**');
    await bo.ok('POST', 'saved_snippets', { title: 'Привет', content: 'Good morning' });
    await press('э', 'Quote');
    await page.getByRole('option', { name: 'Привет' }).waitFor();
    await on.press('Escape');
    await on.field().fill('');
  });
});
