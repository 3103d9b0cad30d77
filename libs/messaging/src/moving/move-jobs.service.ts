import { Channels } from '@app/channels';
import { actorOf, Organizations, Users } from '@app/identity';
import { Clock } from '@app/kernel';
import { Backlog, Config, isDatabaseAway, Lock, lock, Log, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { batchOf, MoveProgress, movesBy, partOf } from './thread-move';
import { isTopicAllowed, ruledTopic } from '../topics/topic';
import { ThreadRepository } from '../records/thread.repository';
import { MoveGoalStanding, MoveJob, MoveJobRepository } from './move-job.repository';
import { MoveLimits } from './move-limits.service';
import { MoveInHand, ThreadMoves } from './thread-moves.service';
import { UserTopicMoves } from './user-topic-moves.service';
import type { TopicPlace } from '../topics/topic';

const EVERY_MS = 1_000;
/** After this time the worker switches to another due move. */
const TURN_MS = 2_000;

/** `over`: the time limit was reached. */
type Outcome = 'done' | 'over' | 'failed';

/**
 * Moves that are too large for one transaction. The transaction of the first batch writes a job. Each further batch is
 * a transaction that updates the job, and the last one removes it. So each batch runs exactly once: by the request, by
 * another request that waits for the move, or by the worker of any node. Permissions are those at the time of the
 * request.
 */
@Injectable()
export class MoveJobs implements Worker, OnModuleInit {
  readonly name = 'moves';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: MoveJobRepository,
    private readonly messages: ThreadRepository,
    private readonly threadMoves: ThreadMoves,
    private readonly userTopicMoves: UserTopicMoves,
    private readonly channels: Channels,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly limits: MoveLimits,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** In a transaction that holds both channels. */
  standing(from: TopicPlace, to: TopicPlace): Promise<MoveGoalStanding> {
    return this.rows.standing(from, to);
  }

  /** Called in the transaction of the first batch. Does the rest of the move, or leaves it to a job. */
  async goOn(hand: MoveInHand, progress: MoveProgress): Promise<void> {
    const rest = progress.belowId === null ? await this.conclude(hand, progress) : progress;
    if (!rest) return;
    const id = await this.rows.insert(hand.organization.id, hand.move, rest);
    this.transactions.required.awaitedAfterCommit.push(() => this.carryOn(id));
  }

  /** The time until which a request that begins now may wait. */
  deadline(): number {
    return this.clock.now().getTime() + this.config.moveMs;
  }

  /** Helps until the move is done. `false`: the deadline passed, or a batch failed. */
  async finish(id: number, deadline: number): Promise<boolean> {
    return (await this.attempt(id, () => this.isPast(deadline))) === 'done';
  }

  /** As `finish`, for the unfinished move from or to the topic, if there is one. */
  async finishIn(place: TopicPlace, deadline: number): Promise<boolean> {
    const id = await this.rows.findIn(place);
    return id === null || this.finish(id, deadline);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const id = await this.rows.lease();
    if (id === null) return false;
    const deadline = Date.now() + TURN_MS;
    const outcome = await this.attempt(id, () => signal.aborted || Date.now() >= deadline);
    if (outcome === 'over') await this.rows.release(id);
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  /** Runs for as long as the request may wait. Never rejects: the move is committed, and a worker does the rest. */
  private async carryOn(id: number): Promise<void> {
    try {
      const deadline = this.deadline();
      if ((await this.attempt(id, () => this.isPast(deadline))) !== 'over') return;
      await this.rows.release(id);
      this.workers.nudge(this.name);
    } catch (error) {
      this.log.warn('a move must wait', { move: id, error });
    }
  }

  /** @throws what keeps all moves from going on */
  private async attempt(id: number, isOver: () => boolean): Promise<Outcome> {
    try {
      for (;;) {
        const job = await this.rows.find(id);
        if (!job) return 'done';
        if (isOver()) return 'over';
        await this.takeStep(job);
      }
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.log.warn('a batch of a move failed', { move: id, error });
      await this.rows.postpone(id);
      return 'failed';
    }
  }

  private isPast(deadline: number): boolean {
    return this.clock.now().getTime() >= deadline;
  }

  private async takeStep(job: MoveJob): Promise<void> {
    await this.transactions.run(await this.locksOf(job), async () => {
      if (!(await this.rows.hold(job))) return;
      const rest = await this.step(job);
      if (rest) await this.rows.advance(job, rest);
      else await this.rows.remove(job);
    });
  }

  private async locksOf({ move: { from, to }, progress }: MoveJob): Promise<Lock[]> {
    const channels = [lock.channel(from.channelId), lock.channel(to.channelId)];
    if (progress.belowId !== null) return channels;
    return [...channels, ...(await this.userTopicMoves.locksFor(from, to, progress.afterUserId))];
  }

  /** Runs one batch. `null`: the move is done. */
  private async step(job: MoveJob): Promise<MoveProgress | null> {
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
  private async handOf({ organizationId, move }: MoveJob): Promise<MoveInHand | null> {
    const organization = await this.organizations.current(organizationId);
    const from = await this.channels.facts(organizationId, move.from.channelId);
    const to = await this.channels.facts(organizationId, move.to.channelId);
    if (!from || !to) return null;
    const actor = actorOf(await this.users.get(organizationId, move.moverId), organization);
    return { actor, organization, move, from, to };
  }

  /** After each failure the batch becomes smaller. */
  private async moveBatch(hand: MoveInHand, { progress, attempts }: MoveJob): Promise<MoveProgress> {
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

  /** Called after all messages have moved. */
  private async conclude(hand: MoveInHand, progress: MoveProgress): Promise<MoveProgress | null> {
    const afterUserId = await this.threadMoves.moveWishes(hand, progress.afterUserId);
    if (afterUserId !== null) return { ...progress, afterUserId };
    await this.threadMoves.announce(hand, progress);
    return null;
  }
}

function isPossible({ organization, move, from, to }: MoveInHand): boolean {
  const policies = { channel: to.topicsPolicy, organization: organization.settings.topicsPolicy };
  return !from.isArchived && !to.isArchived && isTopicAllowed(ruledTopic(move.to.topic), policies);
}
