import type { Client } from 'pg';
import { Cell, copy } from './copy';
import type { Ids } from './fill';
import { PEOPLE, Plan } from './plan';
import type { Random } from './random';

const BLOCK = 4_096;
/** No user has as many blocks: at this number they are compacted. */
const MAX_BLOCKS = 32;
export const UNREAD = 5_000;

/** Most users have read nearly everything, some are behind, some have been away for long. */
export async function readStates(client: Client, plan: Plan, ids: Ids, random: Random): Promise<void> {
  const newest = plan.position;
  const floors: Cell[][] = [];
  const blocks: Cell[][] = [];
  for (let user = 0; user < plan.extent.users; user++) {
    const [floor, hasBlocks] = habit(user, newest, random);
    floors.push([ids.users[user], floor]);
    const first = Math.max((floor + 1) >> 12, (newest >> 12) - MAX_BLOCKS + 1);
    for (let block = first; hasBlocks && block <= newest >> 12; block++) {
      blocks.push([ids.users[user], block, mostlyRead(random, newest - block * BLOCK + 1)]);
    }
  }
  await copy(client, 'user_read_state (user_id, read_floor)', floors);
  await copy(client, 'read_block (user_id, block, bits)', blocks);
  for (const user of [PEOPLE.reader, PEOPLE.stuck]) await readAllBut(client, ids.users[user], UNREAD);
}

/** One id, and whether there are blocks above it. */
function habit(user: number, newest: number, random: Random): [floor: number, hasBlocks: boolean] {
  if (user === PEOPLE.stuck || user === PEOPLE.absent) return [0, false];
  if (user === PEOPLE.reader) return [Math.floor(newest * 0.9), false];
  if (user === PEOPLE.ordinary || user === PEOPLE.wide || user === PEOPLE.quiet)
    return [Math.floor(newest * 0.99), true];
  const kind = random.next();
  if (kind < 0.7) return [Math.floor(newest * (1 - 0.01 * random.next())), true];
  if (kind < 0.9) return [Math.floor(newest * (0.9 + 0.09 * random.next())), true];
  return [Math.floor(newest * random.next()), false];
}

/** @param sent how many ids of the block there are: what is sent later has been read by no user */
function mostlyRead(random: Random, sent: number): string {
  let bits = '';
  for (let at = 0; at < Math.min(sent, BLOCK); at++) bits += random.happens(0.9) ? '1' : '0';
  return bits.padEnd(BLOCK, '0');
}

/** Bits for everything above that id except so many, which are scattered. */
async function readAllBut(client: Client, userId: number, unread: number): Promise<void> {
  await client.query(
    `INSERT INTO read_block (user_id, block, bits)
     SELECT $1, id >> ${Math.log2(BLOCK)}, bit_or(set_bit(0::bit(${BLOCK}), (id & ${BLOCK - 1})::int, 1))
     FROM (
       SELECT m.id, row_number() OVER (ORDER BY md5(m.id::text)) AS place
       FROM message m
       WHERE m.id > (SELECT read_floor FROM user_read_state WHERE user_id = $1) AND (
         m.channel_id IN (SELECT channel_id FROM subscription WHERE user_id = $1)
         OR m.conversation_id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = $1))) received
     WHERE place > $2 GROUP BY id >> ${Math.log2(BLOCK)}`,
    [userId, unread],
  );
}
