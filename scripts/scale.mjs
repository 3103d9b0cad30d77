// npm run test:scale [-- --seconds N --seed S]: the kill test for as long as one likes.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, fail, run, tool } from './run.mjs';

const DEFAULT_SECONDS = '120';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: DEFAULT_SECONDS },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9]\d*$/.test(value)) fail(`--${name} is ${value}, expected a whole number above 0.`);
}

endWithNpm();
await ensureInstalled();
await ensureBuilt();
Object.assign(process.env, { SCALE_SECONDS: values.seconds, SCALE_SEED: values.seed });
process.exitCode = await run(tool('jest'), ['--selectProjects', 'e2e', '--testPathPatterns', 'test/scale/']);
