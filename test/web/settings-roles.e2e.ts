import type { Browser as Chromium } from 'playwright-core';
import { Browser } from '../support/browser';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { Phones } from '../support/push/phones';
import { refusing, ScriptedRelay } from '../support/push/scripted-relay';
import { DEEDS, type RoleName } from '../support/settings/deeds';
import { belongings, furnish } from '../support/settings/furnished';
import { Control, controlsIn, HARMLESS } from '../support/settings/reasons';
import { SECTIONS, Walk } from '../support/settings/walk';
import { until } from '../support/until';
import { World } from '../support/world';

const ROLES: readonly RoleName[] = ['owner', 'administrator', 'moderator', 'member', 'guest'];

describeInChromium('Each section of the settings', () => {
  let world: World;
  let relay: ScriptedRelay;
  let phones: Phones;
  let people: Readonly<Record<RoleName, Person>>;
  /** Has no browser. */
  let zed: Person;
  /** Who have not done anything. */
  let bystanders: Record<'administrator' | 'moderator', Person>;
  let channelPage: string;
  let chromium: Chromium;

  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    phones = new Phones(world, relay);
    const { owner, member, guest, channelId } = await furnish(world);
    channelPage = `organization/channels/${channelId}`;
    const [administrator, moderator] = [await world.admin('ada'), await world.moderator('mona')];
    bystanders = { administrator: await world.admin('alma'), moderator: await world.moderator('moe') };
    people = { owner, administrator, moderator, member, guest };
    await owner.subscribe(['plans', 'moderators'], { principals: [administrator.id, moderator.id] });
    for (const person of [administrator, moderator]) await belongings(person, channelId);
    zed = await world.member('zed');
    await phones.give(zed);
    for (const person of [administrator, moderator, guest]) await person.ok('POST', `users/me/muted_users/${owner.id}`);
    await owner.ok('POST', 'default_streams', { stream_id: await owner.channelId('general') });
    for (const person of [owner, administrator]) {
      await phones.give(person);
      const message = await member.send('plans', 'offers', `Buy from ${person.email}`);
      await member.ok('POST', `messages/${message}/report`, { report_type: 'spam' });
    }
    for (const { email } of Object.values(people)) {
      const elsewhere = new Browser(world.url);
      await elsewhere.logIn(email);
    }
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
    await relay.stop();
  });

  it.each(ROLES)('lets the role do what it may, by the keys alone, and explains the rest: %s', async (role) => {
    const context = await chromium.newContext({ baseURL: world.url });
    const walk = await Walk.begin(context, people[role]);
    const { page } = walk;
    const faults: string[] = [];
    for (const section of SECTIONS) {
      await walk.to(section);
      await walk.unfold();
      const deed = DEEDS[section];
      const controls = await controlsIn(page);
      const note = (fault: string, wrong: readonly Control[]) =>
        wrong.length > 0 && faults.push(`${section}: ${fault}: ${wrong.map(({ name }) => name).join(', ')}`);
      note(
        'without a reason',
        controls.filter(({ isUsable, reason }) => !isUsable && reason === ''),
      );
      if (!deed.roles.includes(role)) {
        note(
          'usable',
          controls.filter(({ isUsable, name }) => isUsable && !HARMLESS.includes(name)),
        );
        continue;
      }
      await walk.forgetNotices();
      await walk.hasSaid((await deed.act(page, role)) ?? 'Saved');
      await walk.settled();
      if (await page.evaluate(() => document.activeElement === document.body)) faults.push(`${section}: no focus`);
    }
    await walk.to(channelPage);
    await walk.unfold();
    const silent = (await controlsIn(page)).filter(({ isUsable, reason }) => !isUsable && reason === '');
    faults.push(...silent.map(({ name }) => `${channelPage}: without a reason: ${name}`));
    await context.close();
    expect(faults).toEqual([]);
  });

  it('shows administrators alone what notifications on phones wait for', async () => {
    const walk = await Walk.begin(await chromium.newContext({ baseURL: world.url }), bystanders.administrator);
    /** Opens the section again until it says so; by itself it asks again after seconds. */
    const fact = (term: string, detail: string) =>
      until(async () => {
        await walk.to('reports');
        await walk.to('server');
        const row = walk.page.locator('dl > div').filter({ has: walk.page.getByText(term, { exact: true }) });
        return (await row.locator('dd').allInnerTexts()).join() === detail;
      });
    await fact('Push relay', new URL(relay.environment.PARLEY_PUSH_RELAY_URL!).host);
    await fact('Users with a registered device', '3');
    await fact('Registered devices', '3');
    await fact('Longest wait', 'none waits');
    phones.mood = () => refusing(502, 'INTERNAL_ERROR');
    await people.member.sendTo([zed], 'Are you there?');
    await fact('Notifications waiting for the relay', '1');
    await fact('Those tried before', '1');
    phones.mood = () => null;
    await fact('Notifications waiting for the relay', '0');
    const others = await Walk.begin(await chromium.newContext({ baseURL: world.url }), bystanders.moderator);
    await others.to('server');
    await others.page.getByText('Push notifications are sent to mobile devices.').waitFor();
    expect(await others.page.getByText('Push relay').count()).toBe(0);
    const test = others.page.getByRole('button', { name: 'Send a test notification' });
    expect(await test.isDisabled()).toBe(true);
    const reason = others.page.locator(`#${await test.getAttribute('aria-describedby')}`);
    expect(await reason.innerText()).toBe('Administrators of the organization decide this.');
  });
});
