import { Bench, call } from '../support';
import { DatabaseTime, figures, Row, sample, Sample, summary, timed } from './database-time';
import type { BenchOrganization, Member } from '../organization/open';
import { addRecipientRows, CLASSIC } from './recipient-rows';

const ROUNDS = 15;
const MARKED = 1_000;
const MARKING_ROUNDS = 7;

/** The derived read state, and in the same database a row for each recipient. */
export async function readStates({ bench, people, users }: BenchOrganization): Promise<Row[]> {
  const { ordinary, reader, stuck, absent, wide } = people;
  await addRecipientRows(
    bench.database,
    [...Object.values(people), ...users.slice(50, 56)].map(({ id }) => id),
  );
  const register = (user: Member) => () =>
    call(bench, user, 'POST', 'register', { fetch_event_types: ['message', 'update_message_flags'] });
  const classic = (text: string, user: Member) =>
    timed(bench, ROUNDS, () => bench.database.query({ text, values: [user.id] }));
  const table: Row[] = [];
  for (const [what, user] of [
    ['unread snapshot, ordinary', ordinary],
    ['unread snapshot, 5,000 unread, all in the last tenth', reader],
    ['unread snapshot, 5,000 unread among a million', stuck],
    ['unread snapshot, 50,000 of 300,000 unread', absent],
    ['unread snapshot, 200 channels, 2,000 conversations', wide],
  ] as const) {
    table.push(beside(what, await timed(bench, ROUNDS, register(user)), await classic(CLASSIC.unread, user)));
  }
  const page = () => call(bench, ordinary, 'GET', 'messages', { anchor: 'newest', num_before: 100, num_after: 0 });
  table.push(
    beside('page of 100, 50 channels', await timed(bench, ROUNDS, page), await classic(CLASSIC.page, ordinary)),
  );
  table.push(await marking(bench, reader, 'in the last tenth'), await marking(bench, stuck, 'among a million'));
  return table;
}

const beside = (what: string, ours: DatabaseTime, theirs: DatabaseTime): Row => ({
  what,
  ...figures(ours),
  'a row for each recipient, ms': theirs.database.toFixed(1),
  ratio: (ours.database / theirs.database).toFixed(2),
});

/** Both in turn; read messages are made unread for the next round. */
async function marking(bench: Bench, user: Member, where: string): Promise<Row> {
  const { database } = bench;
  const { rows } = await database.query<{ id: string }>(
    `SELECT message_id AS id FROM recipient_row WHERE user_id = $1 AND flags & 1 = 0 ORDER BY md5(message_id::text) LIMIT $2`,
    [user.id, MARKED],
  );
  const messages = rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
  await database.query('CREATE TABLE kept_block AS SELECT * FROM read_block WHERE user_id = ' + user.id);
  const ours: Sample[] = [];
  const theirs: Sample[] = [];
  for (let round = 0; round < MARKING_ROUNDS; round++) {
    ours.push(
      await sample(bench, () => call(bench, user, 'POST', 'messages/flags', { messages, op: 'add', flag: 'read' })),
    );
    theirs.push(await sample(bench, () => database.query(CLASSIC.markRead, [user.id, messages])));
    await database.query(
      `UPDATE read_block b SET bits = kept.bits FROM kept_block kept
       WHERE kept.user_id = b.user_id AND kept.block = b.block AND kept.bits <> b.bits`,
    );
    await database.query('UPDATE recipient_row SET flags = 0 WHERE user_id = $1 AND message_id = ANY ($2::bigint[])', [
      user.id,
      messages,
    ]);
    await database.query('VACUUM recipient_row, read_block');
  }
  await database.query('DROP TABLE kept_block');
  return beside(`mark ${MARKED.toLocaleString('en')} read, ${where}`, summary(ours), summary(theirs));
}
