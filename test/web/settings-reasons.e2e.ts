import type { Browser as Chromium, BrowserContext } from 'playwright-core';
import { en } from '../../apps/web/src/i18n/generated/settings/en';
import { ORGANIZATION_SECTIONS } from '../../apps/web/src/settings/sections';
import { describeInChromium, startChromium } from '../support/chromium';
import { Furnished, furnish } from '../support/settings/furnished';
import { Control, controlsIn, HARMLESS } from '../support/settings/reasons';
import { SECTIONS, Walk } from '../support/settings/walk';
import { until } from '../support/until';
import { World } from '../support/world';

/** What members may do until an owner decides otherwise. */
const PERMISSIONS = [
  ...['can_invite_users_group', 'create_multiuse_invite_group', 'can_create_public_channel_group'],
  ...['can_create_private_channel_group', 'can_create_groups', 'can_create_bots_group'],
  ...['can_create_write_only_bots_group', 'can_add_custom_emoji_group', 'can_add_subscribers_group'],
];
const SWITCHES = ['name_changes_disabled', 'email_changes_disabled', 'avatar_changes_disabled'];

/** What each subscriber chooses for a channel, in the order of its page; it changes nothing for others. */
const OF_SUBSCRIBERS = [
  'Pin to the top of the sidebar',
  'Muted',
  'Desktop',
  'Sound',
  'Mobile',
  'Mail',
  'Wildcard mentions',
  'Color',
];

describeInChromium('What a user may not change in the settings', () => {
  let world: World;
  let furnished: Furnished;
  let chromium: Chromium;
  let context: BrowserContext;

  beforeAll(async () => {
    world = await World.start();
    furnished = await furnish(world);
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  beforeEach(async () => (context = await chromium.newContext({ baseURL: world.url })));
  afterEach(() => context.close());

  /** Every control of every section, and of one channel. */
  async function controlsOf(walk: Walk): Promise<[string, Control][]> {
    const found: [string, Control][] = [];
    for (const place of [...SECTIONS, `organization/channels/${furnished.channelId}`]) {
      await walk.to(place);
      await walk.unfold();
      for (const control of await controlsIn(walk.page)) found.push([place, control]);
    }
    return found;
  }
  const unexplained = (controls: readonly [string, Control][]): string[] =>
    controls.filter(([, one]) => !one.isUsable && one.reason === '').map(([place, { name }]) => `${place}: ${name}`);

  it('is described by the reason, for a member from whom everything was taken', async () => {
    const administrators = await groupNamed('role:administrators');
    const groups = PERMISSIONS.map((name) => [name, { new: administrators }]);
    const switches = SWITCHES.map((name) => [name, true]);
    await furnished.owner.ok('PATCH', 'realm', Object.fromEntries([...groups, ...switches]) as Record<string, unknown>);
    const controls = await controlsOf(await Walk.begin(context, furnished.member));
    expect(controls.length).toBeGreaterThan(100);
    expect(unexplained(controls)).toEqual([]);
    const usable = controls.filter(
      ([place, { isUsable, name }]) =>
        isUsable &&
        !HARMLESS.includes(name) &&
        (place.startsWith('organization/') || ORGANIZATION_SECTIONS.some((one) => one === place)),
    );
    const ownPlace = `organization/channels/${furnished.channelId}`;
    expect(usable.map(([place, { name }]) => `${place}: ${name}`)).toEqual(
      OF_SUBSCRIBERS.map((name) => `${ownPlace}: ${name}`),
    );
    const reasonOf = (place: string, name: string) =>
      controls.find(([where, one]) => where === place && one.name === name)?.[1].reason;
    expect(reasonOf('profile', 'Full name')).toBe('Administrators of the organization decide this.');
    expect(reasonOf('user-groups', 'Create group')).toBe(
      '“Who can create user groups” is set to: Administrators. You are not among them.',
    );
  });

  it('is described in the language of the user', async () => {
    const walk = await Walk.begin(context, furnished.member);
    await furnished.member.ok('PATCH', 'settings', { default_language: 'de' });
    await walk.page.getByRole('region', { name: 'Einstellungen' }).waitFor();
    const english = new Set<unknown>(Object.values(en));
    const controls = await controlsOf(walk);
    const refused = controls.filter(([, { isUsable }]) => !isUsable);
    expect(refused.length).toBeGreaterThan(50);
    expect(refused.filter(([, { reason }]) => english.has(reason))).toEqual([]);
    expect(unexplained(controls)).toEqual([]);
  });

  it('is no choice of a setting that may be changed', async () => {
    const walk = await Walk.begin(context, furnished.owner);
    const offered = async (label: string) => {
      const options = await walk.page.getByLabel(label, { exact: true }).locator('option').allInnerTexts();
      return options.map((one) => one.replace(/[:,].*/, ''));
    };
    const { owner } = furnished;
    const place = `organization/channels/${furnished.channelId}`;
    const access = en.channel_privacy;
    const isWebOpen = (isOpen: boolean) => owner.ok('PATCH', 'realm', { enable_spectator_access: isOpen });
    await isWebOpen(false);
    await walk.to(place);
    expect(await offered(access)).toEqual(['Public', 'Private', 'Private']);
    await isWebOpen(true);
    await until(async () => (await offered(access)).join() === 'Anyone on the internet,Public,Private,Private');
    const nobody = { new: await groupNamed('role:nobody') };
    await owner.ok('PATCH', 'realm', { can_create_private_channel_group: nobody });
    await until(async () => (await offered(access)).join() === 'Anyone on the internet,Public');
    await walk.to('organization-settings');
    expect(await offered(en.realm_moderation_request_channel_id)).toEqual([en.noChannel, 'moderators']);
    const { state } = await owner.register({ fetch_event_types: ['realm'] });
    const providers = state.realm_available_video_chat_providers as Record<string, { id: number }>;
    const label = en.realm_video_chat_provider;
    const values = walk.page.getByLabel(label, { exact: true }).locator('option');
    expect(await values.evaluateAll((all) => all.map((one) => Number((one as HTMLOptionElement).value)))).toEqual(
      Object.values(providers)
        .map(({ id }) => id)
        .sort(),
    );
  });

  async function groupNamed(name: string): Promise<number> {
    const { user_groups: groups } = await furnished.owner.ok('GET', 'user_groups');
    return (groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
  }
});
