import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { logInAs, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The browser client of a guest', () => {
  let world: World;
  let ana: Person;
  let stranger: Person;
  let guest: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;

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
    const members = (groups as { id: number; name: string }[]).find(({ name }) => name === 'role:members')!.id;
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

  it('offers no settings of the organization', async () => {
    await open('#settings/profile');
    const sections = page.getByRole('navigation', { name: 'Settings sections' });
    await sections.getByRole('link', { name: 'Profile' }).waitFor();
    expect(await sections.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0);
    await page.goto(`/#narrow/channel/${await ana.channelId('project')}/topic/plan`);
    await compose().waitFor();
    expect(await page.getByRole('link', { name: 'Channel settings' }).count()).toBe(0);
  });
});
