import type { Page } from 'playwright-core';
import type { Section } from '../../../apps/web/src/settings/sections';
import { png } from '../picture-uploads';
import { codeOf } from '../second-factors';

export type RoleName = 'owner' | 'administrator' | 'moderator' | 'member' | 'guest';

/** Something that a section lets a user do, and the roles that may. */
export interface Deed {
  readonly roles: readonly RoleName[];
  /** With the keys alone. @param role in names that must differ @returns what is said of it; absent: "Saved" */
  act(page: Page, role: RoleName): Promise<string | void>;
}

const ALL: readonly RoleName[] = ['owner', 'administrator', 'moderator', 'member', 'guest'];
const NO_GUESTS = ALL.filter((role) => role !== 'guest');
const ADMINISTRATORS: readonly RoleName[] = ['owner', 'administrator'];
const OWNERS: readonly RoleName[] = ['owner'];

const region = (page: Page) => page.locator('section[role=region] > div');
const typed =
  (label: string, text: (role: RoleName) => string) =>
  async (page: Page, role: RoleName): Promise<void> => {
    const control = region(page).getByLabel(label, { exact: true });
    await control.focus();
    await control.selectText();
    await page.keyboard.type(text(role));
    await page.keyboard.press('Enter');
  };
const toggled = (label: string) => async (page: Page) => region(page).getByLabel(label, { exact: true }).press('Space');
/** The choice below the one that is made, or the one above it. */
const chosen = (label: string) => async (page: Page) => {
  const control = region(page).getByLabel(label, { exact: true }).first();
  const before = await control.inputValue();
  await control.press('ArrowDown');
  if ((await control.inputValue()) === before) await control.press('ArrowUp');
};
const pressed = (name: string | RegExp) => async (page: Page) =>
  region(page).getByRole('button', { name, exact: true }).first().press('Enter');
const confirmed = (name: string | RegExp, answer: string) => async (page: Page) => {
  await pressed(name)(page);
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).press('Enter');
};
/** The fields of a form, and Enter in the last. */
const filled =
  (fields: Readonly<Record<string, (role: RoleName) => string>>) =>
  async (page: Page, role: RoleName): Promise<void> => {
    for (const [label, text] of Object.entries(fields)) {
      await region(page).getByLabel(label, { exact: true }).focus();
      await page.keyboard.type(text(role));
    }
    await page.keyboard.press('Enter');
  };

/**
 * One of every section. Sections of the client without an entry do not compile.
 */
