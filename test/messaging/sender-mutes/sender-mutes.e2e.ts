import { Client } from 'pg';
import { lock, Lock, lockStatements } from '../../../libs/platform/src/database/transactions/locks';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

describe('a message that is being sent when its sender is muted', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let channelId: number;
  let queue: EventQueue;
  let holders: Client[];

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    await ben.subscribe('news', { principals: [ana.id, ben.id] });
    [{ id: channelId }] = await world.sql<{ id: number }>(`SELECT id::int FROM channel WHERE name = 'news'`);
    await world.withoutWorkers();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    holders = [];
    queue = await ana.register({ include_subscribers: true });
  });
  afterEach(async () => {
    for (const holder of holders) await holder.end();
    await ana.delete(`users/me/muted_users/${ben.id}`);
  });

  const send = () => ben.send('news', 'talk', 'hello');
  const mute = () => ana.ok('POST', `users/me/muted_users/${ben.id}`);
  const unmute = () => ana.ok('DELETE', `users/me/muted_users/${ben.id}`);
  /** Returns the function that releases the lock. */
  async function hold(statements: string): Promise<() => Promise<unknown>> {
    const holder = new Client({ connectionString: world.databaseUrl });
    holders.push(holder);
    await holder.connect();
    await holder.query(`BEGIN;${statements}`);
    return () => holder.query('COMMIT');
  }
  const holdLock = (one: Lock) => hold(lockStatements([one]).slice(1));
  const holdTable = (table: string) => hold(`LOCK TABLE ${table} IN SHARE MODE`);
  const untilWaiting = (type: 'advisory' | 'relation') =>
    until(async () => {
      const waiting = await world.sql(
        `SELECT FROM pg_locks WHERE locktype = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [type],
      );
      return waiting.length > 0;
    });
  const isRead = async (id: number) => {
    const { messages } = await ana.ok('GET', 'messages', { anchor: id, num_before: 0, num_after: 0 });
    return (messages as { flags: string[] }[])[0].flags.includes('read');
  };
  const flagsTold = async () => (await queue.until(({ type }) => type === 'message')).flags;

  it('is read in the event, if the sender has waited for a lock meanwhile', async () => {
    const letGo = await holdLock(lock.channel(channelId as never));
    const sent = send();
    await untilWaiting('advisory');
    await mute();
    await letGo();
    expect(await isRead(await sent)).toBe(true);
    expect(await flagsTold()).toEqual(['read']);
    await expectFreshSnapshot(queue);
  });

  it('is unread in the event, if the mute has ended while the sender waited', async () => {
    await mute();
    const letGo = await holdLock(lock.channel(channelId as never));
    const sent = send();
    await untilWaiting('advisory');
    await unmute();
    await letGo();
    expect(await isRead(await sent)).toBe(false);
    expect(await flagsTold()).toEqual([]);
    await expectFreshSnapshot(queue);
  });

  it('is read in the event, if the mute commits before the message, which began earlier', async () => {
    const letGo = await holdTable('message');
    const sent = send();
    await untilWaiting('relation');
    await mute();
    await letGo();
    expect(await isRead(await sent)).toBe(true);
    expect(await flagsTold()).toEqual(['read']);
    await expectFreshSnapshot(queue);
  });

  it('becomes read, if its event precedes the commit of a mute that did not see it', async () => {
    const letGoOfMute = await holdTable('sender_mute');
    const letGoOfMessage = await holdTable('message');
    const sent = send();
    await untilWaiting('relation');
    const muted = mute();
    await until(async () => (await world.sql(WAITING_FOR_MUTES)).length > 0);
    await letGoOfMessage();
    const id = await sent;
    expect(await flagsTold()).toEqual([]);
    await letGoOfMute();
    await muted;
    expect(await isRead(id)).toBe(true);
    await queue.until(({ type, messages }) => type === 'update_message_flags' && (messages as number[]).includes(id));
    await expectFreshSnapshot(queue);
  });

  it('is not named by the event of the mute, if it was sent later and before the client asked', async () => {
    await send();
    await mute();
    const later = await send();
    const told = await queue.until(
      ({ type, message }) => type === 'message' && (message as { id: number }).id === later,
    );
    expect(told.flags).toEqual(['read']);
    const named = queue.seen.flatMap(({ type, messages }) => (type === 'update_message_flags' ? messages : []));
    expect(named).not.toContain(later);
    await expectFreshSnapshot(queue);
  });
});

const WAITING_FOR_MUTES = `SELECT FROM pg_locks WHERE relation = 'sender_mute'::regclass AND NOT granted`;
