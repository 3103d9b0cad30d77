// npm test [-- jest's options]: all tests on the real database; the last line is `N passed, N failed`. A whole run also
// writes docs/api-coverage.md.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { coveragePage, emptyRecords } from './coverage-page.mjs';
import { ensureInstalled } from './install.mjs';
import { withModuleCache } from './module-cache.mjs';
import { endWithNpm, run, tool } from './run.mjs';

endWithNpm();
await ensureInstalled();
await ensureBuilt();

const MEMORY = '/dev/shm';
/** What the tests write at a time, several times over. */
const ROOM_BYTES = 8e9;

const scratch = mkdtempSync(join(fastDirectory(), 'parley-test-'));
chmodSync(scratch, 0o1777); // As the system's own, since PostgreSQL has another account where root runs the tests.
const report = join(scratch, 'report.json');
const ci = process.env.CI ? ['--ci'] : [];
const options = process.argv.slice(2);
// Only all tests together show all that the page names. In CI the page is compared afterwards and must not be touched.
const isWhole = options.length === 0;
const env = {
  ...process.env,
  TMPDIR: scratch,
  ...(await withModuleCache({ renew: isWhole })),
  ...(isWhole && { PARLEY_COVERAGE_DIR: emptyRecords() }),
};
// Servers start and end all the time: with more room for what is young, less of it is copied before it dies.
const jest = ['--max-semi-space-size=64', tool('jest')];
const code = await run(process.execPath, [...jest, '--json', `--outputFile=${report}`, ...ci, ...options], { env });
const { passed, failed } = count(report);
rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
if (isWhole && code === 0 && !process.env.CI) coveragePage({ check: false });

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code === 0 && (failed > 0 || passed === 0) ? 1 : code;

/**
 * Memory where there is enough of it. Hundreds of databases of a thousand files each are made and removed, which takes a
 * third of PostgreSQL's time on a disk.
 */
function fastDirectory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir(); // Another system than Linux.
  }
}

/** A suite that did not even run counts as one failure. */
function count(path) {
  try {
    const result = JSON.parse(readFileSync(path, 'utf8'));
    return { passed: result.numPassedTests, failed: result.numFailedTests + result.numRuntimeErrorTestSuites };
  } catch (error) {
    console.error(`jest left no report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}
