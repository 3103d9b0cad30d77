// npm run test:fuzz [-- --requests N --seed S]: hostile requests to every operation; a finding prints how to repeat it.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, fail, run, tool } from './run.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^\d{1,10}$/.test(value)) fail(`--${name} takes a number, not ${value}.`);

endWithNpm();
await ensureInstalled();
await ensureBuilt();
const env = { ...process.env, PARLEY_FUZZ_REQUESTS: values.requests, PARLEY_FUZZ_SEED: values.seed };
process.exitCode = await run(tool('jest'), ['test/platform/http/fuzz.e2e.ts'], { env });
