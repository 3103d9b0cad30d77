// npm run test:oracle [-- --sequences N --seed S --steps K --lanes L]: random sequences, compared with the model of
// visibility. Each lane is a process with its own server. Findings are printed as they occur and do not end the run.
// With --plan JSON, as printed with a finding: runs that sequence again.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, fail, root, run } from './run.mjs';

const {
  values: { plan, ...values },
} = parseArgs({
  options: {
    sequences: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 30) },
    steps: { type: 'string', default: '40' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    plan: { type: 'string' },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^[1-9]\d{0,9}$/.test(value)) fail(`--${name} takes a whole number above 0, not ${value}.`);

endWithNpm();
await ensureInstalled();
await ensureBuilt();
const env = { ...process.env, NODE_ENV: 'test' };
for (const [name, value] of Object.entries(values)) env[`PARLEY_ORACLE_${name.toUpperCase()}`] = value;
if (plan) env.PARLEY_ORACLE_PLAN = plan;
const typescript = ['--require', join(root, 'scripts/typescript.cjs')];
process.exitCode = await run(
  process.execPath,
  [...typescript, join(root, 'test/oracle', plan ? 'replay.ts' : 'long-run.ts')],
  { env },
);
