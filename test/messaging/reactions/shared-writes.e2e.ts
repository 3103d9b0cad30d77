import fc from 'fast-check';
import { Client } from 'pg';
import { SharedTransactions } from '../../../libs/platform/src/database/transactions/shared-transactions';
import type { EventQueue } from '../../support/event-queue';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const RUNS = Number(process.env.PARLEY_PROPERTY_RUNS ?? 10);
const SEED = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_124);

const THINGS = ['heart', 'tada', 'starred', 'read', 'collapsed'] as const;
const CROWD = 9;

interface Wanted {
  readonly person: number;
  readonly message: number;
  readonly thing: (typeof THINGS)[number];
  readonly isAdded: boolean;
  /** The same request twice. */
  readonly isTwice: boolean;
}

type Request = () => Promise<ApiResponse>;

/** Reactions and changes of flags that are under way together share a transaction (ADR 32). */
describe('reactions and flags that share a transaction', () => {
  let world: World;
  let people: Person[];
  let queues: EventQueue[];
  let run = 0;
  beforeAll(async () => {
    world = await World.start({}, 1);
    await world.withoutWorkers();
    const { owner } = world;
    people = [owner, await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    await owner.subscribe('open', { principals: people.map(({ id }) => id) });
    await people[1].subscribe('hidden', { invite_only: true });
    queues = await Promise.all(
      people.map((person) => person.register({ event_types: ['reaction', 'update_message_flags'] })),
    );
  });
  afterAll(() => world.stop());

  /** Reactions with `heart` and stars of Ana are there before. */
  const messages = async (): Promise<number[]> => {
    const ids = [
      await people[0].send('open', 't', 'one'),
      await people[2].send('open', 't', 'two'),
      await people[1].send('hidden', 't', 'three'),
      await people[1].sendTo([people[2]], 'four'),
    ];
    for (const id of ids) await people[1].ok('POST', `messages/${id}/reactions`, { emoji_name: 'heart' });
    await people[1].ok('POST', 'messages/flags', { messages: ids, op: 'add', flag: 'starred' });
    await Promise.all(queues.map((queue) => queue.drain()));
    return ids;
  };

  const requestOf = ({ person: at, message, thing, isAdded }: Wanted, ids: readonly number[]): Request => {
    const [person, id] = [people[at], ids[message]];
    if (thing === 'heart' || thing === 'tada') {
      const parameters = { emoji_name: thing };
      const path = `messages/${id}/reactions`;
      return () => (isAdded ? person.post(path, parameters) : person.delete(path, parameters));
    }
    const parameters: Parameters = { messages: [id], op: isAdded ? 'add' : 'remove', flag: thing };
    return () => person.post('messages/flags', parameters);
  };

  /** Text in which messages are named by their place among the ids. */
  const plain = (value: unknown, ids: readonly number[]): string =>
    ids.reduce(
      (text, id, at) => text.replaceAll(new RegExp(`(?<!\\d)${id}(?!\\d)`, 'g'), `#${at}`),
      JSON.stringify(value),
    );

  const outcome = async (ids: readonly number[], answers: readonly ApiResponse[]) => {
    const rows = await world.sql(
      `SELECT message_id::int AS message, user_id::int AS user, emoji_code AS code, emoji_name AS name FROM reaction
       WHERE message_id = ANY ($1::bigint[]) ORDER BY message_id, user_id, emoji_code`,
      [ids],
    );
    const flags = await world.sql(
      `SELECT message_id::int AS message, user_id::int AS user, flags FROM message_flag
       WHERE message_id = ANY ($1::bigint[]) ORDER BY message_id, user_id`,
      [ids],
    );
    const seen = [];
    for (const person of people) {
      for (const id of ids) {
        const { status, body } = await person.get(`messages/${id}`);
        const { flags: held } = (body.message ?? {}) as { flags?: string[] };
        seen.push({ status, flags: held && [...held].sort() });
      }
    }
    const events = await Promise.all(
      queues.map(async (queue) => (await queue.drain()).map(({ id: _, ...event }) => plain(event, ids)).sort()),
    );
    return {
      answers: answers.map(({ status, body }) => plain({ status, body }, ids)),
      rows: plain(rows, ids),
      flags: plain(flags, ids),
      seen,
      events,
    };
  };

  /** Transactions that many share try for the locks of users. */
  const shared = async (work: () => Promise<void>): Promise<number> => {
    let count = 0;
    const query = Client.prototype.query as (...args: never[]) => unknown;
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      if (typeof args[0] === 'string' && /^BEGIN.*pg_try_advisory_xact_lock\(k\)/.test(args[0])) count++;
      return query.apply(this, args as never);
    } as never);
    try {
      await work();
    } finally {
      spy.mockRestore();
    }
    return count;
  };

  it('have the same outcome as one by one', async () => {
    const wanted: fc.Arbitrary<Wanted[]> = fc.uniqueArray(
      fc.record({
        person: fc.nat({ max: 3 }),
        message: fc.nat({ max: 3 }),
        thing: fc.constantFrom(...THINGS),
        isAdded: fc.boolean(),
        isTwice: fc.boolean(),
      }),
      { minLength: 3, maxLength: 16, selector: ({ person, message, thing }) => `${person} ${message} ${thing}` },
    );
    const count = await shared(() =>
      fc.assert(
        fc.asyncProperty(wanted, async (all) => {
          run++;
          const requestsFor = (ids: readonly number[]): Request[] =>
            all.flatMap((one) => Array<Request>(one.isTwice ? 2 : 1).fill(requestOf(one, ids)));
          const ids = await messages();
          const atOnce = await outcome(ids, inOrder(all, await Promise.all(requestsFor(ids).map((ask) => ask()))));
          const others = await messages();
          const answers: ApiResponse[] = [];
          for (const ask of requestsFor(others)) answers.push(await ask());
          expect(atOnce).toEqual(await outcome(others, inOrder(all, answers)));
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      ),
    );
    expect(count).toBeGreaterThan(0);
    expect(run).toBeGreaterThan(0);
  });

  it('leave the others alone when PostgreSQL refuses one of them', async () => {
    const crowd = await Promise.all(Array.from({ length: CROWD }, (_, at) => world.member(`crowd${at}`)));
    await world.owner.subscribe('open', { principals: crowd.map(({ id }) => id) });
    const ids: number[] = [];
    for (const person of crowd) ids.push(await person.send('open', 't', 'mine'));
    const refused = crowd[CROWD - 2];
    await world.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON reaction FOR EACH ROW WHEN (NEW.user_id = ${refused.id}) EXECUTE FUNCTION refuse()`);
    const holder = new Client({ connectionString: world.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE reaction IN SHARE MODE');
      const react = async (at: number): Promise<number> => {
        const body = new URLSearchParams({ emoji_name: 'heart' });
        const headers = { authorization: crowd[at].authorization };
        return (await fetch(`${world.url}/api/v1/messages/${ids[at]}/reactions`, { method: 'POST', body, headers }))
          .status;
      };
      const writing = async () =>
        (
          await world.sql(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO reaction%'
             AND datname = current_database() AND pid <> pg_backend_pid()`,
          )
        ).length;
      const reactions: Promise<number>[] = [];
      for (let at = 0; at < CROWD; at++) {
        reactions.push(react(at));
        // One that is alone, two shared transactions, and all the others, which wait for the next.
        if (at < 3) await until(async () => (await writing()) === at + 1);
        else await until(() => world.service(SharedTransactions).waiting === at - 2);
      }
      await holder.query('COMMIT');
      const statuses = await Promise.all(reactions);
      expect(statuses).toEqual(crowd.map((person) => (person === refused ? 500 : 200)));
      const rows = await world.sql<{ id: number }>(
        'SELECT user_id::int AS id FROM reaction WHERE message_id = ANY ($1::bigint[]) ORDER BY message_id',
        [ids],
      );
      expect(rows.map(({ id }) => id)).toEqual(crowd.filter((person) => person !== refused).map(({ id }) => id));
    } finally {
      await holder.end();
    }
  });
});

/** Of two that are the same, either may come first. */
function inOrder(all: readonly Wanted[], answers: readonly ApiResponse[]): ApiResponse[] {
  const left = [...answers];
  const textOf = ({ status, body }: ApiResponse) => JSON.stringify([status, body]);
  return all.flatMap(({ isTwice }) =>
    left.splice(0, isTwice ? 2 : 1).sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1)),
  );
}
