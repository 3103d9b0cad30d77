import { Workers } from '@app/platform';
import { until } from '../../support/until';
import { World } from '../../support/world';
import { addDirectory, logIn } from './directory-provider';
import { describeWithSlapd, PEOPLE, Slapd } from './slapd';

const JOB = 'directory-synchronisation';

describeWithSlapd('A directory of two nodes', () => {
  let world: World;
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await Slapd.start();
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' }, 2);
    await addDirectory(world, slapd);
    for (const name of ['ana', 'ben']) await slapd.addPerson(name);
    expect((await logIn(world, 'ana')).status).toBe(200);
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  const isDone = async () =>
    (await world.sql(`SELECT 1 FROM pass WHERE job = $1 AND due_at > now() + interval '50 minutes'`, [JOB])).length > 0;
  const runs = () => world.sql('SELECT outcome FROM directory_run ORDER BY id');

  it('is synchronised by one of them, though both look for work at once', async () => {
    await until(async () => (await world.sql('SELECT 1 FROM pass WHERE job = $1', [JOB])).length > 0);
    await until(isDone);
    const before = (await runs()).length;
    for (let round = 1; round <= 3; round++) {
      await world.sql('UPDATE pass SET due_at = now() WHERE job = $1', [JOB]);
      for (const { app } of world.nodes) app.get(Workers, { strict: false }).nudge(JOB);
      await until(isDone);
      expect(await runs()).toHaveLength(before + round);
    }
    expect((await runs()).every(({ outcome }) => outcome === 'done')).toBe(true);
  });

  it('lets people in on each of them, and out of each when they are gone', async () => {
    const { body } = await logIn(world.at(1), 'ana');
    const authorization = `Basic ${Buffer.from(`ana@example.org:${String(body.api_key)}`).toString('base64')}`;
    const statuses = () =>
      Promise.all(
        [0, 1].map(async (node) => (await world.at(node).request('GET', 'users/me', {}, authorization)).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    await slapd.ask((client) => client.del(`uid=ana,${PEOPLE}`));
    await world.sql('UPDATE pass SET due_at = now() WHERE job = $1', [JOB]);
    world.nodes[0]!.app.get(Workers, { strict: false }).nudge(JOB);
    await until(isDone);
    expect(await statuses()).toEqual([401, 401]);
  });
});
