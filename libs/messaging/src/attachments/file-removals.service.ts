import { Clock } from '@app/kernel';
import { Backlog, Config, Files, isDatabaseUnavailable, Log, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { AttachmentRepository } from './attachment.repository';
import { FileRemovalRepository } from './file-removal.repository';
import { UploadSpaceRepository } from './upload-space.repository';
import { Attachments, FILE_REMOVER } from './attachments.service';

const BATCH = 50;
const EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A draft older than this is abandoned. */
const DRAFT_MS = DAY_MS;
const SWEEP_EVERY_MS = 10 * 60 * 1000;
/** Files without rows come from restored backups, or from a database that lost its last transactions. */
const LOOK_FOR_ORPHANS_EVERY_MS = DAY_MS;
const KINDS = ['attachments', 'thumbnails'];
const KEYS_AT_ONCE = 500;

/**
 * Removes unneeded files: those of deleted rows, of aborted uploads or killed nodes, and after some weeks those that no
 * message has used.
 */
@Injectable()
export class FileRemovals implements Worker, OnModuleInit {
  readonly name = FILE_REMOVER;
  readonly everyMs = EVERY_MS;
  private sweptAt = 0;
  private lookedForOrphansAt: number;

  constructor(
    private readonly rows: FileRemovalRepository,
    private readonly space: UploadSpaceRepository,
    private readonly files: Files,
    private readonly attachments: Attachments,
    private readonly owned: AttachmentRepository,
    private readonly workers: Workers,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const hasMore = await this.sweepRows(signal);
    await this.sweepDrafts();
    await this.sweepOrphans(signal);
    const ids = await this.rows.due(BATCH);
    for (const id of ids) if (!signal.aborted) await this.remove(id);
    return hasMore || ids.length === BATCH;
  }

  async backlog(): Promise<Backlog> {
    const [removals, abandoned, unused] = await Promise.all([
      this.rows.backlog(),
      this.space.countAbandoned(),
      this.owned.countUnused(this.unusedSince()),
    ]);
    return { ...removals, waiting: removals.waiting + abandoned + unused };
  }

  /** Removes rows that are no longer needed, which schedules the removal of their files. */
  private async sweepRows(signal: AbortSignal): Promise<boolean> {
    const abandoned = await this.space.abandoned(BATCH);
    for (const id of abandoned) await this.space.giveUp(id);
    const hasUnused = await this.attachments.sweepUnused(this.unusedSince(), BATCH, signal);
    return hasUnused || abandoned.length === BATCH;
  }

  private async sweepDrafts(): Promise<void> {
    const now = this.clock.now().getTime();
    if (now - this.sweptAt < SWEEP_EVERY_MS) return;
    this.sweptAt = now;
    await this.files.sweep(new Date(now - DRAFT_MS));
  }

  private async sweepOrphans(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    this.lookedForOrphansAt ??= now; // not during the start of the server
    if (now - this.lookedForOrphansAt < LOOK_FOR_ORPHANS_EVERY_MS) return;
    this.lookedForOrphansAt = now;
    await this.removeOrphans(new Date(now - DAY_MS), signal);
  }

  /** Removes all files without a row that are older than that. */
  async removeOrphans(before: Date, signal: AbortSignal): Promise<void> {
    let keys: string[] = [];
    const look = async () => {
      const orphans = await this.owned.orphans(keys);
      if (orphans.length > 0) await this.rows.insert(orphans);
      keys = [];
    };
    for (const kind of KINDS) {
      for await (const { key, modifiedAt } of this.files.list(kind)) {
        if (signal.aborted) return;
        if (modifiedAt < before) keys.push(key);
        if (keys.length === KEYS_AT_ONCE) await look();
      }
    }
    await look();
  }

  private unusedSince(): Date {
    return new Date(this.clock.now().getTime() - this.config.unusedUploadDays * DAY_MS);
  }

  /** Removes the file first. If the node is killed before the row is removed, the second removal does nothing. */
  private async remove(id: number): Promise<void> {
    try {
      const key = await this.rows.keyOf(id);
      if (key !== null) await this.files.remove(key);
      await this.rows.done(id);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const isKept = await this.rows.postpone(id);
      this.log.warn(isKept ? 'a file could not be removed yet' : 'a file will not be removed', { removal: id, error });
    }
  }
}
