import { Notices } from './notices';
import { report } from './findings';
import { planOf, Prelude } from './plan';
import { OracleRuns } from './oracle-runs';
import { Stock } from './stock';

/** The work that the starting process gives to a lane, as JSON in PARLEY_ORACLE_LANE. */
export interface Errand {
  seeds: readonly number[];
  steps: number;
  preludes: readonly Prelude[];
}

/** Its answer. */
export type News = { say: 'played'; actions: number; notices: number } | { say: 'found'; what: string };

/** Scenes at a time: the database and this process work in parallel. */
const AT_ONCE = 4;

const tell = (news: News): void => void process.send!(news);
const stackOf = (error: unknown): string => String((error as Error).stack);

/** Plays its seeds one after the other, on openings of its stock. */
async function runLane({ seeds, steps, preludes }: Errand): Promise<void> {
  const notices = await Notices.start();
  const stock = await Stock.make(notices, preludes);
  const oracleRuns = new OracleRuns(notices, stock);
  const left = [...seeds];
  const playOn = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift())
      await playOne(oracleRuns, seed, steps).catch((error: unknown) =>
        tell({ say: 'found', what: `seed ${seed}: ${stackOf(error)}` }),
      );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playOn));
  await oracleRuns.close();
  stock.close();
  await notices.stop();
}

async function playOne(oracleRuns: OracleRuns, seed: number, length: number): Promise<void> {
  const { finding, ...counts } = await oracleRuns.play(planOf(seed, { length, looks: 'few', pace: 'brisk' }));
  tell({ say: 'played', ...counts });
  if (finding) tell({ say: 'found', what: report(finding) });
}

runLane(JSON.parse(process.env.PARLEY_ORACLE_LANE!) as Errand).then(
  () => process.disconnect(),
  (error: unknown) => {
    tell({ say: 'found', what: stackOf(error) });
    process.exit(1);
  },
);
