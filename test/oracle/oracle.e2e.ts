import { Notices } from './notices';
import { Finding, report, shrink } from './findings';
import { planOf } from './plan';
import { OracleRuns } from './oracle-runs';
import { Stock } from './stock';
import { OracleServer } from './oracle-server';

/** Two after each prelude; `npm run test:oracle -- --sequences 10000` plays many by hand. */
const SEQUENCES = 20;
const STEPS = 14;
/** What happened before: several sequences continue from each. */
const PRELUDES = Array.from({ length: 10 }, (_, at) => ({ seed: 1_000_001 + at, length: 20 }));
/** Sequences at a time, each in an organization of its own: the database and this process work in parallel. */
const AT_ONCE = 3;
const MAX_FINDINGS = 3;
const PATIENCE_MS = 600_000;

describe('the visibility oracle', () => {
  let notices: Notices;
  let stock: Stock;
  let oracleRuns: OracleRuns;
  beforeAll(async () => {
    notices = await Notices.start();
    stock = await Stock.make(notices, PRELUDES);
    oracleRuns = new OracleRuns(notices, stock);
  }, PATIENCE_MS);
  afterAll(async () => {
    await oracleRuns.close();
    stock.close();
    await notices.stop();
  });

  it(
    `agrees with the server on every path of all users (${SEQUENCES} sequences of ${STEPS} steps, after ${PRELUDES[0].length})`,
    async () => {
      const seeds = Array.from({ length: SEQUENCES }, (_, at) => at + 1);
      const findings: Finding[] = [];
      const playOn = async () => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
          const { finding } = await oracleRuns.play(planOf(seed, { length: STEPS }));
          if (finding) findings.push(finding);
          if (findings.length >= MAX_FINDINGS) seeds.length = 0;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, playOn));
      expect((await smaller(findings)).map(report).join('\n\n')).toBe('');
    },
    PATIENCE_MS,
  );

  /** The first of them. */
  async function smaller([first, ...others]: readonly Finding[]): Promise<Finding[]> {
    if (!first) return [];
    const oracleServer = await OracleServer.raise(notices);
    const best = await shrink(oracleServer, first);
    await oracleServer.close();
    return [best, ...others];
  }
});
