import type { FirstStartResult } from '@app/identity';
import type { Config } from '@app/platform';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The file that every existing client reads: address, e-mail and key of the owner. Made by the first start only. */
export const zuliprcOf = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string => join(dataDirectory, 'zuliprc');

/** Called as soon as the organization exists. If the start fails later, the owner can still log in. */
export function writeZuliprc(config: Config, { created, ownerEmail, apiKey }: FirstStartResult): void {
  if (!created) return;
  const lines = ['[api]', `email=${ownerEmail}`, `key=${apiKey}`, `site=${config.baseUrl}`, ''];
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 }); // an external database needs no directory
  writeFileSync(zuliprcOf(config), lines.join('\n'), { mode: 0o600 });
}

/** Stores the generated password of a start that failed, because later starts do not know it. */
export function savePassword({ ownerEmail, generatedPassword }: FirstStartResult): void {
  if (generatedPassword)
    console.log(`The organization is made. Its owner: ${ownerEmail}, password ${generatedPassword}`);
}

/** The text after `npm start`. It contains no key, and a generated password only once. */
export function greet(config: Config, { url, firstStart }: { url: string; firstStart: FirstStartResult }): void {
  const site = config.baseUrl;
  const zuliprc = zuliprcOf(config);
  const lines = [`Parley is ready at ${site}${site === url ? '' : ` (listening on ${url})`}`];
  if (firstStart.created) {
    lines.push(`  organization  ${firstStart.organizationName}`, `  owner         ${firstStart.ownerEmail}`);
    if (firstStart.generatedPassword)
      lines.push(`  password      ${firstStart.generatedPassword}   (shown this once: keep it)`);
  }
  if (existsSync(zuliprc)) {
    const file = shellWord(nearer(zuliprc));
    lines.push(
      `  credentials   ${file}   (for any client that reads a zuliprc)`,
      '',
      'Say hello:',
      `  curl -u "$(sed -n 's/^email=//p' ${file}):$(sed -n 's/^key=//p' ${file})" ${site}/api/v1/messages \\`,
      `    -d type=stream -d to=general -d topic=hello -d content='Hello, Parley!'`,
    );
  }
  console.log(`${lines.join('\n')}\n`);
}

/** Relative to the current directory, unless that would lead upwards. */
function nearer(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

const shellWord = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
