// npm run gate: who may import whom. A run that sees far fewer modules than there are proves nothing, so that it fails too.
import { spawnSync } from 'node:child_process';
import { tool } from './run.mjs';

const FEWEST_MODULES = 1_000;

const options = ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'migrations'];
const { stdout } = spawnSync(tool('depcruise'), ['--output-type', 'json', ...options], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const { summary } = JSON.parse(stdout);
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
console.log(`${summary.totalCruised} modules, ${summary.violations.length} violations`);
if (summary.totalCruised < FEWEST_MODULES) console.error(`Fewer than ${FEWEST_MODULES} modules were seen.`);
process.exitCode = summary.violations.length > 0 || summary.totalCruised < FEWEST_MODULES ? 1 : 0;
