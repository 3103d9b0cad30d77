import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from 'pg';
import { Cell, copy } from './copy';
import { flags, reactions } from './marks';
import type { Plan } from './plan';
import { Random } from './random';
import { readStates } from './readings';
import { Named, Writer } from './words';

/** Otherwise the server would render all messages again. */
const { RENDERER_VERSION } = module.require(
  join(__dirname, '../../dist/libs/markdown/src'),
) as typeof import('../../libs/markdown/src');

const OPEN_END = '9223372036854775807';
const YEARS_MS = 2 * 365 * 86_400_000;

/** Every key is known: the organization is kept, and opened by later runs. */
export const keyOf = (user: number): string => createHash('md5').update(`key of ${user}`).digest('hex');
export const emailOf = (user: number): string => `user${user}@bench.example`;

/** The ids of objects that a plan numbers from zero. */
export interface Ids {
  readonly organization: number;
  readonly users: readonly number[];
  readonly channels: readonly number[];
}

/** Writes a plan into an empty organization. */
export async function fill(client: Client, plan: Plan, random: Random): Promise<void> {
  await client.query("SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'; SET synchronous_commit = off");
  const writer = new Writer(random);
  const ids = await people(client, plan, writer);
  await memberships(client, plan, ids);
  await conversations(client, plan, ids);
  await moves(client, plan, ids);
  const named = await messages(client, plan, ids, writer, random);
  await flags(client, plan, ids, random, named);
  await reactions(client, plan, ids, random);
  await client.query("SELECT setval('message_id_seq', $1)", [plan.position]);
  await client.query(
    'UPDATE channel c SET is_empty = false WHERE EXISTS (SELECT FROM message m WHERE m.channel_id = c.id)',
  );
  await readStates(client, plan, ids, random);
}

async function people(client: Client, plan: Plan, writer: Writer): Promise<Ids> {
  const names = Array.from(
    { length: plan.extent.users },
    (_, at) => `${capital(writer.word())} ${capital(writer.word())} ${at}`,
  );
  const users = await client.query<{ id: string; organization_id: string }>(
    `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
     SELECT (SELECT min(id) FROM organization), e, e, 3, n, CASE place WHEN 8 THEN 200 WHEN 9 THEN 300 WHEN 10 THEN 600 ELSE 400 END
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS made (e, n, place) ORDER BY place
     RETURNING id, organization_id`,
    [names.map((_, at) => emailOf(at)), names],
  );
  const userIds = users.rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
  const hashes = userIds.map((_, at) => createHash('sha256').update(keyOf(at)).digest());
  await client.query(
    `INSERT INTO api_key (organization_id, user_id, client, hash)
     SELECT $1, u, 'bench', h FROM unnest($2::bigint[], $3::bytea[]) AS k (u, h)`,
    [users.rows[0].organization_id, userIds, hashes],
  );
  const channels = await client.query<{ id: string }>(
    `INSERT INTO channel (organization_id, name, description, permissions, creator_id, is_private, is_web_public,
       history_public_to_subscribers)
     SELECT organization_id, made.name, 'About ' || made.name, permissions, $2, is_closed, is_web, NOT is_kept
     FROM channel, unnest($1::text[], $3::boolean[], $4::boolean[], $5::boolean[])
       WITH ORDINALITY AS made (name, is_closed, is_web, is_kept, place)
     WHERE channel.name = 'general' ORDER BY place RETURNING id`,
    [
      plan.channels.map((_, at) => `${writer.title()} ${at}`),
      userIds[8],
      plan.channels.map(({ isPrivate }) => isPrivate),
      plan.channels.map(({ isWebPublic }) => isWebPublic),
      plan.channels.map(({ isProtected }) => isProtected),
    ],
  );
  const channelIds = channels.rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
  return { organization: Number(users.rows[0].organization_id), users: userIds, channels: channelIds };
}

const capital = (word: string): string => word[0].toUpperCase() + word.slice(1);

