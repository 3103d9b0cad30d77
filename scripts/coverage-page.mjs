// Writes docs/api-coverage.md of what the last whole `npm test` asked of the server: for each operation the tests that show
// its parameters, its codes and the events that it causes. With --check it writes nothing, and fails when something that the
// contract promises is shown by no test. That the page names other tests than this run would is no fault: tests with chance
// in them vary.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageOf } from './coverage/page.mjs';
import { root } from './run.mjs';

const PAGE = join(root, 'docs/api-coverage.md');
/** Every route that the interface or the reference names, and of those that are not here what comes with which issue, or why not. */
const REFERENCE = join(root, 'scripts/coverage/reference-operations.json');
const RECORDS = join(root, 'node_modules/.cache/parley/coverage');

/** The directory for what test/support/coverage.ts notes in a run that is about to start; empty. */
export function emptyRecords() {
  rmSync(RECORDS, { recursive: true, force: true });
  mkdirSync(RECORDS, { recursive: true });
  return RECORDS;
}

/** Returns whether the page is there as it should be. */
export function coveragePage({ check }) {
  if (!existsSync(join(RECORDS, 'openapi.json'))) {
    console.error('Nothing is known of a whole run of the tests: "npm test" makes one.');
    return false;
  }
  const { page, holes } = pageOf(json(join(RECORDS, 'openapi.json')), records(), json(REFERENCE));
  for (const hole of holes) console.error(`no test shows ${hole}`);
  if (!check) writeFileSync(PAGE, page);
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page;
  if (!isCurrent) console.error('docs/api-coverage.md would read differently now; a whole "npm test" writes it.');
  return holes.length === 0;
}

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

function records() {
  const files = readdirSync(RECORDS).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(join(RECORDS, name), 'utf8').trim().split('\n'));
  return lines.map((line) => JSON.parse(line));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = coveragePage({ check: process.argv.includes('--check') }) ? 0 : 1;
}
