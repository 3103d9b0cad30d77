// What an owner sees in the settings: the pictures of docs/administrators.md.

/** The owner whose browser is shown. */
export const OWNER = 'ruth';
const PEOPLE_FILE = [
  'email,full_name,role,active,groups,channels',
  'ida@example.org,Ida Moreau,member,,Bakers,bakehouse; orders',
  'ben@example.org,Ben Osei,moderator,,,',
  'piotr@example.org,Piotr Zieliński,member,false,,',
  'zoe@example.org,Zoë Marin,guest,,,new shop',
].join('\r\n');

/** Groups and a role, so that the sections have something to show. @param organization what `fill` gives */
export async function furnish({ call, owner, users }) {
  await call(owner, 'PATCH', `users/${users[OWNER].id}`, { role: 100 });
  const ids = (...names) => names.map((name) => users[name].id);
  const groups = [
    ['Bakers', 'Dough and ovens', ids('tomas', 'aiko', 'mara')],
    ['Shop', 'Who stands behind the counter', ids('lena', 'noor', 'ben')],
  ];
  for (const [name, description, members] of groups)
    await call(users[OWNER], 'POST', 'user_groups/create', { name, description, members });
}

/** Each picture: its name, the section, and what is done there before. */
export const PICTURES = [
  ['settings-first-steps', 'first-steps', (page) => page.getByRole('button', { name: 'Skip: Picture' }).waitFor()],
  ['settings-users', 'users'],
  ['settings-groups', 'user-groups'],
  [
    'settings-permissions',
    'organization-permissions',
    async (page) => {
      const label = 'Who can create public channels';
      await page.getByLabel(label, { exact: true }).selectOption('Choose people and groups…');
      await page.getByLabel(`Add a person or group to: ${label}`).fill('Bakers');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove Bakers' }).waitFor();
      await page.getByRole('button', { name: 'Remove Members' }).click();
      await page.getByRole('button', { name: 'Remove Members' }).waitFor({ state: 'detached' });
      await page.getByLabel(label, { exact: true }).scrollIntoViewIfNeeded();
    },
  ],
  [
    'settings-why',
    'explain',
    async (page) => {
      await page.getByLabel('Person', { exact: true }).fill('Noor Haddad');
      await page.getByLabel('Action', { exact: true }).selectOption('Create public channels');
      await page.getByRole('button', { name: 'Why?' }).click();
      await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
    },
  ],
  [
    'settings-import',
    'import',
    async (page) => {
      const buffer = Buffer.from(PEOPLE_FILE);
      await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('row', { name: 'zoe@example.org' }).scrollIntoViewIfNeeded();
    },
  ],
];
