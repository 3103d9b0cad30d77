// npm test [-- jest's options]: all tests on the real database; the last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, run, tool } from './run.mjs';

endWithNpm();
await ensureInstalled();
await ensureBuilt();

const scratch = mkdtempSync(join(tmpdir(), 'parley-test-'));
const report = join(scratch, 'report.json');
const ci = process.env.CI ? ['--ci'] : [];
const code = await run(tool('jest'), ['--json', `--outputFile=${report}`, ...ci, ...process.argv.slice(2)]);
const { passed, failed } = count(report);
rmSync(scratch, { recursive: true });

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
