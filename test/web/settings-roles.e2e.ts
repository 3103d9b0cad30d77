import type { Browser as Chromium } from 'playwright-core';
import { Browser } from '../support/browser';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { DEEDS, type RoleName } from '../support/settings/deeds';
import { belongings, furnish } from '../support/settings/furnished';
import { Control, controlsIn, HARMLESS } from '../support/settings/reasons';
import { SECTIONS, Walk } from '../support/settings/walk';
import { World } from '../support/world';

/** Longer than a notice is shown. */
const NOTICE_MS = 11_000;
const ROLES: readonly RoleName[] = ['owner', 'administrator', 'moderator', 'member', 'guest'];

describeInChromium('Each section of the settings', () => {
  let world: World;
  let people: Readonly<Record<RoleName, Person>>;
  let chromium: Chromium;

  beforeAll(async () => {
    world = await World.start();
    const { owner, member, guest, channelId } = await furnish(world);
    const [administrator, moderator] = [await world.admin('ada'), await world.moderator('mona')];
    people = { owner, administrator, moderator, member, guest };
    await owner.subscribe(['plans', 'moderators'], { principals: [administrator.id, moderator.id] });
    for (const person of [administrator, moderator]) await belongings(person, channelId);
    await world.member('zed');
    for (const person of [administrator, moderator, guest]) await person.ok('POST', `users/me/muted_users/${owner.id}`);
    await owner.ok('POST', 'default_streams', { stream_id: await owner.channelId('general') });
    for (const person of [owner, administrator]) {
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
  });

  it.each(ROLES)('saves what the role may change, by the keys alone, and explains the rest: %s', async (role) => {
    const context = await chromium.newContext({ baseURL: world.url });
    await context.clock.install(); // Notices of the section before are over at once.
    const walk = await Walk.begin(context, people[role]);
    const { page } = walk;
    const faults: string[] = [];
    for (const section of SECTIONS) {
      await walk.to(section);
      const deed = DEEDS[section];
      const controls = await controlsIn(page);
      const note = (fault: string, wrong: readonly Control[]) =>
        wrong.length > 0 && faults.push(`${section}: ${fault}: ${wrong.map(({ name }) => name).join(', ')}`);
      note(
        'without a reason',
        controls.filter(({ isUsable, reason }) => !isUsable && reason === ''),
      );
      if (!deed?.roles.includes(role)) {
        const usable = controls.filter(({ isUsable, name }) => isUsable && !HARMLESS.includes(name));
        if (deed) note('usable', usable);
        continue;
      }
      await page.clock.fastForward(NOTICE_MS);
      const notice = page.getByRole('status').getByText(/^(Saved|Invited)/);
      await notice.waitFor({ state: 'detached' });
      const about = await deed.act(page, role);
      await page
        .getByRole('status')
        .getByText(about ?? 'Saved')
        .waitFor();
      await walk.settled();
      if (await page.evaluate(() => document.activeElement === document.body)) faults.push(`${section}: no focus`);
    }
    await context.close();
    expect(faults).toEqual([]);
  });
});
