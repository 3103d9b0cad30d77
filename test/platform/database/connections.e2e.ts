import { RunningServer } from '../../../apps/server/src/boot';
import { runParley } from '../../support/command-line';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

describe('The pools of all processes', () => {
  let world: World;
  let other: RunningServer;
  beforeAll(async () => {
    world = await World.start({}, 1);
    other = await secondNode(world);
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  it('are checked by the doctor, which warns if PostgreSQL cannot provide as many connections', async () => {
    const doctor = (PARLEY_DATABASE_POOL: string) =>
      runParley(world, ['doctor'], { environment: { PARLEY_DATABASE_POOL } });
    expect((await doctor('4')).out).toMatch(/^ok +pools: 2 processes take up to 8 connections each/m);
    // One of the two would fit.
    const { out } = await doctor('110');
    expect(out).toMatch(
      /^warning +pools: 2 processes take up to 114 connections each, .*: \d+ of 200\n +Raise max_connections/m,
    );
  });
});
