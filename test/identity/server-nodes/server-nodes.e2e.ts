import { PARLEY_VERSION } from '@app/kernel';
import { Nodes } from '@app/platform';
import { readFileSync } from 'node:fs';
import type { RunningServer } from '../../../apps/server/src/boot';
import type { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface Listed {
  id: string;
  version: string;
  started_at: number;
  last_seen_at: number;
  is_up: boolean;
  is_this: boolean;
}

describe('the nodes of a server', () => {
  let world: World;
  let owner: Person;
  let other: RunningServer;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    other = await secondNode(world);
  });
  afterAll(() => world.stop());

  const listed = async () => (await owner.ok('GET', 'server_nodes')).nodes as Listed[];

  it('report themselves, those of another version beside them', async () => {
    await until(async () => (await listed()).length === 2);
    const nodes = await listed();
    expect(nodes.map(({ version }) => version)).toEqual([PARLEY_VERSION, PARLEY_VERSION]);
    expect(nodes.filter((node) => node.is_this)).toHaveLength(1);
    for (const { last_seen_at: seen, started_at: started, is_up: isUp } of nodes) {
      expect(seen).toBeGreaterThanOrEqual(started);
      expect(isUp).toBe(true);
    }
    await world.sql(`INSERT INTO node (id, host, version, started_at, seen_at)
      VALUES ('older', 'elsewhere', '0.0.9', now() - interval '1 hour', now() - interval '2 minutes')`);
    expect((await listed())[0]).toMatchObject({ host: 'elsewhere', version: '0.0.9', is_up: false, is_this: false });
  });

  it('renew their reports with one write, and forget nodes that have been silent for a day', async () => {
    const nodes = world.service(Nodes);
    const own = (await nodes.list()).find(({ isThis }) => isThis)!;
    await world.sql("UPDATE node SET seen_at = now() - interval '1 hour' WHERE id = $1", [own.id]);
    await world.sql("UPDATE node SET seen_at = now() - interval '25 hours' WHERE id = 'older'");
    await nodes.work();
    const after = await nodes.list();
    expect(after.find(({ id }) => id === own.id)).toMatchObject({ isUp: true, startedAt: own.startedAt });
    expect(after.map(({ id }) => id)).not.toContain('older');
    expect(nodes.everyMs).toBeGreaterThanOrEqual(30_000);
  });

  it('are shown to administrators alone', async () => {
    const { status, body } = await (await world.moderator('mona')).get('server_nodes');
    expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    expect((await world.request('GET', 'server_nodes')).status).toBe(401);
    expect(await (await world.admin('alma')).ok('GET', 'server_nodes')).toMatchObject({ nodes: expect.any(Array) });
  });

  it('tell the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(PARLEY_VERSION).toBe(version);
  });

  it('take their reports back when they stop', async () => {
    await other.stop();
    expect(await world.sql('SELECT FROM node')).toHaveLength(1);
  });
});
