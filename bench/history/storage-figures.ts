import type { Row } from './database-time';
import type { BenchOrganization } from '../organization/open';
import { COMPANY } from '../organization/plan';

const MB = 1_000_000;

/** Bytes of tables with their indexes: for the whole organization, and for one of its users. */
export async function storage({ bench }: BenchOrganization): Promise<Row[]> {
  const bytes = async (tables: readonly string[]): Promise<number> => {
    const text = 'SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM unnest($1::text[]) AS name';
    return Number((await bench.database.query<{ bytes: string }>(text, [tables])).rows[0].bytes);
  };
  const { rows } = await bench.database.query<{ received: string }>(
    `SELECT sum((SELECT count(*) FROM message m WHERE m.channel_id = c.id)::bigint * c.subscriber_count) AS received FROM channel c`,
  );
  const received = Number(rows[0].received);
  const row = (what: string, size: number): Row => ({
    what,
    MB: (size / MB).toFixed(1),
    'kB for each user': (size / COMPANY.users / 1_000).toFixed(1),
  });
  const [table] = (await bench.database.query<{ text: string }>("SELECT pg_table_size('message') AS text")).rows;
  return [
    row('messages, without their indexes', Number(table.text)),
    row('messages, with their indexes', await bytes(['message'])),
    row('words of messages (search)', await bytes(['message_search'])),
    row('reactions', await bytes(['reaction'])),
    row('moves', await bytes(['channel_move', 'move_hop'])),
    row('subscriptions and their periods', await bytes(['subscription', 'subscription_period'])),
    row('read state: floors, blocks', await bytes(['user_read_state', 'read_block', 'scan_hint'])),
    row('flags: mentions, stars, alert words, marks', await bytes(['message_flag'])),
    row(`a row for each of ${(received / MB).toFixed(0)} million recipients, 121 bytes each, instead`, received * 121),
  ];
}