export const DEEDS: Readonly<Record<Section, Deed>> = {
  profile: { roles: ALL, act: typed('Full name', (role) => `Renamed ${role}`) },
  'account-and-privacy': { roles: ALL, act: toggled('Let others see what you have read') },
  preferences: { roles: ALL, act: chosen('Theme') },
  notifications: { roles: ALL, act: toggled('Desktop: plans') },
  'alert-words': { roles: ALL, act: filled({ 'Alert word': () => 'supper' }) },
  'muted-users': { roles: ALL, act: pressed(/^Unmute/) },
  topics: { roles: ALL, act: chosen('Setting of tea in plans') },
  'uploaded-files': { roles: ALL, act: confirmed('Delete notes.txt', 'Delete') },
  drafts: {
    roles: ALL,
    act: async (page) => {
      await region(page).getByRole('link', { name: 'Show drafts' }).press('Enter');
      await page.getByRole('button', { name: 'Delete draft' }).press('Enter');
      return 'The draft was deleted.';
    },
  },
  'your-bots': {
    roles: NO_GUESTS,
    act: filled({ Name: (role) => `Bot of ${role}`, 'Short name in its address': (role) => role }),
  },
  sessions: { roles: ALL, act: pressed('End session') },
  'second-factors': {
    roles: ALL,
    act: async (page) => {
      await pressed('Set up an authenticator app')(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).focus();
      await page.keyboard.type('Telephone');
      await page.keyboard.press('Enter');
      const code = codeOf(await dialog.locator('code').innerText());
      await dialog.getByLabel('The code that the app shows', { exact: true }).focus();
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
      await page.keyboard.press('Escape');
    },
  },
  'organization-profile': { roles: ADMINISTRATORS, act: typed('Organization name', (role) => `Named by ${role}`) },
  'organization-settings': { roles: ADMINISTRATORS, act: chosen('Message edit history') },
  'organization-permissions': { roles: ADMINISTRATORS, act: chosen('Who can resolve topics') },
  'auth-methods': { roles: OWNERS, act: toggled('Dev') },
  'company-login': {
    roles: OWNERS,
    act: async (page, role) => {
      await pressed('Add OpenID Connect')(page);
      const issuer = 'https://127.0.0.1:9';
      await filled({ Name: () => 'Corp', Issuer: () => issuer, 'Client ID': () => 'parley' })(page, role);
    },
  },
  'organization-level-user-defaults': { roles: ADMINISTRATORS, act: chosen('Theme') },
  channels: { roles: NO_GUESTS, act: filled({ Name: (role) => `channel of ${role}` }) },
  'channel-folders': { roles: ADMINISTRATORS, act: filled({ Name: (role) => `folder of ${role}` }) },
  'default-channels-list': { roles: ADMINISTRATORS, act: pressed(/^Remove/) },
  'profile-field-settings': { roles: ADMINISTRATORS, act: filled({ Name: (role) => `Field of ${role}` }) },
  users: { roles: ADMINISTRATORS, act: chosen('Role of Zed Example') },
  bots: { roles: ADMINISTRATORS, act: confirmed(/^Deactivate /, 'Deactivate') },
  invitations: {
    roles: NO_GUESTS,
    act: async (page, role) => {
      if (ADMINISTRATORS.includes(role)) return pressed('Create invitation link')(page);
      await region(page).getByLabel('Emails, separated by commas or lines', { exact: true }).focus();
      await page.keyboard.type(`asked-by-${role}@example.org`);
      await pressed('Invite')(page);
      return 'Invited';
    },
  },
  import: {
    roles: ADMINISTRATORS,
    act: async (page) => {
      const buffer = Buffer.from('email,full_name,role\nzed@example.org,Zed Example,member');
      await region(page).getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await region(page).getByRole('button', { name: 'Import', exact: true, disabled: false }).press('Enter');
    },
  },
  'first-steps': { roles: OWNERS, act: pressed('Skip: Picture') },
  'user-groups': { roles: NO_GUESTS, act: filled({ Name: (role) => `group of ${role}` }) },
  'emoji-settings': {
    roles: NO_GUESTS,
    act: async (page, role) => {
      const file = { name: 'emoji.png', mimeType: 'image/png', buffer: await png(64) };
      await region(page).getByLabel('Picture', { exact: true }).setInputFiles(file);
      await filled({ Name: () => `emoji_of_${role}` })(page, role);
    },
  },
  'linkifier-settings': {
    roles: ADMINISTRATORS,
    act: filled({ Pattern: (role) => `${role}-(?P<id>[0-9]+)`, 'URL template': () => 'https://example.com/{id}' }),
  },
  'playground-settings': {
    roles: ADMINISTRATORS,
    act: filled({
      ...{ Name: (role: RoleName) => `Ground of ${role}`, 'Language of the code': () => 'Rust' },
      'URL template': () => 'https://example.com/{code}',
    }),
  },
  explain: {
    roles: ADMINISTRATORS,
    act: async (page, role) => {
      await filled({ Channel: () => 'plans', Person: () => 'Mia Example' })(page, role);
      return 'Allowed';
    },
  },
  reports: { roles: ['owner', 'administrator', 'moderator'], act: pressed(/^Resolve report/) },
  'audit-log': {
    roles: OWNERS,
    act: async (page, role) => {
      await filled({ 'From day': () => '01012999' })(page, role);
      return 'There are no such entries.';
    },
  },
  'data-exports-admin': { roles: ADMINISTRATORS, act: pressed('Export public data') },
  server: {
    roles: ADMINISTRATORS,
    act: async (page) => {
      await pressed('Send a test notification')(page);
      return 'Sent';
    },
  },
};
