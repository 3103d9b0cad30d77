import { Random } from '../support/fuzz/random';
import { Actor } from './actor';
import { Audit, KINDS } from './audit';
import { Cluster } from './cluster';
import { DEEDS } from './deeds';
import { send } from './deeds/messages';
import { Havoc } from './havoc';
import { Report } from './report';
import { Town } from './town';

const SECONDS = Number(process.env.SCALE_SECONDS ?? 8);
const SEED = Number(process.env.SCALE_SEED ?? 1);
const NODES = 3;
/** Long runs are audited so often. */
const ROUND_SECONDS = 150;
const IS_LONG = SECONDS > 60;
/** Waits for a node that was paused for the time of a lease, and for messages that a dead node had claimed. */
const RECKONING_SECONDS = 240;
const PACE = IS_LONG
  ? { pauseMs: 8_000, hasLongPauses: true, betweenMs: 4_000 }
  : { pauseMs: 4_000, hasLongPauses: false, betweenMs: 1_500 };
const ROUNDS = Math.ceil(SECONDS / ROUND_SECONDS);

jest.setTimeout((SECONDS + ROUNDS * RECKONING_SECONDS + 60) * 1_000);

/**
 * Users do everything that the API allows, through a balancer before three nodes. Nodes are killed and paused,
 * PostgreSQL is killed, answers get lost and clients retry: no acknowledged change may be lost or repeated, no user may
 * see unreadable objects, and no client may have to register again.
 */
describe('a cluster whose parts are killed', () => {
  const cluster = new Cluster(NODES);
  const town = new Town(cluster, new Random(SEED), IS_LONG ? 15_000 : 4_000);
  const audit = new Audit(town);
  const report = new Report(town, audit);
  let actors: Actor[] = [];

  beforeAll(async () => {
    await cluster.start();
    await town.build();
    actors = town.everybody.map((client) => new Actor(town, client));
    for (let left = SECONDS; left > 0; left -= ROUND_SECONDS) await round(Math.min(left, ROUND_SECONDS));
    process.stdout.write(report.whole(SEED, SECONDS));
  });
  afterAll(async () => {
    const stopped = [...actors, ...(town.readers ?? [])].map((one) => one.stop());
    await cluster.stop();
    await Promise.all(stopped);
  });

  it.each(KINDS)('has no errors at the end: %s', (kind) => {
    expect(audit.findings[kind]).toEqual([]);
  });

  it('breaks no promise during the run', () => {
    expect(town.breaches).toEqual([]);
  });

  it('refuses no client: no new registration, no lost login, no failure', () => {
    expect([...town.everybody, town.visitor].flatMap(({ wrongAnswers }) => wrongAnswers)).toEqual([]);
  });

  it('performs every action often enough', () => {
    expect(town.tally.kinds).toEqual(expect.arrayContaining(Object.keys(DEEDS)));
    for (const trouble of ['killed', 'paused', 'crashed'] as const)
      expect(town.disturbances.countOf(trouble)).toBeGreaterThan(0);
    expect(town.wire.lost).toBeGreaterThan(0);
  });

  async function round(seconds: number): Promise<void> {
    const { wire } = town;
    Object.assign(wire, { isLossy: true, patienceMs: IS_LONG ? 5_000 : 2_500 });
    for (const one of [...town.readers, ...actors]) one.start();
    await new Havoc(town).rage({ seconds, ...PACE });
    await Promise.all(actors.map((actor) => actor.stop()));
    await town.facts.settled(); // An object of a repeated attempt may still be reserved.
    for (const kind of Object.keys(DEEDS)) for (const actor of actors) await actor.makeUpFor(kind);
    await town.facts.settled();
    Object.assign(wire, { isLossy: false, patienceMs: 15_000 });
    await audit.run(() => send(town, town.owner, town.places[0]));
    report.note();
    town.begin();
  }
});
