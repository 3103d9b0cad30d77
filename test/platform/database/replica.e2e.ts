import { Database, ReplicaReads } from '@app/platform';
import { runParley } from '../../support/command-line';
import { heldTransaction } from '../../support/held';
import { actorOf } from '../../support/actor';
import type { Person } from '../../support/person';
import { ReplicatedPostgres } from '../../support/replicated-postgres';
import { until } from '../../support/until';
import { World } from '../../support/world';

const PAGE = /FROM kept JOIN message/;
const SNAPSHOT = /generate_series\(xmin/;
const CHANNEL = 'plans';
const NARROW = JSON.stringify([{ operator: 'channel', operand: CHANNEL }]);
const NEWEST = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };

interface Shown {
  id: number;
  content: string;
}

describe('Two nodes with a replica', () => {
  const usual = process.env.TEST_POSTGRES_URL!;
  let postgres: ReplicatedPostgres;
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    postgres = await ReplicatedPostgres.start();
    process.env.TEST_POSTGRES_URL = postgres.primary.url;
    const environment = { TEST_TEMPLATE: 'template1', DATABASE_URL: postgres.primary.url, DATABASE_READ_URL: '' };
    world = await World.start(environment, 2, (databaseUrl) => {
      environment.DATABASE_READ_URL = postgres.atReplica(databaseUrl);
      return databaseUrl;
    });
    process.env.TEST_POSTGRES_URL = usual;
    await world.withoutWorkers();
    ana = await world.member('ana');
    bo = await world.member('bo');
    await ana.subscribe([CHANNEL], { principals: [ana.id, bo.id], invite_only: true });
  });
  afterAll(async () => {
    process.env.TEST_POSTGRES_URL = usual;
    await world?.stop();
    await postgres?.stop();
  });

  const page = async (person: Person, narrow = NARROW): Promise<Shown[]> =>
    (await person.ok('GET', 'messages', { ...NEWEST, narrow })).messages as Shown[];
  const newest = async (person: Person): Promise<string | undefined> => (await page(person)).at(-1)?.content;
  /** How many pages each server reads during the work. */
  const pagesDuring = async (work: () => Promise<unknown>) => {
    const count = () => [postgres.statements('primary', PAGE), postgres.statements('replica', PAGE)];
    const before = count();
    await work();
    const [primary, replica] = count().map((after, at) => after - before[at]);
    return { primary, replica };
  };
  /** On a busy machine the replica may just be late, and the primary answers: then it is tried again. */
  const onlyReplicaReads = (pages: number, work: () => Promise<unknown>) =>
    until(async () => {
      const { primary, replica } = await pagesDuring(work);
      return primary === 0 && replica === pages;
    });
  /** Of the first node. */
  const replicaReads = async (): Promise<number> => {
    const metrics = await (await fetch(`${world.nodes[0].url}/metrics`)).text();
    return Number(/^parley_replica_reads_total\{outcome="replica"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
  };
  const refusalOf = (node: number) => world.nodes[node].app.get(ReplicaReads, { strict: false }).replica!.refusal;
  /** Resolves when the replica answers the reads of both nodes. */
  const replicaServes = () =>
    until(async () => {
      for (const node of [0, 1]) await page(ana.at(node));
      return refusalOf(0) === null && refusalOf(1) === null;
    });

  it('read pages and searches from the replica, and nothing of them from the primary', async () => {
    await ana.send(CHANNEL, 'food', 'a walrus for lunch');
    await replicaServes();
    const search = JSON.stringify([{ operator: 'search', operand: 'walrus' }]);
    await onlyReplicaReads(4, async () => {
      for (const node of [0, 1]) {
        expect(await newest(bo.at(node))).toBe('a walrus for lunch');
        expect(await page(bo.at(node), search)).toHaveLength(1);
      }
    });
  });

  it('read lists from the replica', async () => {
    const id = await ana.send(CHANNEL, 'food', 'listed');
    const channel = (await ana.ok('GET', 'get_stream_id', { stream: CHANNEL })).stream_id as number;
    const paths = ['users', 'streams', 'users/me/subscriptions', `streams/${channel}/members`, 'realm/presence'];
    paths.push(`users/me/${channel}/topics`, `messages/${id}/history`, `messages/${id}/read_receipts`);
    for (const path of paths)
      await until(async () => {
        const before = await replicaReads();
        await bo.at(0).ok('GET', path);
        return (await replicaReads()) === before + 1;
      });
  });

  it('register clients with what the replica has, and tell them the rest', async () => {
    const held = await heldTransaction(world, bo);
    const id = await ana.send(CHANNEL, 'food', 'before the registration');
    let queue = await ana.at(1).register();
    await until(async () => {
      const before = postgres.statements('replica', SNAPSHOT);
      queue = await ana.at(1).register();
      return postgres.statements('replica', SNAPSHOT) > before;
    });
    expect(queue.state.max_message_id).toBe(id);
    const users = queue.state.realm_users as { user_id: number; full_name: string }[];
    expect(users.find(({ user_id }) => user_id === bo.id)!.full_name).toBe(bo.fullName);
    await held.letGo();
    await queue.until(
      ({ type, person }) => type === 'realm_user' && (person as { full_name: string }).full_name === 'Slow',
    );
    await ana.send(CHANNEL, 'food', 'after the registration');
    const { message } = await queue.until(({ type }) => type === 'message');
    expect(message).toMatchObject({ content: 'after the registration' });
  });

  describe('while the replica is behind', () => {
    beforeAll(async () => {
      await replicaServes();
      await postgres.pause();
    });
    afterAll(() => postgres.resume());

    it('show users what they wrote, through the other node', async () => {
      const pages = await pagesDuring(async () => {
        await ana.at(0).send(CHANNEL, 'food', 'written at one node');
        expect(await newest(ana.at(1))).toBe('written at one node');
      });
      expect(pages).toEqual({ primary: 1, replica: 0 });
    });

    it('show users what an event has told them', async () => {
      const queue = await bo.at(0).register();
      const id = await ana.at(1).send(CHANNEL, 'food', 'told of');
      await queue.until(({ type, message }) => type === 'message' && (message as Shown).id === id);
      expect((await page(bo.at(1))).at(-1)).toMatchObject({ id, content: 'told of' });
    });

    it('show nothing to users who were removed', async () => {
      await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: [CHANNEL], principals: [bo.id] });
      for (const node of [0, 1]) {
        expect(await page(bo.at(node), '[]')).toEqual([]);
        expect((await bo.at(node).get('messages', { ...NEWEST, narrow: NARROW })).status).toBe(400);
      }
      await ana.subscribe([CHANNEL], { principals: [bo.id] });
    });

    it('report that the primary answers', async () => {
      await newest(ana);
      const { replica } = ((await (await fetch(`${world.nodes[0].url}/health/ready`)).json()) as Health).details;
      expect(replica).toEqual({ status: 'up', reads: 'primary', reason: 'behind' });
      const metrics = await (await fetch(`${world.nodes[0].url}/metrics`)).text();
      expect(metrics).toMatch(/^parley_replica_reads_total\{outcome="behind"\} [1-9]/m);
      expect(metrics).toMatch(/^parley_replica_reads_total\{outcome="replica"\} [1-9]/m);
      expect(metrics).toMatch(/^parley_replica_behind_bytes [1-9]/m);
    });
  });

  it('return to the replica when it has caught up', async () => {
    await replicaServes();
    await onlyReplicaReads(1, () => page(ana));
  });

  it('are told by the doctor how far the replica is behind, and what it should not be', async () => {
    const doctor = async (DATABASE_READ_URL: string) =>
      (await runParley(world, ['doctor'], { environment: { DATABASE_READ_URL } })).out;
    expect(await doctor(postgres.atReplica(world.databaseUrl))).toMatch(/^ok +replica: it is \d+ bytes/m);
    expect(await doctor(world.databaseUrl)).toMatch(/^problem +replica: it takes writes/m);
    expect(await doctor(postgres.atReplica(postgres.primary.url))).toMatch(/^problem +replica: .* another database/m);
    expect(await doctor('postgres://a:b@127.0.0.1:1/c')).toMatch(/^problem +replica: it cannot be asked/m);
  });

  it('repeat at the primary what a conflict with the replay ends', async () => {
    await replicaServes();
    await world.sql('CREATE TABLE conflict AS SELECT 1 AS one');
    await replicaServes();
    const database = world.service(Database);
    const reads = world.service(ReplicaReads);
    const isReplica = async () => (await database.row<{ is: boolean }>('SELECT pg_is_in_recovery() AS is'))!.is;
    let servers: string[] = [];
    await until(async () => {
      servers = [];
      await reads.run(await actorOf(world, ana), async () => {
        if (!(await isReplica())) return servers.push('primary');
        servers.push('replica');
        const read = database.rows('SELECT pg_sleep(4) FROM conflict');
        await until(() => postgres.statements('replica', /pg_sleep/) > 0);
        await world.sql('DROP TABLE conflict');
        return read;
      });
      return servers[0] === 'replica';
    });
    expect(servers).toEqual(['replica', 'primary']);
  });

  it('answer every read while the replica ends and starts again', async () => {
    await replicaServes();
    let isOver = false;
    const readers = [0, 1, 0, 1].map(async (node) => {
      let reads = 0;
      while (!isOver) {
        expect(await newest(ana.at(node))).toBe('told of');
        reads++;
      }
      return reads;
    });
    await postgres.stopReplica();
    await until(() => refusalOf(0) === 'away' && refusalOf(1) === 'away');
    await postgres.startReplica();
    await until(() => refusalOf(0) === null && refusalOf(1) === null);
    isOver = true;
    for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(0);
  });

  it('answer while the replica stands still', async () => {
    await replicaServes();
    postgres.signalReplica('SIGSTOP');
    try {
      await until(async () => (await newest(ana.at(0))) === 'told of' && refusalOf(0) === 'away');
    } finally {
      postgres.signalReplica('SIGCONT');
    }
    await replicaServes();
  });

  it('leave a replica alone that was promoted', async () => {
    await replicaServes();
    await postgres.promote();
    await until(async () => {
      await ana.send(CHANNEL, 'food', 'after the promotion');
      expect(await newest(ana.at(1))).toBe('after the promotion');
      return refusalOf(1) === 'other';
    });
  });
});

interface Health {
  details: Record<string, unknown>;
}
