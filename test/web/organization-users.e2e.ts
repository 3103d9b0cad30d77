import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { controlsIn } from '../support/settings/reasons';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

/** The roles that an administrator gives. */
const GIVEN = ['Administrator', 'Moderator', 'Member', 'Guest'];

describeInChromium('The users of the organization in the browser client', () => {
  let world: World;
  let chromium: Chromium;
  let page: Page;
  let mona: Person;
  beforeAll(async () => {
    world = await World.start();
    chromium = await startChromium();
    await world.guest('gus');
    mona = await world.moderator('mona');
    const context = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(context, world.owner, '#organization/users'));
  });
  afterAll(async () => {
    await chromium?.close();
    await world?.stop();
  });

  it('are filtered by their role, and stay in the list when it changes', async () => {
    const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await row('Mona Example').waitFor();
    await page.getByLabel('Role', { exact: true }).selectOption('Guest');
    await row('Mona Example').waitFor({ state: 'detached' });
    await page.getByText('1 user', { exact: true }).waitFor();
    const role = row('Gus Example').getByLabel('Role of Gus Example');
    await role.selectOption('Member');
    await page.getByRole('status').getByText('Saved').waitFor();
    await row('Gus Example').waitFor();
    await page.getByLabel('Role', { exact: true }).selectOption('Member');
    await row('Gus Example').waitFor();
    await page.getByLabel('Role', { exact: true }).selectOption('Guest');
    await row('Gus Example').waitFor({ state: 'detached' });
  });

  it('are offered only the roles that the server lets an administrator give', async () => {
    const { owner } = world;
    const [ada, bea] = [await world.admin('ada'), await world.admin('bea')];
    await world.setRole(bea, 'owner');
    await world.guest('gil');
    const bot = await owner.ok('POST', 'bots', { full_name: 'Strong', short_name: 'strong' });
    await owner.ok('PATCH', `bots/${bot.user_id as number}`, { role: 100 });
    await owner.ok('POST', 'invites', { invitee_emails: 'boss@example.org', stream_ids: [], invite_as: 100 });
    const context = await chromium.newContext({ baseURL: world.url });
    const { page: ofAdmin } = await openClient(context, ada, '#organization/users');
    const rolesOf = (select: string) => ofAdmin.getByLabel(select, { exact: true }).locator('option').allInnerTexts();
    const row = (name: string) => ofAdmin.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await row('Mona Example').waitFor();
    expect(await rolesOf('Role of Mona Example')).toEqual(GIVEN);
    expect(await rolesOf('Role of Gil Example')).toEqual(['Moderator', 'Member', 'Guest']);
    expect(await ofAdmin.getByLabel('Role of Bea Example').locator('option:checked').innerText()).toBe('Owner');
    const refused = async () => (await controlsIn(ofAdmin)).filter(({ isUsable }) => !isUsable);
    const others = (names: readonly string[]) =>
      names.flatMap((name) => [`Role of ${name}`, 'Deactivate', `Sessions and API keys of ${name}`]);
    expect((await refused()).map(({ name }) => name).sort()).toEqual(others(['Bea Example', 'Olivia Owner']).sort());
    expect(new Set((await refused()).map(({ reason }) => reason))).toEqual(
      new Set(['Owners of the organization decide this.']),
    );
    await ofAdmin.getByLabel('Select Mona Example').check();
    const bulk = 'Change role of selected users';
    expect(await rolesOf(bulk)).toEqual([bulk, ...GIVEN]);
    await ofAdmin.getByLabel('Select Bea Example').check();
    const { reason } = (await controlsIn(ofAdmin)).find(({ name }) => name === bulk)!;
    expect(reason).toBe('Only owners decide about Bea Example: take them out of the selection.');
    await goTo(ofAdmin, '#organization/bots');
    await row('Strong').waitFor();
    expect((await refused()).map(({ name }) => name)).toEqual([
      'Role of Strong',
      'API key of Strong',
      'New API key for Strong',
      'Deactivate Strong',
    ]);
    await goTo(ofAdmin, '#organization/invitations');
    await row('boss@example.org').waitFor();
    expect(await rolesOf('Role')).toEqual(GIVEN);
    expect((await refused()).map(({ name }) => name)).toEqual([
      'Send again to boss@example.org',
      'Remove boss@example.org',
    ]);
    expect((await refused()).map((one) => one.reason)).toEqual(
      Array(2).fill('Owners of the organization decide this.'),
    );
    await context.close();
  });

  it('keep their roles where they are the last owners, and moderators invite members and guests', async () => {
    const ofOwner = page;
    await ofOwner.getByLabel('Role', { exact: true }).selectOption('All roles');
    await world.setRole(await world.admin('cyd'), 'owner');
    for (const name of ['Bea Example', 'Cyd Example', 'Olivia Owner'])
      await ofOwner.getByLabel(`Select ${name}`).check();
    await ofOwner.getByText('are the only owners. Give another user the role of an owner first.').waitFor();
    expect(await ofOwner.getByLabel('Change role of selected users').isDisabled()).toBe(true);
    const context = await chromium.newContext({ baseURL: world.url });
    const { page: ofModerator } = await openClient(context, mona, '#organization/invitations');
    const offered = ofModerator.getByLabel('Role', { exact: true }).locator('option');
    await offered.first().waitFor({ state: 'attached' });
    expect(await offered.allInnerTexts()).toEqual(['Member', 'Guest']);
    await context.close();
  });

  it('give a new bot its role in the form, where they decide about roles', async () => {
    const context = await chromium.newContext({ baseURL: world.url });
    const { page: ofAdmin } = await openClient(context, await world.admin('dot'), '#settings/your-bots');
    const role = (of: Page) => of.getByLabel('Role', { exact: true });
    await role(ofAdmin).waitFor();
    expect(await role(ofAdmin).locator('option').allInnerTexts()).toEqual(GIVEN);
    expect(await role(ofAdmin).locator('option:checked').innerText()).toBe('Member');
    await ofAdmin.getByLabel('Name', { exact: true }).fill('Usher');
    await ofAdmin.getByLabel('Short name in its address').fill('usher');
    await role(ofAdmin).selectOption('Moderator');
    await ofAdmin.getByRole('button', { name: 'Create bot' }).click();
    await ofAdmin.getByRole('listitem').filter({ hasText: 'Usher' }).getByText('Moderator').waitFor();
    await ofAdmin.getByRole('status').getByText('Saved').waitFor();
    const { members } = await world.owner.ok('GET', 'users');
    expect(members).toContainEqual(expect.objectContaining({ full_name: 'Usher', is_bot: true, role: 300 }));
    await context.close();
    const other = await chromium.newContext({ baseURL: world.url });
    const { page: ofMember } = await openClient(other, await world.member('max'), '#settings/your-bots');
    await ofMember.getByLabel('Short name in its address').waitFor();
    expect(await role(ofMember).count()).toBe(0);
    await other.close();
  });
});
