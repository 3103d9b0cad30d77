import type { Client } from 'pg';
import { Cell, copy } from './copy';
import type { Ids } from './fill';
import type { Plan } from './plan';
import type { Random } from './random';

const STARRED = 1;
const MENTIONED = 4;
const ALERTED = 16;
const ALERTED_USERS = 200;
const STARS = 10;

/** Mentions, stars and alert words, in messages that the users received. */
export async function flags(
  client: Client,
  plan: Plan,
  ids: Ids,
  random: Random,
  named: readonly (readonly [user: number, message: number])[],
): Promise<void> {
  const { places } = plan;
  const { users } = plan.extent;
  const bits = new Map<number, number>();
  const mark = (user: number, at: number, bit: number) => {
    const key = at * users + user;
    bits.set(key, (bits.get(key) ?? 0) | bit);
  };
  const inbox = inboxOf(plan);
  for (const [user, at] of named) mark(user, at, MENTIONED);
  for (let user = 0; user < users; user++) {
    for (let n = 0; n < STARS; n++) {
      const at = inbox(user, random);
      if (at !== null) mark(user, at, STARRED);
    }
    for (let n = 0; user < ALERTED_USERS && n < 50; n++) {
      const at = inbox(user, random);
      if (at !== null) mark(user, at, ALERTED);
    }
  }
  const rows = [...bits].map(([key, set]): Cell[] => [ids.users[key % users], places.id[Math.floor(key / users)], set]);
  await copy(client, 'message_flag (user_id, message_id, flags)', rows);
}

/** Picks a message that the user received in a channel, and which never moved. */
function inboxOf(plan: Plan): (user: number, random: Random) => number | null {
  const { channel, id, move } = plan.places;
  const byChannel = plan.channels.map((): number[] => []);
  for (let at = 0; at < plan.messages; at++) if (channel[at] >= 0 && move[at] < 0) byChannel[channel[at]].push(at);
  const periods = new Map<number, typeof plan.periods>();
  for (const period of plan.periods) {
    if (!periods.has(period.user)) periods.set(period.user, []);
    periods.get(period.user)!.push(period);
  }
  return (user, random) => {
    const { channel, from, to } = random.of(periods.get(user)!);
    if (byChannel[channel].length === 0) return null;
    const at = random.of(byChannel[channel]);
    return id[at] > from && (to === null || id[at] < to) ? at : null;
  };
}

const EMOJI = [
  ['+1', '1f44d'],
  ['heart', '2764'],
  ['tada', '1f389'],
  ['eyes', '1f440'],
] as const;

/** One message in sixteen has some. */
export async function reactions(client: Client, plan: Plan, ids: Ids, random: Random): Promise<void> {
  const made = function* (): Generator<Cell[]> {
    const { id, channel } = plan.places;
    for (let at = 0; at < plan.messages; at++) {
      if (channel[at] < 0 || !random.happens(1 / 16)) continue;
      for (const user of random.some(plan.members(channel[at]), 1 + random.below(4))) {
        const [name, code] = random.favourite(EMOJI, 1.5);
        yield [id[at], ids.users[user], name, code, 'unicode_emoji'];
      }
    }
  };
  await copy(client, 'reaction (message_id, user_id, emoji_name, emoji_code, emoji_type)', made());
}
