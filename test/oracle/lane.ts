import { Disagreement } from './scene';
import { Opening, play, planOf, Prelude, report } from './sequence';
import { Stock } from './stock';
import type { Theatre } from './theatre';

/** What a lane is told by the process that started it, as JSON in PARLEY_ORACLE_LANE. */
export interface Errand {
  seeds: readonly number[];
  steps: number;
  preludes: readonly Prelude[];
}

/** What it answers. */
export type News = { say: 'ready' } | { say: 'played'; seed: number; actions: number } | { say: 'found'; what: string };

/** Scenes at a time: the database and this process work at once. */
const AT_ONCE = 4;

const tell = (news: News): void => void process.send!(news);

/** Plays its seeds one after the other, on openings of its stock. */
async function runLane({ seeds, steps, preludes }: Errand): Promise<void> {
  const stock = await Stock.make(preludes);
  tell({ say: 'ready' });
  const left = [...seeds];
  while (left.length > 0) {
    const { theatre, openings } = await stock.raise();
    const playOn = async () => {
      for (let opening = openings.pop(); opening; opening = openings.pop()) {
        const seed = left.shift();
        if (seed === undefined) return;
        await playOne(theatre, seed, steps, opening);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playOn));
    await theatre.close();
    await theatre.world.stop();
  }
  stock.close();
}

async function playOne(
  theatre: Theatre,
  seed: number,
  length: number,
  { prelude, ...opening }: Opening & { prelude: Prelude },
): Promise<void> {
  const plan = planOf(seed, { length, prelude, looks: 'few' });
  const found = await play(theatre, plan, opening);
  tell({ say: 'played', seed, actions: opening.scene.taken });
  if (found) tell({ say: 'found', what: report(found) });
}

runLane(JSON.parse(process.env.PARLEY_ORACLE_LANE!) as Errand).then(
  () => process.disconnect(),
  (error: unknown) => {
    const what =
      error instanceof Disagreement ? `before the first step: ${error.message}` : String((error as Error).stack);
    tell({ say: 'found', what });
    process.exit(1);
  },
);
