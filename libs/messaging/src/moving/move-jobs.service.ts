import { Clock } from '@app/kernel';
import { Backlog, Config, isDatabaseUnavailable, Log, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { MoveProgress } from './thread-move';
import { MoveTargetState, MoveJob, MoveJobRepository } from './move-job.repository';
import { MoveSteps } from './move-steps.service';
import type { CurrentMove } from './thread-moves.service';
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
    private readonly steps: MoveSteps,
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
  standing(from: TopicPlace, to: TopicPlace): Promise<MoveTargetState> {
    return this.rows.standing(from, to);
  }

  /** Called in the transaction of the first batch. Does the rest of the move, or leaves it to a job. */
  async goOn(hand: CurrentMove, progress: MoveProgress): Promise<void> {
    const rest = progress.belowId === null ? await this.steps.conclude(hand, progress) : progress;
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
      if (isDatabaseUnavailable(error)) throw error;
      this.log.warn('a batch of a move failed', { move: id, error });
      await this.rows.postpone(id);
      return 'failed';
    }
  }

  private isPast(deadline: number): boolean {
    return this.clock.now().getTime() >= deadline;
  }

  private async takeStep(job: MoveJob): Promise<void> {
    await this.transactions.run(await this.steps.locksOf(job), async () => {
      if (!(await this.rows.hold(job))) return;
      const rest = await this.steps.step(job);
      if (rest) await this.rows.advance(job, rest);
      else await this.rows.remove(job);
    });
  }
}
