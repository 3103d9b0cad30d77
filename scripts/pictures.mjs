// Takes the pictures of docs/pictures: the main views of the browser client and sections of its settings, over an
// organization that is always the same.
// It wants Chromium and a font with emoji (`fonts-noto-color-emoji`).
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { furnish, OWNER, PICTURES } from './pictures/administration.mjs';
import { fill, NOW, PASSWORD, VIEWER } from './pictures/organization.mjs';
import { root } from './run.mjs';

const WIDE = { width: 1100, height: 700 };
const SMALL = { width: 900, height: 560 };
const NARROW = { width: 320, height: 640 };

await ensureInstalled();
await ensureBuilt();
const require = createRequire(import.meta.url);
const sharp = require('sharp');
require('./typescript.cjs');
const { startBench } = require('../bench/support.ts');
const { startChromium } = require('../test/support/chromium.ts');

const bench = await startBench();
const browser = await startChromium();
try {
  const organization = await fill(bench);
  const bakehouse = await organization.channelId('bakehouse');
  const conversation = `#narrow/channel/${bakehouse}/topic/sourdough.20schedule`;
  const counter = `#narrow/channel/${await organization.channelId('new shop')}/topic/counter`;
  const light = await logIn({ colorScheme: 'light' });
  await take(light, 'inbox', '#inbox');
  await take(light, 'conversation', conversation);
  await take(light, 'recent', '#recent');
  await take(light, 'poll', counter);
  await take(light, 'emoji', conversation, async (page) => {
    await page.getByRole('article').last().getByRole('button', { name: 'Add reaction' }).click();
    await page.getByRole('dialog').getByRole('button').nth(20).waitFor();
  });
  await take(light, 'channels', '#channels');
  const dark = await logIn({ colorScheme: 'dark' });
  await take(dark, 'conversation-dark', conversation);
  await dark.setViewportSize(NARROW);
  await take(dark, 'narrow-dark', conversation);
  await light.setViewportSize(NARROW);
  await take(light, 'narrow', '#inbox');
  await furnish(organization);
  // An import of new people needs what only operators give.
  const grant = "UPDATE user_account SET special_permissions = '{can_create_users}' WHERE id = $1";
  await bench.database.query(grant, [organization.users[OWNER].id]);
  const settings = await logIn({ colorScheme: 'light', viewport: SMALL }, OWNER);
  for (const [name, section, prepare] of PICTURES) await take(settings, name, `#organization/${section}`, prepare);
  const refused = await logIn({ colorScheme: 'light', viewport: SMALL });
  await take(refused, 'settings-refused', '#organization/organization-permissions');
} finally {
  await browser.close();
  await bench.stop();
}

async function logIn(look, user = VIEWER) {
  const context = await browser.newContext({
    baseURL: bench.url,
    timezoneId: 'Europe/Berlin',
    viewport: WIDE,
    ...look,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.goto('/login/');
  await page.getByLabel('Email').fill(`${user}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  return page;
}

/** @param prepare what is done in the view before its picture is taken */
async function take(page, name, hash, prepare = async () => undefined) {
  await page.evaluate((to) => (location.hash = to), hash);
  if (hash.startsWith('#organization/')) await page.reload(); // without the notice of the picture before
  await page.locator('main h1').first().waitFor();
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
  await prepare(page);
  await page.evaluate(() => document.fonts.ready);
  const shown = hash.startsWith('#organization/') ? page.locator('section[role=region]') : page;
  const picture = await shown.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(picture)
    .png({ palette: true, effort: 10 })
    .toFile(join(root, 'docs/pictures', `${name}.png`));
  await page.keyboard.press('Escape');
}
