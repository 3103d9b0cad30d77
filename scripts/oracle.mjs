// npm run test:oracle [-- --sequences N --seed S]: random sequences, held against the model of who may see what.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, fail, run, tool } from './run.mjs';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^[1-9]\d{0,9}$/.test(value)) fail(`--${name} takes a whole number above 0, not ${value}.`);

endWithNpm();
await ensureInstalled();
await ensureBuilt();
const env = { ...process.env, PARLEY_ORACLE_SEQUENCES: values.sequences, PARLEY_ORACLE_SEED: values.seed };
process.exitCode = await run(tool('jest'), ['--selectProjects', 'e2e', '--testPathPatterns', 'test/oracle/oracle'], {
  env,
});
