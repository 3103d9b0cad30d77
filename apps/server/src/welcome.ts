import type { Config } from '@app/platform';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunningServer } from './boot';

/** The file that every existing client reads: address, e-mail and key of the owner. Made by the first start only. */
export function writeZuliprc(config: Config, { firstStart }: Pick<RunningServer, 'firstStart'>): string {
  const path = join(config.dataDirectory, 'zuliprc');
  if (firstStart.created) {
    const lines = ['[api]', `email=${firstStart.ownerEmail}`, `key=${firstStart.apiKey}`, `site=${config.baseUrl}`, ''];
    mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 }); // with a database elsewhere nobody made it yet
    writeFileSync(path, lines.join('\n'), { mode: 0o600 });
  }
  return path;
}

/** What a person who just typed `npm start` wants to know. Never a key; a generated password this once. */
export function greet(
  config: Config,
  { url, firstStart }: Pick<RunningServer, 'url' | 'firstStart'>,
  zuliprc: string,
): void {
  const site = config.baseUrl;
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

/** Relative to where the person stands, unless that would lead upwards. */
function nearer(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

const shellWord = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
