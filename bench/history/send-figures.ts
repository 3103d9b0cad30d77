import { Pool } from 'pg';
import { addUsers, Bench, BenchUser, call, median, rate } from '../support';
import type { Row } from './database-time';
import type { BenchOrganization } from '../organization/open';
import { classicSend } from './recipient-rows';

const SIZES = [10, 100, 1_000, 10_000];
const ROUNDS = 3;
const SECONDS = 1.5;
const CONNECTIONS = 16;

/** Through the server, and as the classic design writes it without a server: in turn. */
export async function sends({ bench }: BenchOrganization): Promise<Row[]> {
  const users = await addUsers(bench, SIZES[SIZES.length - 1]);
  const pool = new Pool({ connectionString: bench.databaseUrl, max: CONNECTIONS });
  const table: Row[] = [];
  for (const size of SIZES) {
    const channel = await addChannel(bench, `of ${size}`, users.slice(0, size));
    let turn = 0;
    const ours = () => {
      const text = { type: 'channel', to: channel, topic: 'bench', content: 'How much?' };
      return call(bench, users[turn++ % SIZES[0]], 'POST', 'messages', text);
    };
    const theirs = () => classicSend(pool, channel, users[0].id);
    await ours();
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push([await rate(CONNECTIONS, SECONDS, ours), await rate(CONNECTIONS, SECONDS, theirs)]);
    }
    table.push({
      subscribers: size,
      'sends/s, the whole server': median(rounds.map(([one]) => one)).toFixed(0),
      'a row for each recipient, SQL alone': median(rounds.map(([, other]) => other)).toFixed(0),
    });
  }
  await pool.end();
  return table;
}

async function addChannel({ database }: Bench, name: string, people: readonly BenchUser[]): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO channel (organization_id, name, description, permissions)
       SELECT organization_id, $1, '', permissions FROM channel WHERE name = 'general' RETURNING id),
     position AS MATERIALIZED (SELECT nextval('message_id_seq') AS first),
     seats AS (INSERT INTO subscription (user_id, channel_id, color) SELECT u, made.id, '#76ce90' FROM made, unnest($2::bigint[]) u),
     periods AS (INSERT INTO subscription_period (user_id, channel_id, from_position)
       SELECT u, made.id, position.first FROM made, position, unnest($2::bigint[]) u)
     SELECT id FROM made`,
    [name, people.map(({ id }) => id)],
  );
  return Number(rows[0].id);
}