async function memberships(client: Client, plan: Plan, ids: Ids): Promise<void> {
  await copy(
    client,
    'subscription_period (user_id, channel_id, from_position, to_position)',
    plan.periods.map(({ user, channel, from, to }) => [ids.users[user], ids.channels[channel], from, to ?? OPEN_END]),
  );
  const open = plan.periods.filter(({ to }) => to === null);
  await copy(
    client,
    'subscription (user_id, channel_id, color, is_muted)',
    open.map(({ user, channel }) => [
      ids.users[user],
      ids.channels[channel],
      '#76ce90',
      channel > 5 && (user + channel) % 17 === 0,
    ]),
  );
}

/** Ids of conversations are their places, starting with one. */
async function conversations(client: Client, { conversations }: Plan, ids: Ids): Promise<void> {
  const people = conversations.map((users) => users.map((user) => ids.users[user]));
  await copy(
    client,
    'conversation (id, organization_id, participant_ids)',
    people.map((users, at) => [at + 1, ids.organization, `{${users.join()}}`]),
  );
  await client.query("SELECT setval(pg_get_serial_sequence('conversation', 'id'), $1)", [people.length]);
  const seats = people.flatMap((users, at) => users.map((user): Cell[] => [user, at + 1]));
  await copy(client, 'conversation_participant (user_id, conversation_id)', seats);
}

async function moves(client: Client, { moves, channels }: Plan, ids: Ids): Promise<void> {
  await copy(
    client,
    `channel_move (id, origin_channel_id, first_position, to_channel_id, last_position, hop_count, min_message_id, max_message_id)`,
    moves.map(({ from, to, position, firstId, lastId }, at) => [
      ...[at + 1, ids.channels[from], position, ids.channels[to], position, 1],
      ...[firstId, lastId],
    ]),
  );
  await client.query("SELECT setval('channel_move_id_seq', $1)", [Math.max(1, moves.length)]);
  await copy(
    client,
    'move_hop (move_id, ordinal, channel_id, position, next_position, is_protected)',
    moves.map(({ to, position }, at) => [at + 1, 1, ids.channels[to], position, OPEN_END, channels[to].isProtected]),
  );
}

/** Which user is mentioned in which message, by the places of both. */
async function messages(
  client: Client,
  plan: Plan,
  ids: Ids,
  writer: Writer,
  random: Random,
): Promise<[number, number][]> {
  const { rows } = await client.query<{ full_name: string }>(
    'SELECT full_name FROM user_account WHERE id = ANY ($1) ORDER BY id',
    [ids.users],
  );
  const people = ids.users.map((id, at): Named => ({ id, name: rows[at].full_name }));
  const topics = plan.topics.map(
    () => (random.happens(0.1) ? '✔ ' : '') + (random.happens(0.02) ? '' : writer.title()),
  );
  const named: [number, number][] = [];
  const began = Date.now() - YEARS_MS;
  const lines = function* (): Generator<Cell[]> {
    const { id, sender, channel, topic, conversation, move } = plan.places;
    for (let at = 0; at < plan.messages; at++) {
      const isInChannel = channel[at] >= 0;
      const who = isInChannel && random.happens(0.03) ? random.favourite(plan.members(channel[at])) : null;
      if (who !== null) named.push([who, at]);
      const text = writer.text(who === null ? null : people[who], isInChannel);
      const sentAt = new Date(began + (YEARS_MS * at) / plan.messages).toISOString();
      yield [
        ...[id[at], ids.organization, isInChannel ? ids.channels[channel[at]] : null],
        ...[isInChannel ? null : conversation[at] + 1, isInChannel ? topics[topic[at]].slice(0, 60) : ''],
        ...[ids.users[sender[at]], text.content, text.html, RENDERER_VERSION, text.hasLink, text.hasImage],
        ...[text.hasAttachment, text.mentionsChannel, at % 4 === 0 ? 0 : 1, at % 4 === 0 ? 'API' : 'website', sentAt],
        move[at] < 0 ? null : move[at] + 1,
      ];
    }
  };
  const columns = `id, organization_id, channel_id, conversation_id, topic, sender_id, content, rendered_content,
    renderer_version, has_link, has_image, has_attachment, mentions_channel, read_rule, client, sent_at, move_id`;
  await withoutIndexes(client, 'message', () => copy(client, `message (${columns})`, lines()));
  return named.filter(([user]) => user >= 0);
}

/** Indexes of a million rows are built several times faster than they grow. */
async function withoutIndexes(client: Client, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes i WHERE tablename = $1
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}
