import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Person } from '../../support/person';
import { freePort } from '../../support/ports';
import { ROOT, ServerProcess } from '../../support/server-process';
import { World } from '../../support/world';

const MAIN = join(ROOT, 'dist/apps/server/src/main.js');
const CLI = join(ROOT, 'dist/apps/server/src/cli.js');
/** Transaction ids order the log only in the PostgreSQL that assigned them (ADR 1, "Epoch"). */
describe('a database that was restored elsewhere', () => {
  let world: World;
  let bo: Person;
  const nodes: ServerProcess[] = [];
  beforeAll(async () => {
    world = await World.start();
    bo = await world.member('bo');
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });
  afterAll(() => world.stop());

  const environment = () => ({
    DATABASE_URL: world.databaseUrl,
    PARLEY_DATA_DIR: world.directory,
    PARLEY_BASE_URL: world.url,
    npm_lifecycle_event: '',
  });
  const startNode = async () => {
    const node = ServerProcess.run(await freePort(), world.directory, environment(), [process.execPath, MAIN]);
    nodes.push(node);
    return node.ready();
  };
  const ask = async (node: ServerProcess, method: string, path: string) => {
    const headers = { authorization: bo.authorization };
    return (await fetch(`${node.url}/api/v1/${path}`, { method, headers })).json() as Promise<Record<string, unknown>>;
  };
  const doctor = async () => {
    const env = { ...process.env, ...environment() };
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'doctor'], {
      env,
    }).catch((failed: { stdout: string }) => failed);
    return /^.*\bevents: .*$/m.exec(stdout)?.[0];
  };
  const entries = async () =>
    (await world.sql<{ count: number }>('SELECT count(*)::int AS count FROM event_log'))[0].count;

  it.each([
    ['another PostgreSQL', "UPDATE epoch SET system_identifier = '1'"],
    ['an older state of it', 'UPDATE epoch SET xid = (xid::text::bigint + 1000000)::text::xid8'],
  ])('clears log and queues when it is started in %s, and clients register again', async (_, restore) => {
    const queue = await bo.register({ event_types: ['message'] });
    expect(await entries()).toBeGreaterThan(0);
    await world.sql(restore);
    expect(await doctor()).toMatch(/^warning .*this is another PostgreSQL, or an older state of it/);

    const node = await startNode();
    expect(node.output).toMatch(/this is another PostgreSQL, or an older state of it: event queues start anew/);
    expect(await world.sql('SELECT 1 FROM event_queue')).toEqual([]);
    expect(await ask(node, 'GET', `events?queue_id=${queue.id}&last_event_id=-1`)).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id: queue.id,
    });

    const { queue_id } = await ask(node, 'POST', 'register?event_types=["message"]');
    const waiting = ask(node, 'GET', `events?queue_id=${queue_id as string}&last_event_id=-1`);
    const id = await world.owner.sendTo([bo], 'hello again');
    expect(await waiting).toMatchObject({ events: [{ type: 'message', message: { id } }] });
  });

  it('keeps log and queues without a change', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const id = await world.owner.sendTo([bo], 'kept');
    const node = await startNode();
    expect(node.output).not.toMatch(/start anew/);
    expect(await doctor()).toMatch(/^ok .*written by this PostgreSQL/);
    expect(await ask(node, 'GET', `events?queue_id=${queue.id}&last_event_id=-1`)).toMatchObject({
      events: [{ message: { id } }],
    });
  });

  it('is detected by a running node, which ends the queues and its process', async () => {
    const node = await startNode();
    const queue = await bo.register({ event_types: ['message'] });
    const poll = `events?queue_id=${queue.id}&last_event_id=-1`;
    const id = await world.owner.sendTo([bo], 'lost with the last seconds');
    expect(await ask(node, 'GET', poll)).toMatchObject({ events: [{ message: { id } }] });
    // The rows that a replica misses when it was some transactions behind at its promotion.
    await world.sql('DELETE FROM event_log WHERE xid = (SELECT max(xid) FROM event_log)');
    await world.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parley-tail'");

    expect(await node.exited).toBe(1);
    expect(node.output).toMatch(/an older state of it: event queues end, and this process starts anew/);
    const again = await startNode();
    expect(await ask(again, 'GET', poll)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  });
});
