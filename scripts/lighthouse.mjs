// Measures the login page and the loaded browser client by Lighthouse, on a phone and at a desk, and fails where
// accessibility or best practices are below 95. It wants Chromium. Lighthouse itself is fetched by npx, at the version
// below: nothing else needs it and the hundred packages that it brings.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { fill, PASSWORD, VIEWER } from './pictures/organization.mjs';
import { root } from './run.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 95;
const CATEGORIES = ['accessibility', 'best-practices'];

await ensureInstalled();
await ensureBuilt();
const require = createRequire(import.meta.url);
require('./typescript.cjs');
const { startBench } = require('../bench/support.ts');
const { startChromium } = require('../test/support/chromium.ts');

const bench = await startBench();
const folder = mkdtempSync(join(tmpdir(), 'parley-lighthouse-'));
try {
  const organization = await fill(bench);
  const channel = await organization.channelId('bakehouse');
  const cookie = await session();
  const pages = [
    ['the login page', '/login/', null],
    ['the client, in a conversation', `/#narrow/channel/${channel}/topic/sourdough.20schedule`, cookie],
    ['the client, in its inbox', '/#inbox', cookie],
  ];
  for (const page of pages) for (const preset of ['', 'desktop']) measure(page, preset);
} finally {
  await bench.stop();
  rmSync(folder, { recursive: true });
}

/** The cookies of a user who has logged in. */
async function session() {
  const browser = await startChromium();
  const context = await browser.newContext({ baseURL: bench.url });
  const page = await context.newPage();
  await page.goto('/login/');
  await page.getByLabel('Email').fill(`${VIEWER}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  const cookies = await context.cookies();
  await browser.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

function measure([name, path, cookie], preset) {
  const report = join(folder, 'report.json');
  const words = ['--quiet', '--output=json', `--output-path=${report}`, `--only-categories=${CATEGORIES.join()}`];
  if (preset !== '') words.push(`--preset=${preset}`);
  if (cookie !== null) words.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`);
  // The tests of CI run as root, which Chromium's sandbox refuses.
  words.push('--chrome-flags=--headless=new --no-sandbox');
  execFileSync('npx', ['--yes', LIGHTHOUSE, bench.url + path, ...words], { cwd: root, stdio: ['ignore', 2, 2] });
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  const scores = CATEGORIES.map((category) => [category, Math.round(categories[category].score * 100)]);
  const said = scores.map(([category, score]) => `${category} ${score}`).join(', ');
  console.log(`${name}, ${preset === '' ? 'phone' : preset}: ${said}`);
  if (scores.some(([, score]) => score < LEAST)) process.exitCode = 1;
  for (const { id, title, score } of Object.values(audits)) if (score === 0) console.log(`  ${id}: ${title}`);
}
