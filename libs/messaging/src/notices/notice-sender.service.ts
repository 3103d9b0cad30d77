import { Backlog, isDatabaseUnavailable, Log, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { NoticePreparation } from './notice-preparation.service';
import { NoticeRepository } from './notice.repository';
import { NoticeWriter } from './notice-writer.service';

const BATCH = 20;
/** A request waits this long for its notices. The rest is sent soon after. */
const PATIENCE_MS = 1_500;
const EVERY_MS = 2_000;

/**
 * Sends the stored notices, each once: the transaction that sends a notice deletes its row. If sending fails, a node
 * tries again later.
 */
@Injectable()
export class NoticeSender implements Worker, OnModuleInit {
  readonly name = 'notices';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: NoticeRepository,
    private readonly preparation: NoticePreparation,
    private readonly notices: NoticeWriter,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** Sends these notices one after the other. Waits if another node is sending them. Never rejects. */
  async sendNow(ids: readonly number[]): Promise<void> {
    const patience = Date.now() + PATIENCE_MS;
    try {
      for (const id of ids) {
        if (Date.now() > patience) return this.workers.nudge(this.name);
        await this.attempt(id, true);
      }
    } catch (error) {
      this.log.warn('notices must wait', { error });
      this.workers.nudge(this.name);
    }
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const ids = await this.rows.due(BATCH);
    for (const id of ids) if (!signal.aborted) await this.attempt(id, false);
    return ids.length === BATCH;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  /** @throws what keeps all notices from being sent */
  private async attempt(id: number, waits: boolean): Promise<void> {
    try {
      const notice = await this.rows.find(id);
      if (notice)
        await this.notices.send(await this.preparation.prepare(notice), notice, () => this.rows.claim(id, waits));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const isKept = await this.rows.postpone(id);
      this.log.warn(isKept ? 'a notice could not be sent yet' : 'a notice was given up', { notice: id, error });
    }
  }
}
