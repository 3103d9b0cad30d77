// npm test [-- jest's options]: all tests on the real database; the last line is `N passed, N failed`. A whole run also
// writes docs/api-coverage.md.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

const scratch = mkdtempSync(join(tmpdir(), 'parley-test-'));
const report = join(scratch, 'report.json');
const ci = process.env.CI ? ['--ci'] : [];
const options = process.argv.slice(2);
// Only all tests together show all that the page names. In CI the page is compared afterwards and must not be touched.
const isWhole = options.length === 0;
const env = {
  ...process.env,
  ...(await withModuleCache({ renew: isWhole })),
  ...(isWhole && { PARLEY_COVERAGE_DIR: emptyRecords() }),
};
// Servers start and end all the time: with more room for what is young, less of it is copied before it dies.
const jest = ['--max-semi-space-size=64', tool('jest')];
const code = await run(process.execPath, [...jest, '--json', `--outputFile=${report}`, ...ci, ...options], { env });
const { passed, failed } = count(report);
rmSync(scratch, { recursive: true });
if (isWhole && code === 0 && !process.env.CI) coveragePage({ check: false });

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code === 0 && (failed > 0 || passed === 0) ? 1 : code;

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
