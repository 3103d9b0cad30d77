import {
  Backlog,
  Files,
  isDatabaseUnavailable,
  isStorageUnavailable,
  Log,
  newFileKey,
  PictureIsUnreadable,
  Pictures,
  Worker,
  Workers,
} from '@app/platform';
import { Transactions } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Attachment, THUMBNAILS, thumbnailFormatsOf, ThumbnailState } from './attachment';
import { AttachmentRepository } from './attachment.repository';
import { FileRemovalRepository } from './file-removal.repository';
import { Thumbnail, ThumbnailRepository } from './thumbnail.repository';
import { Rerenderings } from '../rerenderings/rerenderings.service';

/** The name of the worker that makes thumbnails. */
export const THUMBNAILER = 'thumbnails';

const BATCH = 4;
const EVERY_MS = 5_000;
/** The most messages with a picture that are rendered again when its thumbnails are ready, newest first. */
const MAX_MESSAGES = 1_000;

/**
 * Makes the thumbnails that messages show. A picture that cannot be decoded is only linked. Decoding happens outside
 * transactions; the transaction that claims the task stores the result.
 */
@Injectable()
export class Thumbnails implements Worker, OnModuleInit {
  readonly name = THUMBNAILER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly tasks: ThumbnailRepository,
    private readonly rows: AttachmentRepository,
    private readonly removals: FileRemovalRepository,
    private readonly rerenderings: Rerenderings,
    private readonly files: Files,
    private readonly pictures: Pictures,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const ids = await this.tasks.due(BATCH);
    await Promise.all(ids.map(async (id) => (signal.aborted ? undefined : this.attempt(id))));
    return ids.length === BATCH;
  }

  backlog(): Promise<Backlog> {
    return this.tasks.backlog();
  }

  /** `null`: the file has no such thumbnail. A pending one is made at once. */
  async find(file: Attachment, format: string): Promise<Thumbnail | null> {
    const isPossible =
      file.thumbnails !== THUMBNAILS.none && thumbnailFormatsOf(file).some(({ name }) => name === format);
    if (!isPossible) return null;
    if (file.thumbnails === THUMBNAILS.pending) await this.attempt(file.id);
    return this.tasks.find(file.id, format);
  }

  /** @throws what keeps all of them from being made */
  private async attempt(id: number): Promise<void> {
    try {
      const file = await this.rows.find(id);
      if (file?.thumbnails === THUMBNAILS.pending) await this.make(file);
    } catch (error) {
      if (isDatabaseUnavailable(error) || isStorageUnavailable(error)) throw error;
      const isKept = await this.tasks.postpone(id);
      if (!isKept) await this.settle(id, [], THUMBNAILS.failed);
      this.log.warn(isKept ? 'a thumbnail could not be made yet' : 'a thumbnail was given up', { file: id, error });
    }
  }

  private async make(file: Attachment): Promise<void> {
    const made: Thumbnail[] = [];
    try {
      const all = await this.files.withPath(file.fileKey, (path) => this.makeAll(file, path, made));
      if (!all) throw new Error('The file is not where it should be.');
    } catch (error) {
      await this.forget(made);
      if (!(error instanceof PictureIsUnreadable)) throw error;
      return this.settle(file.id, [], THUMBNAILS.failed);
    }
    await this.settle(file.id, made, THUMBNAILS.ready);
  }

  /** Adds each thumbnail to `made` as soon as it is stored. */
  private async makeAll(file: Attachment, path: string, made: Thumbnail[]): Promise<readonly Thumbnail[]> {
    for (const { name, maxWidth, maxHeight, isAnimated } of thumbnailFormatsOf(file)) {
      const picture = await this.pictures.fit(path, { width: maxWidth, height: maxHeight, animated: isAnimated });
      const fileKey = newFileKey('thumbnails', file.organizationId, '.webp');
      const { size } = await this.files.write(fileKey, picture);
      made.push({ format: name, fileKey, size });
    }
    return made;
  }

  /** Stores the result once. A second writer, or one after the file was deleted, discards its thumbnails. */
  private async settle(id: number, made: readonly Thumbnail[], state: ThumbnailState): Promise<void> {
    const isDone = await this.transactions.run([], async () => {
      const [held] = await this.rows.hold([id]);
      if (held?.thumbnails !== THUMBNAILS.pending) return false;
      const file = (await this.rows.find(id))!;
      await this.tasks.claim(id, true);
      await this.tasks.insert(id, made);
      await this.tasks.mark(id, state);
      const messageIds = await this.rows.messageIds(id, Number.MAX_SAFE_INTEGER, MAX_MESSAGES);
      await this.rerenderings.queue(file.organizationId, messageIds);
      return true;
    });
    if (!isDone) await this.forget(made);
  }

  private async forget(made: readonly Thumbnail[]): Promise<void> {
    if (made.length > 0) await this.removals.insert(made.map(({ fileKey }) => fileKey));
  }
}
