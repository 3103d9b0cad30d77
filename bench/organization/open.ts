import { Bench, BenchUser, startBench } from '../support';
import { emailOf, keyOf } from './fill';
import { copyOf, keptOrganization } from './kept';
import { COMPANY, Extent, PEOPLE } from './plan';

export interface Member extends BenchUser {
  readonly email: string;
  readonly key: string;
}

/** A server in front of a copy of the generated organization. */
export interface BenchOrganization {
  readonly bench: Bench;
  /** Users of the figures; see `PEOPLE`. */
  readonly people: Readonly<Record<keyof typeof PEOPLE, Member>>;
  readonly users: readonly Member[];
  /** Ids; the busiest first, the last third is quiet. */
  readonly channels: readonly number[];
}

/** `BENCH_MESSAGES`: so many instead of a million, for experiments. */
export async function openOrganization(
  environment: NodeJS.ProcessEnv = {},
  messages = Number(process.env.BENCH_MESSAGES ?? 1_000_000),
  extent: Extent = COMPANY,
): Promise<BenchOrganization> {
  const directory = copyOf(await keptOrganization(messages, extent));
  const bench = await startBench(environment, directory);
  const found = await bench.database.query<{ id: string }>(
    "SELECT id FROM user_account WHERE delivery_email LIKE 'user%@bench.example' ORDER BY id LIMIT $1",
    [extent.users],
  );
  const users = found.rows.map(({ id }, at): Member => {
    const [email, key] = [emailOf(at), keyOf(at)];
    return { id: Number(id), email, key, authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` };
  });
  const channels = await bench.database.query<{ id: string }>(
    "SELECT id FROM channel WHERE description LIKE 'About %' ORDER BY id LIMIT $1",
    [extent.channels],
  );
  const people = Object.fromEntries(Object.entries(PEOPLE).map(([name, at]) => [name, users[at]]));
  return {
    bench,
    people: people as BenchOrganization['people'],
    users,
    channels: channels.rows.map(({ id }) => Number(id)),
  };
}
