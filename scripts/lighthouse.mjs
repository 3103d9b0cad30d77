// Measures the login page and the loaded browser client by Lighthouse, on a phone and at a desk, and fails where
// accessibility or best practices are below 95, or where another page was measured than the one that is meant. It wants
// Chromium. Lighthouse itself is fetched by npx, at the version below: nothing else needs it and the hundred packages
// that it brings. It opens its tabs in a browser of ours, in which a user has logged in, and leaves its storage alone.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { fill, PASSWORD, VIEWER } from './pictures/organization.mjs';
import { root } from './run.mjs';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const LEAST = 95;
const CATEGORIES = ['accessibility', 'best-practices'];
const PRESETS = ['phone', 'desktop'];

await ensureInstalled();
await ensureBuilt();
const require = createRequire(import.meta.url);
require('./typescript.cjs');
const { startBench } = require('../bench/support.ts');
const { startSharedChromium } = require('../test/support/chromium.ts');
const { freePort } = require('../test/support/ports.ts');

const bench = await startBench();
const folder = mkdtempSync(join(tmpdir(), 'parley-lighthouse-'));
const port = await freePort();
const chromium = await startSharedChromium(join(folder, 'profile'), port);
try {
  const organization = await fill(bench);
  const channel = await organization.channelId('bakehouse');
  const conversation = `/#narrow/channel/${channel}-bakehouse/topic/sourdough.20schedule`;
  await measureAll('the login page', '/login/', (page) => page.getByLabel('Password'));
  await logIn();
  await measureAll('the client, in a conversation', conversation, (page) =>
    page.getByRole('feed').getByRole('article').first(),
  );
  await measureAll('the client, in its inbox', '/#inbox', (page) => page.getByRole('heading', { name: 'Inbox' }));
} finally {
  await chromium.close();
  await bench.stop();
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

/** The session is that of the browser's only profile, so that each further tab has it. */
async function logIn() {
  const page = await chromium.newPage();
  await page.goto(`${bench.url}/login/`);
  await page.getByLabel('Email').fill(`${VIEWER}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  await page.close();
}

async function measureAll(name, path, landmark) {
  for (const preset of PRESETS) await measure(name, bench.url + path, landmark, preset);
}

/** @param landmark what only the page that is meant has */
async function measure(name, url, landmark, preset) {
  const report = join(folder, 'report.json');
  const words = ['--quiet', '--output=json', `--output-path=${report}`, `--only-categories=${CATEGORIES.join()}`];
  words.push(`--port=${port}`, '--disable-storage-reset', ...(preset === 'desktop' ? ['--preset=desktop'] : []));
  const seen = new Promise((resolve) => {
    chromium.once('page', (page) =>
      landmark(page)
        .waitFor({ state: 'attached' })
        .then(
          () => resolve(true),
          () => resolve(false),
        ),
    );
  });
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...words], { cwd: root });
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(report, 'utf8'));
  if (finalDisplayedUrl !== url) throw new Error(`Lighthouse measured ${finalDisplayedUrl} instead of ${url}`);
  if (!(await seen)) throw new Error(`Lighthouse measured another page than ${name}`);
  const scores = CATEGORIES.map((category) => [category, Math.round(categories[category].score * 100)]);
  console.log(`${name}, ${preset}: ${scores.map(([category, score]) => `${category} ${score}`).join(', ')}`);
  if (scores.some(([, score]) => score < LEAST)) process.exitCode = 1;
  for (const { id, title, score } of Object.values(audits)) if (score === 0) console.log(`  ${id}: ${title}`);
}
