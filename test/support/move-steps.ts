import { MoveJobs } from '../../libs/messaging/src/moving/move-jobs.service';
import { MoveLimits } from '../../libs/messaging/src/moving/move-limits.service';
import type { Person } from './person';
import { World } from './world';

export const ALL = { propagate_mode: 'change_all' };

/**
 * A world in which moves take several small transactions: a request runs the first one and leaves the others to the
 * test.
 */
export class SteppedMoves {
  private constructor(readonly world: World) {}

  static async start(limits: Partial<MoveLimits>, environment: NodeJS.ProcessEnv = {}): Promise<SteppedMoves> {
    const world = await World.start({ PARLEY_MOVE_MS: '0', ...environment });
    for (const { app } of world.nodes) Object.assign(app.get(MoveLimits, { strict: false }), limits);
    await world.withoutWorkers();
    return new SteppedMoves(world);
  }

  /** So many batches, by one of the nodes. */
  async batches(count: number, node = 0): Promise<void> {
    let left = count;
    const signal = {
      get aborted() {
        return left-- <= 0;
      },
    } as AbortSignal;
    await this.jobsOf(node).work(signal);
  }

  async finish(): Promise<void> {
    while ((await this.unfinished()) > 0) await this.jobsOf(0).work(new AbortController().signal);
  }

  async unfinished(): Promise<number> {
    return (await this.jobsOf(0).backlog()).waiting;
  }

  private jobsOf(node: number): MoveJobs {
    return this.world.nodes[node].app.get(MoveJobs, { strict: false });
  }
}

/** Messages of one topic, oldest first. */
export async function sent(sender: Person, channelName: string, topic: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await sender.send(channelName, topic, `message ${n}`));
  return ids;
}

/** The policies of these users for topics of a channel. */
export async function said({ world }: Person, channelId: number, people: readonly Person[]) {
  const rows = await world.sql<{ id: number; topic: string; policy: number }>(
    `SELECT user_id::int AS id, topic, visibility_policy AS policy FROM user_topic
     WHERE channel_id = $1 AND user_id = ANY ($2) ORDER BY 1, 2`,
    [channelId, people.map(({ id }) => id)],
  );
  return rows.map(({ id, topic, policy }) => [id, topic, policy]);
}

export const say = (person: Person, stream_id: number, topic: string, visibility_policy: number) =>
  person.ok('POST', 'user_topics', { stream_id, topic, visibility_policy });
