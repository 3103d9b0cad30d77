// npm run audit: known advisories about the production packages of package-lock.json. Fails from `high` on. Accepted
// ones are in .ci/accepted-advisories.json, with a reason and an end date. A registry without an answer is no failure,
// but is reported.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';

const FAILS = ['high', 'critical'];
const PATIENCE_MS = 60_000;

const report = ask();
if (!report?.vulnerabilities) {
  console.log(`Not audited: the registry answers no audit (${report?.message ?? 'no answer'}).`);
  process.exit(0);
}

const accepted = JSON.parse(readFileSync(join(root, '.ci/accepted-advisories.json'), 'utf8'));
const today = new Date().toISOString().slice(0, 10);
const isAccepted = (id) => accepted.some((one) => one.id === id && today <= one.until);

// A package is also listed for what it depends on; advisories are those that stand as objects.
const advisories = new Map();
for (const { via } of Object.values(report.vulnerabilities))
  for (const one of via) if (typeof one === 'object') advisories.set(one.url, one);

let failures = 0;
for (const { url, severity, title, name, range } of advisories.values()) {
  const id = url.split('/').at(-1);
  const counts = FAILS.includes(severity) && !isAccepted(id);
  if (counts) failures++;
  console.log(`${counts ? 'FAILED' : 'known '} ${severity} ${id}: ${name} ${range}, ${title}`);
}
console.log(`${advisories.size} advisories are known for what is installed, ${failures} count.`);
process.exitCode = failures > 0 ? 1 : 0;

/** What npm says; it ends with a code above 0 where it found something, too. */
function ask() {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: PATIENCE_MS };
  try {
    return parsed(execFileSync('npm', ['audit', '--omit=dev', '--json'], options));
  } catch ({ stdout }) {
    return parsed(stdout);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
