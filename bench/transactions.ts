import { Client } from 'pg';
import { addUsers, Bench, BenchUser, call, report, startBench } from './support';
import { TransactionTrace } from './transaction-trace';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 10_000);
const MESSAGES = 5 * PEOPLE;
/** A loop without a pause would take one of the two processors from the measurement. */
const LOOK_EVERY_MS = 2;
/** Half of them are private. */
const MANY_CHANNELS = 1_000;
const ONLY = process.env.BENCH_ONLY?.split(',');
/** Prints the time of each longest transaction by statement. */
const TRACES = process.env.BENCH_TRACE === 'on';

/** The longest time for which one transaction held back the event log, as another connection sees it. */
class Watch {
  private readonly since = new Map<string, number>();
  private isOver = false;
  longestMs = 0;

  private constructor(private readonly client: Client) {}

  static async start(url: string): Promise<Watch> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return new Watch(client);
  }

  async run(): Promise<void> {
    while (!this.isOver) {
      const { rows } = await this.client.query<{ xid: string }>(
        'SELECT backend_xid::text AS xid FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND datname = current_database()',
      );
      const now = performance.now();
      for (const { xid } of rows) {
        const began = this.since.get(xid) ?? now;
        this.since.set(xid, began);
        this.longestMs = Math.max(this.longestMs, now - began);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async stop(work: Promise<void>): Promise<void> {
    this.isOver = true;
    await work;
    await this.client.end();
  }
}

interface Case {
  name: string;
  prepare: () => Promise<unknown>;
  work: () => Promise<unknown>;
  /** The deferred work after the answer; resolves when it has ended. */
  end?: () => Promise<unknown>;
}

/** For how long large operations hold back events: each in the sizes that issue reports gave. */
async function main(): Promise<void> {
  const bench = await startBench({ PARLEY_SMTP_URL: 'smtp://127.0.0.1:1', PARLEY_MAIL_FROM: 'a@bench.example' });
  try {
    const [owner, reader, leaver, joiner, ...others] = await addUsers(bench, PEOPLE + 4);
    await bench.database.query('UPDATE user_account SET role = 100 WHERE id = $1', [owner.id]);
    await bench.database.query('VACUUM ANALYZE');
    const rows: Record<string, string | number>[] = [];
    for (const { name, prepare, work, end } of cases(bench, { owner, reader, leaver, joiner }, others)) {
      if (ONLY && !ONLY.some((one) => name.includes(one))) continue;
      await prepare();
      await bench.database.query('ANALYZE');
      const trace = TRACES ? await TransactionTrace.start(bench) : null;
      const watch = await Watch.start(bench.databaseUrl);
      const watching = watch.run();
      const began = performance.now();
      const outcome = await work().then(() => '', String);
      const answered = performance.now() - began;
      await end?.();
      await watch.stop(watching);
      rows.push({
        what: name,
        'longest transaction, ms': Math.round(watch.longestMs),
        'answered, ms': Math.round(answered),
        '': outcome,
      });
      console.log(rows[rows.length - 1]);
      if (trace) console.log((await trace.longest()).join('\n'));
    }
    if (!ONLY && !TRACES) report('transactions', `The longest transaction of large operations, ${PEOPLE} people`, rows);
  } finally {
    await bench.stop();
  }
}

type Named = Readonly<Record<'owner' | 'reader' | 'leaver' | 'joiner', BenchUser>>;

function cases(bench: Bench, { owner, reader, leaver, joiner }: Named, others: BenchUser[]): Case[] {
  const { database } = bench;
  const ids = others.map(({ id }) => id);
  const sql = (text: string, values: unknown[] = []) => database.query(text, values);
  const nothing = async () => undefined;
  const quiet = { send_new_subscription_messages: false };
  const subscribe = (names: string[], principals: number[]) =>
    call(bench, owner, 'POST', 'users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
      principals,
      ...quiet,
    });
  const idOf = async (name: string) =>
    (await call<{ stream_id: number }>(bench, owner, 'GET', 'get_stream_id', { stream: name })).stream_id;
  const fill = async (name: string, count: number) => {
    await subscribe([name], [reader.id, leaver.id]);
    const channel = await idOf(name);
    await sql(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version,
         client, sent_at)
       SELECT nextval('message_id_seq'), (SELECT min(id) FROM organization), $1, 't', $2 , 'x', '<p>x</p>', 1000, 'b', now()
       FROM generate_series(1, $3)`,
      [channel, owner.id, count],
    );
    return channel;
  };
  const mark = (user: BenchUser, channel: number, count: number) =>
    sql(
      `INSERT INTO message_flag (user_id, message_id, flags)
       SELECT $1, id, 128 FROM (SELECT id FROM message WHERE channel_id = $2 ORDER BY id LIMIT $3) m
       ON CONFLICT (user_id, message_id) DO NOTHING`,
      [user.id, channel, count],
    );
  const settled = (text: string) => async () => {
    while ((await sql(text)).rows[0].waits) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const half = ids.slice(0, PEOPLE / 2);
  const tenChannels = Array.from({ length: 10 }, (_, at) => `many ${at}`);
  let big: number;
  return [
    {
      name: 'mark all as read',
      prepare: async () => mark(reader, await fill('first', MESSAGES), MESSAGES * 0.8),
      work: () => call(bench, reader, 'POST', 'mark_all_as_read'),
    },
    {
      name: 'mark a channel as read',
      prepare: async () => void (big = await fill('second', MESSAGES)),
      work: () => call(bench, reader, 'POST', 'mark_stream_as_read', { stream_id: big }),
    },
    {
      name: 'subscribe to a channel',
      prepare: nothing,
      work: () => subscribe(['all'], [owner.id, ...ids]),
    },
    {
      name: 'subscribe to 10 channels',
      prepare: () => subscribe(tenChannels, [owner.id]),
      work: () => subscribe(tenChannels, half),
    },
    {
      name: '@**all** with mail',
      prepare: async () => {
        await call(bench, owner, 'PATCH', 'realm', { can_mention_many_users_group: { new: 12 } }).catch(nothing);
        return sql('UPDATE user_account SET settings = settings').catch(nothing);
      },
      work: async () =>
        call(bench, owner, 'POST', 'messages', {
          type: 'stream',
          to: await idOf('all'),
          topic: 'loud',
          content: '@**all**',
        }),
      end: settled('SELECT upto < (SELECT max(id) FROM message) AS waits FROM missed_message_cursor'),
    },
    {
      name: '@**topic**',
      prepare: async () =>
        sql(
          `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
             renderer_version, client, sent_at)
           SELECT nextval('message_id_seq'), (SELECT min(id) FROM organization), $1, 'busy', s, 'x', '<p>x</p>', 1000, 'b', now()
           FROM unnest($2::bigint[]) AS s`,
          [await idOf('all'), ids],
        ),
      work: async () =>
        call(bench, owner, 'POST', 'messages', {
          type: 'stream',
          to: await idOf('all'),
          topic: 'busy',
          content: '@**topic**',
        }),
    },
    {
      name: 'unsubscribe from 10 channels',
      prepare: nothing,
      work: () =>
        call(bench, owner, 'DELETE', 'users/me/subscriptions', { subscriptions: tenChannels, principals: half }),
    },
    {
      name: 'unsubscribe, much unread',
      prepare: async () => {
        await fill('unread', 2_000);
        await subscribe(['unread'], half);
        await sql(`UPDATE subscription_period SET from_position = 0 WHERE channel_id = $1`, [await idOf('unread')]);
      },
      work: () =>
        call(bench, owner, 'DELETE', 'users/me/subscriptions', {
          subscriptions: ['unread'],
          principals: half.slice(0, 1_000),
        }),
    },
    {
      name: 'group members',
      prepare: () => call(bench, owner, 'POST', 'user_groups/create', { name: 'crowd', description: '', members: [] }),
      work: async () => {
        const { user_groups: groups } = await call<{ user_groups: { id: number; name: string }[] }>(
          bench,
          owner,
          'GET',
          'user_groups',
        );
        const { id } = groups.find(({ name }) => name === 'crowd')!;
        return call(bench, owner, 'POST', `user_groups/${id}/members`, { add: ids });
      },
    },
    {
      name: 'profile field',
      prepare: async () => {
        const { id } = await call<{ id: number }>(bench, owner, 'POST', 'realm/profile_fields', {
          name: 'Town',
          field_type: 1,
        });
        big = id;
        await sql(
          `INSERT INTO profile_value (user_id, field_id, organization_id, value) SELECT u, $1, (SELECT min(id) FROM organization), 'x' FROM unnest($2::bigint[]) u`,
          [id, ids],
        );
      },
      work: () => call(bench, owner, 'DELETE', `realm/profile_fields/${big}`),
    },
    {
      name: 'archive a channel',
      prepare: nothing,
      work: async () => call(bench, owner, 'DELETE', `streams/${await idOf('all')}`),
    },
    {
      name: 'deactivate a user with bots',
      prepare: () =>
        sql(
          `WITH made AS (
             INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role, is_bot, bot_type, bot_owner_id)
             SELECT (SELECT min(id) FROM organization), 'bot' || n || '@bench.example', 'bot' || n || '@bench.example', 3,
               'Bot ' || n, 400, true, 1, $1 FROM generate_series(1, 300) n RETURNING id)
           INSERT INTO bot (user_id, organization_id) SELECT id, (SELECT min(id) FROM organization) FROM made`,
          [leaver.id],
        ),
      work: () => call(bench, owner, 'DELETE', `users/${leaver.id}`),
    },
    {
      name: 'deactivate a user in 1,000 channels',
      prepare: async () => {
        for (let at = 0; at < MANY_CHANNELS; at += 50) {
          const names = Array.from({ length: 50 }, (_, i) => `wide ${at + i}`);
          await call(bench, owner, 'POST', 'users/me/subscriptions', {
            subscriptions: names.map((name) => ({ name })),
            principals: [owner.id, joiner.id],
            invite_only: at % 100 === 0,
            ...quiet,
          });
        }
      },
      work: () => call(bench, owner, 'DELETE', `users/${joiner.id}`),
    },
    {
      name: 'reactivate a user in 1,000 channels',
      prepare: nothing,
      work: () => call(bench, owner, 'POST', `users/${joiner.id}/reactivate`),
    },
    {
      name: 'a guest becomes a member',
      prepare: () => sql('UPDATE user_account SET role = 600 WHERE id = $1', [reader.id]),
      work: () => call(bench, owner, 'PATCH', `users/${reader.id}`, { role: 400 }),
    },
    {
      name: 'deactivate the organization',
      prepare: nothing,
      work: () => call(bench, owner, 'POST', 'realm/deactivate'),
    },
  ];
}

void main();
