import { LockQueue } from '@app/platform';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { lock, Lock, lockStatements } from '../../../libs/platform/src/database/transactions/locks';
import { ChannelAudienceIndex } from '../../../libs/channels/src/memberships/channel-audience.index';
import { poolOf } from '../../../libs/platform/src/database/connections/pool-of';
import type { Body, Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const SENDS = 200;
const POOL = 20;

describe('While a lock is held', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let busyId: number;
  let holder: Client;
  beforeAll(async () => {
    world = await World.start({ PARLEY_DATABASE_PATIENCE: '1' }, 1);
    ana = await world.member('ana');
    bo = await world.member('bo');
    await ana.subscribe(['busy', 'quiet'], { principals: [ana.id, bo.id] });
    busyId = (await world.sql<{ id: number }>("SELECT id::int FROM channel WHERE name = 'busy'"))[0].id;
    await world.withoutWorkers();
    // A machine that is busy with other tests may take longer than a request would wait.
    Object.assign(line().limits, { patienceMs: 60_000 });
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    holder = new Client({ connectionString: world.databaseUrl });
    await holder.connect();
  });
  afterEach(() => holder.end());

  const hold = (...held: Lock[]) => holder.query(`BEGIN${lockStatements(held)}`);
  const letGo = () => holder.query('COMMIT');
  /** Bypasses the contract check of the world, since refusals under load are in no contract. Returns the status. */
  const send = async (to: string, content: string): Promise<number> => {
    const body = new URLSearchParams({ type: 'stream', to, topic: 'talk', content });
    const headers = { authorization: bo.authorization };
    const response = await fetch(`${world.url}/api/v1/messages`, { method: 'POST', body, headers });
    const answer = (await response.json()) as Body;
    if (response.status === 503) {
      expect(answer).toMatchObject({ result: 'error', code: 'SERVER_NOT_READY' });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    return response.status;
  };
  const sent = async (words: string) =>
    (await world.sql('SELECT FROM message WHERE content LIKE $1', [`${words}%`])).length;
  const line = () => world.service(LockQueue);
  const pool = () => poolOf(world.server.app.get<DataSource>(getDataSourceToken()));
  /** Connections of this world that wait for an advisory lock. */
  const waiting = async () =>
    (
      await holder.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
    ).rowCount!;

  it('200 waiting sends take a few connections, and all other requests succeed', async () => {
    const queue = await ana.register({ event_types: ['message'] });
    await hold(lock.channel(busyId));
    const sends = Array.from({ length: SENDS }, (_, at) => send('busy', `waits ${at}`));
    await until(() => line().length + line().waitingInDatabase === SENDS);
    for (let round = 0; round < 3; round++) {
      const [me, elsewhere, ready, figures] = await Promise.all([
        ana.get('users/me'),
        send('quiet', `round ${round}`),
        fetch(`${world.url}/health/ready`),
        fetch(`${world.url}/metrics`),
      ]);
      expect([me.status, elsewhere, ready.status, figures.status]).toEqual([200, 200, 200, 200]);
      await queue.until((event) => (event.message as { content: string }).content.includes(`round ${round}`));
    }
    expect(await sent('waits')).toBe(0);
    expect(await waiting()).toBeLessThanOrEqual(3);
    expect(pool().totalCount - pool().idleCount).toBeLessThan(POOL / 2);
    await letGo();
    const answers = await Promise.all(sends);
    // On a very busy machine PostgreSQL ends the wait of those few.
    expect(answers.filter((status) => status !== 503)).toEqual(Array(await sent('waits')).fill(200));
  });

  it('any number of sends share it, once it is free', async () => {
    await hold(lock.channelShared(busyId));
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => send('busy', `shared ${at}`)));
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  it('several locks leave connections to other requests', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `held ${at}`);
    await ana.subscribe(names, { principals: [ana.id, bo.id] });
    const ids = await world.sql<{ id: number }>("SELECT id::int FROM channel WHERE name LIKE 'held %'");
    await hold(...ids.map(({ id }) => lock.channel(id)));
    const sends = names.flatMap((name) => Array.from({ length: 20 }, (_, at) => send(name, `wait ${at}`)));
    await until(() => line().length + line().waitingInDatabase === sends.length);
    const me = ana.get('users/me');
    expect([(await me).status, await send('quiet', 'elsewhere')]).toEqual([200, 200]);
    expect(await waiting()).toBeLessThanOrEqual(POOL * 0.8);
    await letGo();
    const answers = await Promise.all(sends);
    expect(answers.filter((status) => status !== 503)).toEqual(Array(await sent('wait ')).fill(200));
  });

  it('requests that waited too long are refused with a retry, and store nothing', async () => {
    Object.assign(line().limits, { patienceMs: 4_000 });
    await hold(lock.channel(busyId));
    const sends = Array.from({ length: 8 }, (_, at) => send('busy', `in vain ${at}`));
    expect(new Set(await Promise.all(sends))).toEqual(new Set([503]));
    await letGo();
    expect([await sent('in vain'), await send('busy', 'at last')]).toEqual([0, 200]);
  });

  it('a table lock that takes all connections turns readiness off, and logins succeed', async () => {
    // Pages of one user are limited to a few at a time.
    const readers = await Promise.all(Array.from({ length: POOL }, (_, at) => world.member(`reader${at}`)));
    await holder.query('BEGIN; LOCK TABLE message IN ACCESS EXCLUSIVE MODE');
    const narrow = JSON.stringify([{ operator: 'channel', operand: 'busy' }]);
    const page = (reader: Person) => reader.get('messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    const pages = [...readers, ...readers].map(page);
    await until(() => pool().waitingCount >= POOL);
    const statusOf = async (path: string) => (await fetch(`${world.url}${path}`)).status;
    await until(async () => (await statusOf('/health/ready')) === 503);
    // What a refused request needs is read on the reserved connections.
    const anonymous = await world.request('GET', 'users/me', {}, `Basic ${btoa(`${ana.email}:${'x'.repeat(32)}`)}`);
    expect([anonymous.status, await statusOf('/metrics'), await statusOf('/health/live')]).toEqual([401, 200, 200]);
    await letGo();
    expect((await Promise.all(pages)).filter(({ status }) => status !== 200)).toEqual([]);
    await until(async () => (await statusOf('/health/ready')) === 200);
  });

  it('requests that take all connections do not delay events whose audience must be read', async () => {
    await ana.subscribe('unseen', { principals: [ana.id] });
    const id = await ana.channelId('unseen');
    const client_capabilities = { notification_settings_null: true, stream_typing_notifications: true };
    const queue = await ana.register({ event_types: ['typing'], client_capabilities });
    await queue.poll({ dont_block: true });
    Object.assign(world.service(ChannelAudienceIndex), { channels: new Map(), total: 0 });
    const taken = await Promise.all(Array.from({ length: POOL }, () => pool().connect()));
    const sender = { id: ana.id, email: ana.email };
    const payload = { operation: 'start', sender, channelId: id, topic: 'beside requests', emptyTopicName: 'none' };
    await holder.query(
      `INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)
       SELECT 0, $1, 'typing_channel', jsonb_build_object('to', 'rule', 'rule', 'channel', 'of',
         jsonb_build_object('id', $2::bigint, 'position', last_value + 1, 'isPublic', false)), $3
       FROM message_id_seq`,
      [world.organizationId, id, JSON.stringify(payload)],
    );
    await queue.until(({ topic }) => topic === 'beside requests');
    expect(pool().idleCount).toBe(0);
    for (const connection of taken) connection.release();
  });
});
