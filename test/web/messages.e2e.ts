import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('What a user does with messages', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let violations: string[];

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
    ({ page, violations } = await openClient(context, bo, hash));
  }
  const article = (words: string) => page.getByRole('article').filter({ hasText: words });

  /** Chooses from the menu of a message. */
  async function choose(words: string, item: string): Promise<void> {
    await article(words).getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  const dialog = (name: string) => page.getByRole('dialog', { name });

  it('gives the focus back to the button that opened a menu or a dialog', async () => {
    await ana.send('plans', 'focus', 'look here');
    await open('focus');
    const button = article('look here').getByRole('button', { name: 'Message actions' });
    const isFocused = () => button.evaluate((element) => element === document.activeElement);
    await button.click();
    await page.getByRole('menu', { name: 'Message actions' }).waitFor();
    await page.keyboard.press('Escape');
    await until(isFocused);
    await choose('look here', 'View source');
    await dialog('View source').getByText('look here').waitFor();
    await page.keyboard.press('Escape');
    await dialog('View source').waitFor({ state: 'hidden' });
    await until(isFocused);
  });

  it('offers only permitted actions on messages of other users', async () => {
    await ana.send('plans', 'rights', 'from Ana');
    await bo.send('plans', 'rights', 'from Bo');
    await open('rights');
    await article('from Ana').getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Quote message' }).waitFor();
    for (const name of ['Edit message', 'Delete message'])
      expect(await page.getByRole('menuitem', { name }).count()).toBe(0);
    expect(await article('from Ana').getByRole('button', { name: 'Edit message' }).count()).toBe(0);
    await until(async () => (await article('from Bo').getByRole('button', { name: 'Edit message' }).count()) === 1);
  });

  it('asks before it deletes, and moves a message with the later ones', async () => {
    await world.setRole(bo, 'admin');
    for (const text of ['stays', 'goes along', 'goes, too', 'is deleted']) await bo.send('plans', 'moves', text);
    await bo.send('plans', 'that exists', 'of another topic');
    await open('moves');
    await choose('is deleted', 'Delete message');
    await dialog('Delete message').getByRole('button', { name: 'Delete' }).click();
    await article('is deleted').waitFor({ state: 'detached' });
    await choose('goes along', 'Move message');
    const topic = dialog('Move message').getByRole('textbox', { name: 'Topic' });
    await topic.fill('that');
    await dialog('Move message').getByRole('option', { name: 'that exists' }).waitFor();
    await topic.press('ArrowDown');
    await topic.press('Enter');
    await until(async () => (await topic.inputValue()) === 'that exists');
    await topic.fill('elsewhere');
    await dialog('Move message').getByRole('combobox', { name: 'Channel' }).fill('lace');
    await dialog('Move message').getByRole('option', { name: 'places' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog('Move message').getByLabel('This message and all later ones').check();
    await dialog('Move message').getByRole('button', { name: 'Move' }).click();
    await article('goes, too').waitFor({ state: 'detached' });
    await article('stays').waitFor();
    const { messages } = await bo.ok('GET', 'messages', {
      ...{ anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false },
      narrow: [
        { operator: 'channel', operand: 'places' },
        { operator: 'topic', operand: 'elsewhere' },
      ],
    });
    expect((messages as { content: string }[]).map(({ content }) => content).slice(0, 2)).toEqual([
      'goes along',
      'goes, too',
    ]);
    await world.setRole(bo, 'member');
  });

  it('takes what is typed behind a quotation that is still on its way, and sends nothing before it is there', async () => {
    const id = await ana.send('plans', 'slow-quotes', 'Far away');
    await open('slow-quotes');
    await page.getByRole('article').getByText('Far away').waitFor();
    let answer: () => Promise<void> = () => Promise.resolve();
    await page.route(`**/json/messages/${id}*`, (route) => void (answer = () => route.continue()));
    const isAsked = page.waitForRequest((request) => request.url().includes(`/json/messages/${id}`));
    await page.getByRole('article').focus();
    await page.keyboard.press('>');
    await page.keyboard.type('I agree');
    await isAsked;
    const field = page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    expect(await field.inputValue()).toBe('[Quoting Ana Example…]()I agree');
    await page.keyboard.press('Control+Enter');
    await answer();
    await until(async () => (await field.inputValue()).endsWith('```quote\nFar away\n```\nI agree'));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').filter({ hasText: 'I agree' }).getByRole('blockquote').waitFor();
  });

  it('quotes into the form, with the name of the sender and a link to the message', async () => {
    const id = await ana.send('plans', 'quotes', 'What do you *think*?');
    await open('quotes');
    await choose('What do you think?', 'Quote message');
    const field = page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()).includes('think'));
    await page.keyboard.type('A lot');
    const text = await field.inputValue();
    expect(text).toMatch(/```\nA lot$/);
    expect(text).toContain(`@_**Ana Example|${ana.id}** [said](${world.url}/#narrow/channel/`);
    expect(text).toContain(`/near/${id}):\n\`\`\`quote\nWhat do you *think*?\n\`\`\``);
    await until(() => field.evaluate((element) => element === document.activeElement));
  });

  it('adds a reaction from a picker with a search, and removes it by a click on the reaction', async () => {
    const id = await ana.send('plans', 'reactions', 'It is done');
    await open('reactions');
    await article('It is done').getByRole('button', { name: 'Add reaction' }).click();
    await dialog('Add reaction').getByRole('searchbox', { name: 'Search emoji' }).fill('tada');
    await dialog('Add reaction').getByRole('button', { name: 'tada', exact: true }).click();
    await article('It is done').getByRole('button', { name: 'tada, 1 person' }).click();
    await article('It is done').getByRole('button', { name: 'tada, 1 person' }).waitFor({ state: 'detached' });
    await article('It is done').getByRole('button', { name: 'Add reaction' }).click();
    await dialog('Add reaction').waitFor();
    await page.keyboard.type('octopus');
    await until(async () => (await dialog('Add reaction').getByRole('button', { name: 'octopus' }).count()) === 1);
    await page.keyboard.press('Enter');
    await article('It is done').getByRole('button', { name: 'octopus, 1 person' }).waitFor();
    const namesOfReactions = async () => {
      const { message } = await bo.ok('GET', `messages/${id}`);
      return (message as { reactions: { emoji_name: string }[] }).reactions.map((one) => one.emoji_name).join();
    };
    await until(async () => (await namesOfReactions()) === 'octopus'); // it is shown before the server has it
    await article('It is done').getByRole('button', { name: 'Add reaction' }).click();
    await dialog('Add reaction').getByRole('combobox', { name: 'Skin tone' }).selectOption('3');
    await dialog('Add reaction').getByRole('searchbox', { name: 'Search emoji' }).fill('thumbs');
    await dialog('Add reaction').getByRole('button', { name: 'thumbs_up_tone3', exact: true }).click();
    await article('It is done').getByRole('button', { name: 'thumbs_up_tone3, 1 person' }).getByText('👍🏽').waitFor();
    expect(violations).toEqual([]);
  });

  it('stars, sets reminders, and marks messages as unread from one on', async () => {
    const ids: number[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(await ana.send('plans', 'marks', `message ${text}`));
    await open('marks');
    await article('message one').getByRole('button', { name: 'Star message' }).click();
    await article('message one').getByRole('button', { name: 'Star message', pressed: true }).waitFor();
    await choose('message two', 'Remind me');
    await dialog('Remind me').getByRole('button', { name: 'Remind me' }).click();
    await page.getByRole('status').getByText('You will be reminded').waitFor();
    expect((await bo.ok('GET', 'reminders')).reminders).toHaveLength(1);
    const flags = async () => {
      const { messages } = await bo.ok('GET', 'messages', { message_ids: ids });
      return (messages as { flags: string[] }[]).map((one) => one.flags.includes('read'));
    };
    await until(async () => (await flags()).every(Boolean));
    await choose('message two', 'Mark as unread from here');
    await until(async () => (await flags()).join() === 'true,false,false');
    await page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('link', { name: /^plans, \d+ unread/ })
      .waitFor();
  });

  it('has a key for each button, for the focused message', async () => {
    for (const text of ['key one', 'key two']) await ana.send('plans', 'by keys', text);
    await open('by.20keys');
    await article('key two').waitFor();
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await until(() => article('key two').evaluate((element) => element === document.activeElement));
    await page.keyboard.press('+');
    await article('key two').getByRole('button', { name: '+1, 1 person' }).waitFor();
    await page.keyboard.press('i');
    await page.getByRole('menu', { name: 'Message actions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('>');
    const field = page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()).includes('key two'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('I');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  it('shows all keys, and ignores letters where the user has disabled them', async () => {
    await open('switch');
    await page.keyboard.press('?');
    const keys = dialog('Keyboard shortcuts');
    await keys.getByRole('rowheader', { name: 'Next unread topic', exact: true }).waitFor();
    await keys.getByLabel('Letters and signs alone').uncheck();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('I');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('j');
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('j');
    expect(await page.getByRole('main').getByText('switch').count()).toBeGreaterThan(0);
    await page.evaluate(() => localStorage.clear());
  });

  it('lists drafts and scheduled messages, and deletes them', async () => {
    const to = [await bo.channelId('plans')];
    await bo.ok('POST', 'drafts', {
      drafts: [{ type: 'stream', to, topic: 'begun', content: 'half a sentence', timestamp: 1 }],
    });
    const later = { type: 'channel', to: to[0], topic: 'tomorrow', content: 'good *morning*' };
    await bo.ok('POST', 'scheduled_messages', { ...later, scheduled_delivery_timestamp: 4_000_000_000 });
    await open('lists');
    await page.getByRole('link', { name: 'Drafts' }).click();
    const draft = page.getByRole('listitem').filter({ hasText: 'half a sentence' });
    await draft.getByRole('button', { name: 'Delete draft' }).click();
    await draft.waitFor({ state: 'detached' });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await draft.getByRole('button', { name: 'Delete draft' }).click();
    await draft.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Scheduled messages' }).click();
    await page.getByRole('button', { name: 'Delete scheduled message' }).click();
    await page.getByRole('status').getByText('The scheduled message was deleted.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Edit scheduled message' }).click();
    const field = page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()) === 'good *morning*');
    expect((await bo.ok('GET', 'scheduled_messages')).scheduled_messages).toEqual([]);
    await field.fill('');
  });

  it('creates channels, subscribes and unsubscribes, and follows, resolves and deletes topics', async () => {
    await world.setRole(bo, 'admin');
    await ana.subscribe('gardens');
    await bo.send('plans', 'to resolve', 'done');
    await open('channels');
    await page.getByRole('link', { name: 'Browse channels' }).click();
    await page.getByRole('button', { name: 'Subscribe to gardens' }).click();
    await page.getByRole('button', { name: 'Unsubscribe from gardens' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Unsubscribe from gardens' }).click();
    await page.getByRole('button', { name: 'Subscribe to gardens' }).waitFor();
    await page.getByRole('textbox', { name: 'Channel name' }).fill('rivers');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'rivers' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('link', { name: /^plans/ })
      .click();
    await page.getByRole('main').getByRole('link', { name: 'Topics' }).click();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Unfollow to resolve').click(); // followed since its first message, which is Bo's own
    await button('Follow to resolve').click();
    await button('Unfollow to resolve').waitFor();
    await page.getByRole('button', { name: 'Mark to resolve as resolved' }).click();
    const resolved = page.getByRole('main').getByRole('link', { name: '✔ to resolve' });
    await resolved.waitFor();
    await button('Delete ✔ to resolve').click();
    await dialog('Delete topic').getByRole('button', { name: 'Delete' }).click();
    await resolved.waitFor({ state: 'detached' });
    await world.setRole(bo, 'member');
    await button('Delete moves').waitFor({ state: 'detached' });
  });

  it('forwards into the form of another conversation', async () => {
    const id = await ana.send('plans', 'forwards', 'to be passed on');
    await open('forwards');
    await choose('to be passed on', 'Forward message');
    const channel = dialog('Forward message').getByRole('combobox', { name: 'Channel' });
    await channel.fill('lace');
    await page.keyboard.press('Tab');
    await until(async () => (await channel.inputValue()) === 'places');
    await dialog('Forward message').getByRole('textbox', { name: 'Topic' }).fill('passed on');
    await dialog('Forward message').getByRole('button', { name: 'Forward' }).click();
    const field = page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()).includes('to be passed on'));
    expect(await field.inputValue()).toContain(`/near/${id}):`);
    await page
      .getByRole('main')
      .getByRole('heading', { name: /passed on/ })
      .waitFor();
    await field.fill('');
  });

  it('says who has read a message, and gives its link away', async () => {
    const id = await bo.send('plans', 'readers', 'read by Ana');
    await ana.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('readers');
    await choose('read by Ana', 'View read receipts');
    await dialog('View read receipts').getByText('Read by 1 person.').waitFor();
    await dialog('View read receipts').getByText('Ana Example').waitFor();
    await page.keyboard.press('Escape');
    await choose('read by Ana', 'Copy link to message');
    await page.getByRole('status').getByText('Copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`^${world.url}/#narrow/channel/\\d+-plans/topic/readers/near/${id}$`));
  });

  it('reports a message of another user to the moderators', async () => {
    await world.owner.subscribe('reports', { invite_only: true });
    await world.owner.ok('PATCH', 'realm', {
      moderation_request_channel_id: await world.owner.channelId('reports'),
    });
    await ana.send('plans', 'reports', 'buy this now');
    await open('reports');
    await choose('buy this now', 'Report message');
    await dialog('Report message').getByRole('textbox', { name: 'What is wrong with it?' }).fill('It sells.');
    await dialog('Report message').getByRole('button', { name: 'Report' }).click();
    await page.getByRole('status').getByText('The moderators will look at it.').waitFor();
    const narrow = [{ operator: 'channel', operand: 'reports' }];
    const asked = { narrow, anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
    const { messages } = await world.owner.ok('GET', 'messages', asked);
    expect((messages as { content: string }[]).map(({ content }) => content).join()).toContain('It sells.');
  });

  it('shows the profiles of a sender and a mentioned user, and copies code', async () => {
    await ana.send('plans', 'cards', `asks @**Bo Example**\n\`\`\`\nlet a;\n\`\`\``);
    await open('cards');
    await article('asks').getByRole('button', { name: 'Ana Example' }).click();
    await dialog('Ana Example').getByText('Member').waitFor();
    await page.keyboard.press('Escape');
    await article('asks').getByText('@Bo Example').click();
    await dialog('Bo Example').waitFor();
    await page.keyboard.press('Escape');
    await article('asks').getByRole('button', { name: 'Copy code' }).waitFor();
  });

  it('votes in polls and adds options', async () => {
    await ana.send('plans', 'polls', '/poll Where?\nhere\nthere');
    await open('polls');
    const poll = page.getByRole('group', { name: 'Where?' });
    await poll.getByRole('button', { name: 'here, 0 votes', exact: true }).click();
    await poll.getByRole('button', { name: 'here, 1 vote', exact: true }).waitFor();
    await poll.getByRole('textbox', { name: 'New option' }).fill('elsewhere');
    await page.keyboard.press('Enter');
    await poll.getByRole('button', { name: 'elsewhere, 0 votes' }).waitFor();
    const words = 'in a restaurant with many words in its name, so that they take more lines than one';
    await poll.getByRole('textbox', { name: 'New option' }).fill(words);
    await page.keyboard.press('Enter');
    const button = (await poll.getByRole('button', { name: `${words}, 0 votes` }).boundingBox())!;
    expect((await poll.getByText(words).boundingBox())!.x).toBeGreaterThanOrEqual(button.x + button.width);
  });
});
