import { SharedSends } from '../../../libs/messaging/src/sending/shared-sends.service';
import { LockQueue } from '../../../libs/platform/src/database/transactions/lock-queue';
import { lock, lockStatements } from '../../../libs/platform/src/database/transactions/locks';
import { Client } from 'pg';
import { encode, Person } from '../../support/person';
import { statementsDuring } from '../../support/statements';
import { until } from '../../support/until';
import { World } from '../../support/world';

const SHARED_LOCKS = /^BEGIN ?;SELECT pg_try_advisory_xact_lock_shared/;

/** Sends that are under way together share a transaction (ADR 32). */
describe('sends that share a transaction', () => {
  let world: World;
  let people: Person[];
  let ana: Person;
  let holder: Client;
  beforeAll(async () => {
    world = await World.start({}, 1);
    await world.withoutWorkers();
    people = await Promise.all(
      ['ana', 'bob', 'cleo', 'dan', 'eve', 'fay', 'gil', 'hal'].map((name) => world.member(name)),
    );
    [ana] = people as [Person];
    for (const person of people) await person.subscribe(['busy', 'quiet']);
    for (const person of people) for (const channel of ['busy', 'quiet']) await person.send(channel, 't', 'begins');
    await world.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON message FOR EACH ROW WHEN (NEW.content LIKE 'poison%') EXECUTE FUNCTION refuse()`);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    holder = new Client({ connectionString: world.databaseUrl });
    holder.on('error', () => undefined);
    await holder.connect();
  });
  afterEach(() => holder.end());

  /** The status, also of answers that are in no contract. */
  const send = async (content: string, to = 'quiet', person = ana): Promise<number> => {
    const body = encode({ type: 'stream', to, topic: 't', content });
    const headers = { authorization: person.authorization };
    return (await fetch(`${world.url}/api/v1/messages`, { method: 'POST', body, headers })).status;
  };
  const sent = async (words: string) =>
    (
      await world.sql<{ content: string }>('SELECT content FROM message WHERE content LIKE $1 ORDER BY id', [
        `${words}%`,
      ])
    ).map(({ content }) => content);
  /** Writes of messages wait from here on. */
  const hold = () => holder.query('BEGIN; LOCK TABLE message IN SHARE MODE');
  const letGo = () => holder.query('COMMIT');
  /** Asked outside of the holder's transaction, in which the view of activities would stand still. */
  const writers = async () =>
    (
      await world.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO message%'
         AND datname = current_database() AND pid <> pg_backend_pid()`,
      )
    ).map(({ pid }) => pid);
  /** One that is alone, two shared transactions, and all the others, which wait for the next: those of five senders. */
  const crowd = async (contents: readonly string[]): Promise<Promise<number>[]> => {
    const sends: Promise<number>[] = [];
    for (const content of contents.slice(0, 3)) {
      sends.push(send(content, 'quiet', people[sends.length]));
      await until(async () => (await writers()).length === sends.length);
    }
    const others = people.slice(3);
    for (const content of contents.slice(3)) {
      sends.push(send(content, 'quiet', others[sends.length % others.length]));
      await waiting(sends.length - 3);
    }
    return sends;
  };
  const waiting = (count: number) => until(() => world.service(SharedSends).waiting === count);
  const named = (words: string, count: number) => Array.from({ length: count }, (_, at) => `${words} ${10 + at}`);

  it('have one lock statement, one load of topics, one of channels, one write and one commit', async () => {
    const contents = named('together', 13);
    const statements = await statementsDuring(async () => {
      await hold();
      const sends = await crowd(contents);
      await letGo();
      expect(await Promise.all(sends)).toEqual(contents.map(() => 200));
    });
    const count = (pattern: RegExp) => statements.filter(({ text }) => pattern.test(text)).length;
    expect(count(SHARED_LOCKS)).toBe(3);
    expect(count(/^SELECT asked.at, .* AS "isBegun", .* json_to_recordset/)).toBe(3);
    expect(count(/^WITH own AS MATERIALIZED .* json_to_recordset/)).toBe(3);
    expect(count(/^WITH written AS \(INSERT INTO message .* json_to_recordset/)).toBe(3);
    expect(count(/^WITH written AS \(INSERT INTO message/)).toBe(4);
    expect(await sent('together')).toEqual(contents);
  });

  it('of one user come one at a time while no other user waits, and leave a transaction free for others', async () => {
    const contents = named('much', 20);
    const statements = await statementsDuring(async () => {
      await hold();
      const sends = [send(contents[0]!)];
      await until(async () => (await writers()).length === 1);
      sends.push(send(contents[1]!));
      await until(async () => (await writers()).length === 2);
      for (const content of contents.slice(2)) {
        sends.push(send(content));
        await waiting(sends.length - 2);
      }
      sends.push(send('single', 'quiet', people[1]));
      await until(async () => (await writers()).length === 3);
      await letGo();
      expect(await Promise.all(sends)).toEqual([...contents, 'single'].map(() => 200));
    });
    // The first is alone, and the last, too.
    expect(statements.filter(({ text }) => SHARED_LOCKS.test(text))).toHaveLength(1 + 1 + 17);
    expect(await sent('much')).toEqual(contents);
  });

  it('share again after a lock for which many had to wait, although they never stop', async () => {
    const senders = 100;
    const quiet = await ana.channelId('quiet');
    await holder.query(`BEGIN${lockStatements([lock.channel(quiet)])}`);
    const sendOn = async (name: string, person: Person) => {
      for (let at = 0; at < 10; at++) expect(await send(`${name} ${at}`, 'quiet', person)).toBe(200);
    };
    const statements = await statementsDuring(async () => {
      const all = Array.from({ length: senders }, (_, at) => sendOn(`on ${10 + at}`, people[at % people.length]!));
      await until(() => world.service(LockQueue).length > senders / 2);
      await letGo();
      await Promise.all(all);
    });
    const lone = statements.filter(({ text }) => /^BEGIN ?;SELECT pg_advisory_xact_lock_shared/.test(text)).length;
    expect(await sent('on')).toHaveLength(senders * 10);
    expect(lone).toBeLessThan(senders * 2);
  });

  it('leave the others alone when PostgreSQL refuses one of them', async () => {
    const contents = [...named('healthy', 6), 'poison', ...named('well', 4)];
    await hold();
    const sends = await crowd(contents);
    await letGo();
    expect(await Promise.all(sends)).toEqual(contents.map((content) => (content === 'poison' ? 500 : 200)));
    expect([...(await sent('healthy')), ...(await sent('well')), ...(await sent('poison'))].sort()).toEqual(
      contents.filter((content) => content !== 'poison').sort(),
    );
  });

  it('are not tried again where the connection breaks, since they may have been sent', async () => {
    const contents = named('broken', 8);
    await hold();
    const sends = await crowd(contents);
    for (const pid of await writers()) await holder.query('SELECT pg_terminate_backend($1)', [pid]);
    expect(await Promise.all(sends.slice(0, 3))).toEqual([503, 503, 503]);
    await letGo();
    expect(await Promise.all(sends.slice(3))).toEqual(contents.slice(3).map(() => 200));
    expect(await sent('broken')).toEqual(contents.slice(3));
  });

  it('do not wait for the lock of a channel that another of them needs', async () => {
    const busyId = await ana.channelId('busy');
    await holder.query(`BEGIN${lockStatements([lock.channel(busyId)])}`);
    const held = named('held', 5).map((content) => send(content, 'busy'));
    const free = named('free', 20).map((content) => send(content));
    expect(await Promise.all(free)).toEqual(free.map(() => 200));
    expect(await sent('held')).toEqual([]);
    await letGo();
    expect(await Promise.all(held)).toEqual(held.map(() => 200));
  });
});
