import type { Plan } from './plan';
import type { Disagreement } from './scene';
import { play } from './sequence';
import type { OracleServer } from './oracle-server';

const MAX_TRIES = 30;

export interface Finding {
  plan: Plan;
  /** The last step that was taken. */
  step: number;
  fault: Disagreement;
  stories: readonly string[];
}

/** The same fault from fewer steps: chunks of steps are left out as long as it is still found, up to a time limit. */
export async function shrink(oracleServer: OracleServer, finding: Finding): Promise<Finding> {
  let best: Finding = {
    ...finding,
    plan: { ...finding.plan, steps: finding.plan.steps.filter((one) => one <= finding.step), looks: 'all' },
  };
  const kind = kindOf(finding);
  let tries = 0;
  for (let size = Math.ceil(best.plan.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.plan.steps.length && tries < MAX_TRIES; tries++) {
      const steps = best.plan.steps.filter((_, at) => at < from || at >= from + size);
      const found = await play(oracleServer, { ...best.plan, steps });
      if (found && kindOf(found) === kind) best = found;
      else from += size;
    }
  }
  return best;
}

/** What identifies a fault, independent of ids. */
const kindOf = ({ fault }: Finding): string =>
  fault.message
    .split('\n')[0]
    .replace(/\d+/g, '')
    .replace(/ as \w+$/, '');

export function report({ plan, step, fault, stories }: Finding): string {
  const { seed, prelude } = plan;
  return [
    `seed ${seed}, found after step ${step}: ${fault.message}`,
    ...(prelude.length > 0 ? [`  after the first ${prelude.length} steps of seed ${prelude.seed}`] : []),
    `  again: npm run test:oracle -- --plan '${JSON.stringify({ ...plan, looks: 'all' })}'`,
    ...stories.map((story) => `  ${story}`),
  ].join('\n');
}
