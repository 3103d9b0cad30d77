import { World } from '../support/world';
import { Finding, play, planOf, report, shrink, STEPS } from './sequence';
import { Theatre } from './theatre';

const SEQUENCES = Number(process.env.PARLEY_ORACLE_SEQUENCES ?? 40);
const SEED = Number(process.env.PARLEY_ORACLE_SEED ?? 1);
/** Sequences at a time, each in an organization of its own: the database and this process work at once. */
const AT_ONCE = 3;
const MOST_FINDINGS = 3;

describe('the visibility oracle', () => {
  let world: World;
  let theatre: Theatre;
  beforeAll(async () => {
    world = await World.start();
    theatre = await Theatre.raise(world);
  });
  afterAll(async () => {
    await theatre.close();
    await world.stop();
  });

  it(
    `agrees with the server on every path of everybody (${SEQUENCES} sequences of ${STEPS} steps from seed ${SEED})`,
    async () => {
      const seeds = Array.from({ length: SEQUENCES }, (_, at) => SEED + at);
      const findings: Finding[] = [];
      const playOn = async () => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
          const found = await play(theatre, planOf(seed));
          if (found) findings.push(found);
          if (findings.length >= MOST_FINDINGS) seeds.length = 0;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, playOn));
      const [first, ...others] = findings;
      const shown = first ? [await shrink(theatre, first), ...others] : [];
      expect(shown.map(report).join('\n\n')).toBe('');
    },
    120_000 + SEQUENCES * 10_000,
  );
});
