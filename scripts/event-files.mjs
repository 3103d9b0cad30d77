// Part of npm run generate: adds to docs/events.md the file that declares each kind of client event.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const HEADER = '| kind | type |\n| --- | --- |';
const ROW = /^\| `([^`]+)` \| `[^`]+` \|$/;

/** The page with a third column in its table of client events. */
export function withEventFiles(page) {
  const [before, rest] = page.split(HEADER);
  const end = rest.indexOf('\n\n');
  const events = textsOf('libs/*.client-events.ts');
  const services = textsOf('libs/*.service.ts');
  const rows = rest
    .slice(0, end)
    .split('\n')
    .map((row) => row.replace(ROW, (all, kind) => `${all} ${fileOf(kind, events, services)} |`));
  return `${before}| kind | type | declared in |\n| --- | --- | --- |${rows.join('\n')}${rest.slice(end)}`;
}

function fileOf(kind, events, services) {
  const declared = new RegExp(`(kind: |= )'${kind}'`);
  const found = only(events, declared) ?? only(events, new RegExp(`['"\`]${kind}\\b`)) ?? only(services, declared);
  if (!found) throw new Error(`No single file declares the event kind ${kind}.`);
  return `\`${found}\``;
}

function only(texts, pattern) {
  const found = texts.filter(([, text]) => pattern.test(text));
  return found.length === 1 ? found[0][0] : null;
}

function textsOf(pattern) {
  return execFileSync('git', ['ls-files', pattern], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}
