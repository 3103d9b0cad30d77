import { Channels } from '@app/channels';
import { actorOf, Organizations, Users } from '@app/identity';
import { Lock, lock, Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ThreadRepository } from '../records/thread.repository';
import { isTopicAllowed, ruledTopic } from '../topics/topic';
import type { MoveJob } from './move-job.repository';
import { MoveLimits } from './move-limits.service';
import { batchOf, MoveProgress, movesBy, partOf } from './thread-move';
import { CurrentMove, ThreadMoves } from './thread-moves.service';
import { UserTopicMoves } from './user-topic-moves.service';

/** The batches of a large move. Each runs in a transaction of `MoveJobs`. */
@Injectable()
export class MoveSteps {
  constructor(
    private readonly messages: ThreadRepository,
    private readonly threadMoves: ThreadMoves,
    private readonly userTopicMoves: UserTopicMoves,
    private readonly channels: Channels,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly limits: MoveLimits,
    private readonly log: Log,
  ) {}

  async locksOf({ move: { from, to }, progress }: MoveJob): Promise<Lock[]> {
    const channels = [lock.channel(from.channelId), lock.channel(to.channelId)];
    if (progress.belowId !== null) return channels;
    return [...channels, ...(await this.userTopicMoves.locksFor(from, to, progress.afterUserId))];
  }

  /** Runs one batch. `null`: the move is done. */
  async step(job: MoveJob): Promise<MoveProgress | null> {
    const hand = await this.handOf(job);
    if (!hand) return null;
    if (!isPossible(hand)) {
      this.log.warn('a move has ended before it was done: its channels do not take it any more', { move: job.id });
      await this.threadMoves.announce({ ...hand, move: { ...hand.move, isWhole: false } }, job.progress);
      return null;
    }
    return job.progress.belowId === null ? this.conclude(hand, job.progress) : this.moveBatch(hand, job);
  }

  /** `null`: a channel was removed. */
  private async handOf({ organizationId, move }: MoveJob): Promise<CurrentMove | null> {
    const organization = await this.organizations.current(organizationId);
    const from = await this.channels.facts(organizationId, move.from.channelId);
    const to = await this.channels.facts(organizationId, move.to.channelId);
    if (!from || !to) return null;
    const actor = actorOf(await this.users.get(organizationId, move.moverId), organization);
    return { actor, organization, move, from, to };
  }

  /** After each failure the batch becomes smaller. */
  private async moveBatch(hand: CurrentMove, { progress, attempts }: MoveJob): Promise<MoveProgress> {
    const most = Math.max(1, Math.floor(this.limits.messages / 2 ** attempts));
    const part = partOf(hand.move, progress.belowId);
    const found = await this.messages.newest(part, most + 1);
    const batch = batchOf(found, most);
    const moving = batch.filter((one) => movesBy(hand.move, one.topic));
    const belowId = batch.length < found.length ? batch[0]!.id : null;
    if (moving.length === 0) return { ...progress, belowId };
    const { before, chains } = await this.threadMoves.relocate(hand, moving, progress.chains);
    await this.threadMoves.tell(hand, before, null);
    return { ...progress, belowId, movedCount: progress.movedCount + moving.length, chains };
  }

  /** Called after all messages have moved. `null`: the move is done. */
  async conclude(hand: CurrentMove, progress: MoveProgress): Promise<MoveProgress | null> {
    const afterUserId = await this.threadMoves.moveTopicPolicies(hand, progress.afterUserId);
    if (afterUserId !== null) return { ...progress, afterUserId };
    await this.threadMoves.announce(hand, progress);
    return null;
  }
}

function isPossible({ organization, move, from, to }: CurrentMove): boolean {
  const policies = { channel: to.topicsPolicy, organization: organization.settings.topicsPolicy };
  return !from.isArchived && !to.isArchived && isTopicAllowed(ruledTopic(move.to.topic), policies);
}
