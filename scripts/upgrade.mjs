// node scripts/upgrade.mjs --from COMMIT [--balancer nginx|own]: three nodes of an older commit become nodes of this tree, one by
// one, under load. Without --from: nodes of this tree become those of a version that might come after it.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { run, tool } from './run.mjs';

const { values } = parseArgs({
  options: { from: { type: 'string' }, balancer: { type: 'string', default: 'auto' } },
});

await ensureInstalled();
await ensureBuilt();
if (values.from) process.env.UPGRADE_FROM = values.from;
process.env.UPGRADE_BALANCER = values.balancer;
process.exitCode = await run(tool('jest'), ['--selectProjects', 'e2e', '--testPathPatterns', 'test/process/upgrade']);
