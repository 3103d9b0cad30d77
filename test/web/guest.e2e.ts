import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, logInAs, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The browser client of a guest', () => {
  let world: World;
  let ana: Person;
  let stranger: Person;
  let guest: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  /** The group that guests are not in. */
  let members: number;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    stranger = await world.member('stranger');
    guest = await world.member('guest');
    await world.setRole(guest, 'guest');
    const { subscriptions } = await guest.ok('GET', 'users/me/subscriptions');
    const names = (subscriptions as { name: string }[]).map(({ name }) => name);
    await guest.ok('DELETE', 'users/me/subscriptions', { subscriptions: names });
    await ana.subscribe('project', { principals: [ana.id, guest.id] });
    await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
    await world.owner.subscribe('garden', { is_web_public: true, principals: [stranger.id] });
    await stranger.send('garden', 'tulips', 'They *bloom*');
    const { realm_user_groups: groups } = await world.owner.ok('POST', 'register', {
      event_types: ['realm_user_groups'],
    });
    members = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:members')!.id;
    await world.owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: members } });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    const first = await context.newPage();
    await logInAs(first, guest);
    await first.close();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  const open = async (hash: string): Promise<void> => {
    ({ page } = await openClient(context, guest, hash));
  };
  const compose = () => page.getByRole('form', { name: 'Compose' });

  it('names only the users whom the guest may see', async () => {
    await open(`#narrow/channel/${await ana.channelId('project')}/topic/plan`);
    const people = page.getByRole('navigation', { name: 'Direct messages' });
    await page.getByRole('textbox', { name: 'Filter people' }).fill('Example');
    await people.getByRole('link', { name: 'Ana Example' }).waitFor();
    expect(await people.getByRole('link', { name: 'Stranger' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('@Example');
    await page.getByRole('option', { name: 'Ana Example' }).waitFor();
    expect(await page.getByRole('option', { name: 'Stranger' }).count()).toBe(0);
    expect(await page.content()).not.toContain('Stranger Example');
  });

  it('says of the sender of a public message that it is hidden, and answers a click', async () => {
    await open(`#narrow/channel/${await world.owner.channelId('garden')}/topic/tulips`);
    const message = page.getByRole('article').filter({ hasText: 'They bloom' });
    await message.getByRole('button', { name: 'Unknown user' }).click();
    const card = page.getByRole('dialog', { name: 'Unknown user' });
    await card.getByText('You may not see who this is.').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  });

  it.each([
    ['direct messages with a hidden user', async () => `#narrow/dm/${stranger.id}`],
    ['a channel that the guest may not see', async () => '#narrow/channel/999999'],
  ])('offers no form in %s', async (_, place) => {
    await open(await place());
    await page.getByRole('alert').getByText('You may not see this, or it does not exist.').waitFor();
    expect(await compose().count()).toBe(0);
    await page.goto(`/#narrow/dm/${ana.id}`);
    await compose().waitFor();
  });

  it('names hidden users in mentions and quotations as it does beside messages', async () => {
    await ana.send('project', 'mentions', 'Ask @**Stranger Example** or @_**Ana Example**');
    await open(`#narrow/channel/${await ana.channelId('project')}/topic/mentions`);
    const asking = page.getByRole('article').filter({ hasText: 'Ask @Unknown user or Ana Example' });
    await asking.waitFor();
    await ana.ok('PATCH', 'settings', { full_name: 'Anne Example' });
    await page.getByRole('article').filter({ hasText: 'Ask @Unknown user or Anne Example' }).waitFor();
    await ana.ok('PATCH', 'settings', { full_name: 'Ana Example' });
    await asking.waitFor();
    await goTo(page, `#narrow/channel/${await world.owner.channelId('garden')}/topic/tulips`);
    const message = page.getByRole('article').filter({ hasText: 'They bloom' });
    await message.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Quote message' }).click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()).startsWith('**Unknown user** [said](http'));
    await field.fill('');
  });

  it('says why there is no answer to a hidden sender', async () => {
    const place = `#narrow/channel/${await world.owner.channelId('garden')}/topic/tulips`;
    await open(place);
    const message = page.getByRole('article').filter({ hasText: 'They bloom' });
    for (const key of ['R', '@']) {
      await message.focus();
      await page.keyboard.press(key);
      await page.getByRole('status').getByText('You may not see who this is.').waitFor();
      expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');
    }
    expect(page.url()).toContain(place);
  });

  it('offers no subscription, and asks before one is given up', async () => {
    await open('#channels/all');
    await page.getByRole('main').getByRole('link', { name: 'garden' }).waitFor();
    expect(await page.getByRole('button', { name: /^Subscribe to/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Unsubscribe from project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unsubscribe from project' });
    await dialog.getByText('only others can add you again').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('says that a channel is lost, keeps what was written there, and shows it when it is back', async () => {
    const join = () => ana.subscribe('brief', { principals: [ana.id, guest.id] });
    await join();
    await ana.send('brief', 'news', 'Hello');
    await open(`#narrow/channel/${await ana.channelId('brief')}/topic/news`);
    const hello = page.getByRole('article').filter({ hasText: 'Hello' });
    await hello.waitFor();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.pressSequentially('half a thought');
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['brief'], principals: [guest.id] });
    const lost = page.getByText('You can no longer see this channel.');
    await lost.waitFor();
    expect(await hello.count()).toBe(0);
    expect(await field.inputValue()).toBe('half a thought');
    await ana.send('brief', 'news', 'Unheard');
    await join();
    await page.getByRole('article').filter({ hasText: 'Unheard' }).waitFor();
    await hello.waitFor();
    expect(await lost.count()).toBe(0);
    expect(await field.inputValue()).toBe('half a thought');
  });

  it('takes the messages of a lost channel out of combined feeds', async () => {
    await ana.subscribe('secret', { principals: [ana.id, guest.id] });
    await ana.send('secret', 'news', 'Between us');
    await ana.send('project', 'news', 'For all');
    await open('#feed');
    const secret = page.getByRole('article').filter({ hasText: 'Between us' });
    await secret.waitFor();
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['secret'], principals: [guest.id] });
    await secret.waitFor({ state: 'detached' });
    await page.getByRole('article').filter({ hasText: 'For all' }).waitFor();
  });

  it('counts nothing of a lost channel as unread, also where no event names the messages', async () => {
    await ana.subscribe('vault', { principals: [ana.id, guest.id] });
    await ana.send('vault', 'keys', 'Where are they?');
    await open('#inbox');
    const inbox = page.getByRole('main');
    const vault = inbox.getByRole('link', { name: 'vault' });
    await vault.waitFor();
    await world.sql('UPDATE user_read_state SET read_floor = (SELECT max(id) FROM message) WHERE user_id = $1', [
      guest.id,
    ]);
    await world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['vault'], principals: [guest.id] });
    await vault.waitFor({ state: 'detached' });
    expect(await inbox.getByText('Unknown channel').count()).toBe(0);
    await page.reload();
    await inbox.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(await inbox.getByText('Unknown channel').count()).toBe(0);
  });

  it('offers no settings of the organization', async () => {
    await open('#settings/profile');
    const sections = page.getByRole('navigation', { name: 'Settings sections' });
    await sections.getByRole('link', { name: 'Profile' }).waitFor();
    expect(await sections.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0);
    await page.goto(`/#narrow/channel/${await ana.channelId('project')}/topic/plan`);
    await compose().waitFor();
    expect(await page.getByRole('link', { name: 'Channel settings' }).count()).toBe(0);
  });

  it('loses a public channel from sight when it becomes private', async () => {
    const id = await world.owner.channelId('garden');
    await open(`#narrow/channel/${id}/topic/tulips`);
    await page.getByRole('article').filter({ hasText: 'They bloom' }).waitFor();
    await world.owner.ok('PATCH', `streams/${id}`, { is_private: true, is_web_public: false });
    await page.getByText('You can no longer see this channel.').waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
  });

  it('says who may not begin a direct conversation, until another user has begun it', async () => {
    await world.owner.ok('PATCH', 'realm', { direct_message_initiator_group: { new: members } });
    await open(`#narrow/dm/${ana.id}`);
    const refused = page.getByRole('alert').getByText('You do not have permission to begin this conversation.');
    await refused.waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('May I?');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    expect(await send.isDisabled()).toBe(true);
    await ana.sendTo([guest], 'Ask me');
    await refused.waitFor({ state: 'detached' });
    await send.click();
    await page.getByRole('article').filter({ hasText: 'May I?' }).waitFor();
  });

  it('is offered mentions of all, of a topic and of groups only where the server accepts them', async () => {
    const many = await Promise.all(Array.from({ length: 14 }, (_, at) => world.member(`many${at}`)));
    await ana.subscribe('crowd', { principals: [ana, guest, ...many].map(({ id }) => id) });
    const groups = { description: '', members: [ana.id] };
    await world.owner.ok('POST', 'user_groups/create', { ...groups, name: 'answers' });
    await world.owner.ok('POST', 'user_groups/create', { ...groups, name: 'analysts', can_mention_group: members });
    await ana.send('crowd', 'party', 'Who comes?');
    const offered = async (typed: string): Promise<string[]> => {
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('');
      await field.pressSequentially(typed);
      await page.getByRole('option', { name: 'Ana Example' }).waitFor();
      return page.locator('[role=option] > :first-child').allInnerTexts();
    };
    await open(`#narrow/channel/${await ana.channelId('crowd')}/topic/party`);
    await page.getByRole('article').filter({ hasText: 'Who comes?' }).waitFor();
    expect(await offered('@a')).toEqual(['Ana Example', 'answers']);
    expect(await offered('@_a')).toEqual(['Ana Example', 'answers', 'analysts']);
    await page.getByRole('textbox', { name: 'Message' }).fill('@**everyone**');
    await page.getByRole('alert').getByText('You do not have permission to mention all subscribers').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    await goTo(page, `#narrow/channel/${await ana.channelId('project')}/topic/party`);
    expect(await offered('@a')).toEqual(['Ana Example', 'answers', 'all']);
  });
});
