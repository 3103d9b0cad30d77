import { chromium, Browser, BrowserContext, Page } from 'playwright-core';
import { existsSync } from 'node:fs';
import { isInstalled } from './installed';

/**
 * Programs that speak Chromium's protocol, in order of preference. The first is Chromium without what draws windows: it
 * takes less than half of the processor time.
 */
const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** A machine with other work may take many times as long as a quiet one. Well before the time limit of a test. */
const PATIENCE_MS = 180_000;

const OPTIONS = [
  '--no-sandbox', // The tests of CI run as root, which the sandbox refuses.
  '--disable-dev-shm-usage',
  // Without a graphics card a process of its own only costs a tenth of the processor time.
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--in-process-gpu',
];

const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/homebrew/bin'];

const pathsOf = (program: string): string[] =>
  program.startsWith('/') ? [program] : PLACES.map((place) => `${place}/${program}`);

const installed = PROGRAMS.flatMap(pathsOf).find((path) => existsSync(path) && isInstalled(path, ['--version']));

/** As `describe`, with a real browser; on a machine without one the tests are skipped, and in CI they fail. */
export function describeInChromium(title: string, body: () => void): void {
  if (installed || process.env.CI) return describe(title, body);
  process.stderr.write(`Skipped, as there is no Chromium, Chrome or Edge: ${title}\n`);
  describe.skip(title, body);
}

/** @throws Error where no browser is installed */
function optionsOf() {
  if (!installed) throw new Error('No Chromium, Chrome or Edge is installed.');
  return { executablePath: installed, args: OPTIONS, timeout: PATIENCE_MS };
}

/** @throws Error where no browser is installed */
export async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch(optionsOf());
  return browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
}

/**
 * A browser that other programs may use, too, by the port of its DevTools: they see the cookies of this context.
 * @param folder for what it keeps
 * @throws Error where no browser is installed
 */
export async function startSharedChromium(folder: string, port: number): Promise<BrowserContext> {
  const { args, ...options } = optionsOf();
  const shared = { ...options, args: [...args, `--remote-debugging-port=${port}`] };
  const context = await chromium.launchPersistentContext(folder, shared);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

export interface ViewedPage {
  page: Page;
  /** What the page's own policy blocked, as the browser reports it. */
  violations: string[];
}

/** A new tab that records every violation of a content security policy. */
export async function openTab(context: BrowserContext): Promise<ViewedPage> {
  const page = await context.newPage();
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return { page, violations };
}
