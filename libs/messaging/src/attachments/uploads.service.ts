import { Organizations } from '@app/identity';
import { Clock } from '@app/kernel';
import type { OrganizationId } from '@app/kernel';
import {
  Actor,
  Config,
  FileForm,
  FileIsTooLarge,
  Files,
  IncomingFile,
  lock,
  newFileKey,
  Picture,
  PictureIsUnreadable,
  Pictures,
  Transactions,
  unguessable,
  Workers,
} from '@app/platform';
import { BeforeApplicationShutdown, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type/core';
import { randomBytes } from 'node:crypto';
import { Attachment, THUMBNAILS } from './attachment';
import { UploadQuotaIsExceeded } from './attachment.errors';
import { safeFileName, shownFileName } from './file-name';
import { mediaTypeOf } from './media-type';
import { AttachmentRepository } from './attachment.repository';
import { ThumbnailRepository } from './thumbnail.repository';
import { UploadSpaceRepository } from './upload-space.repository';
import { AttachmentClientEvents } from './attachment.client-events';
import { THUMBNAILER } from './thumbnails.service';

const MIB = 1024 * 1024;
/** Bytes that may arrive before space is reserved, and again while a reservation is pending. */
const ON_CREDIT = 16 * MIB;
/** The part of a file that determines its type. */
const HEAD_BYTES = 64 * 1024;
/** The largest size of a form without its file. */
const FORM_BYTES = MIB;
/** An upload without progress for this time is abandoned. Any node may remove it. */
const DRAFT_LIFE_MS = 6 * 60 * 60 * 1000;
/** A stopping server aborts uploads after this time, while it can still release their space. */
const LAST_CHANCE_MS = 4_000;

/** A completely received file without a row. */
interface Draft {
  readonly id: number;
  readonly fileKey: string;
  readonly name: string;
  readonly claimedType: string;
  readonly size: number;
  /** The reserved space. */
  readonly reserved: number;
  readonly head: Buffer;
}

/**
 * Receives files. A file is never completely in memory. It is either stored with its row or removed, whatever fails.
 */
@Injectable()
export class Uploads implements BeforeApplicationShutdown {
  private readonly ending = new AbortController();

  constructor(
    private readonly files: Files,
    private readonly pictures: Pictures,
    private readonly rows: AttachmentRepository,
    private readonly space: UploadSpaceRepository,
    private readonly thumbnails: ThumbnailRepository,
    private readonly organizations: Organizations,
    private readonly clients: AttachmentClientEvents,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  beforeApplicationShutdown(): void {
    setTimeout(() => this.ending.abort(new ServiceUnavailableException()), LAST_CHANCE_MS).unref();
  }

  /** @throws FileIsMissing, FilesAreTooMany, FileIsTooLarge, UploadQuotaIsExceeded */
  async receive(actor: Actor, form: FileForm): Promise<Pick<Attachment, 'pathId' | 'name'>> {
    const { maxUploadMib } = this.config;
    if ((form.announcedBytes ?? 0) > maxUploadMib * MIB + FORM_BYTES) throw new FileIsTooLarge(maxUploadMib);
    const quota = await this.quotaOf(actor);
    const draft = await form.receive(
      (file) => this.take(actor.organizationId, file, quota),
      ({ id }) => this.space.giveUp(id),
    );
    try {
      return await this.keep(actor, draft, quota);
    } catch (error) {
      await this.space.giveUp(draft.id);
      throw error;
    }
  }

  /** The organization's quota in bytes; `null`: unlimited. */
  private async quotaOf(actor: Actor): Promise<number | null> {
    const { settings } = await this.organizations.cached(actor);
    const mib = settings.uploadQuotaMib ?? this.config.uploadQuotaMib;
    return mib === null ? null : mib * MIB;
  }

  private async take(organizationId: OrganizationId, file: IncomingFile, quota: number | null): Promise<Draft> {
    const fileKey = newFileKey('attachments', organizationId);
    const id = await this.space.begin(organizationId, fileKey, DRAFT_LIFE_MS);
    const watched = new WatchedContent(file.content, this.config.maxUploadMib, this.ending.signal, async (bytes) => {
      if (!(await this.space.reserve(id, bytes, quota, DRAFT_LIFE_MS))) throw new UploadQuotaIsExceeded();
    });
    try {
      const { size } = await this.files.write(fileKey, watched);
      const { name, claimedType } = file;
      return { id, fileKey, name, claimedType, size, reserved: watched.reserved, head: watched.head };
    } catch (error) {
      await this.space.giveUp(id);
      throw error;
    }
  }

  private async keep(actor: Actor, draft: Draft, quota: number | null): Promise<Pick<Attachment, 'pathId' | 'name'>> {
    const { id: draftId, fileKey, head, size, reserved } = draft;
    const name = shownFileName(draft.name);
    const contentType = mediaTypeOf(head, await sniff(head), draft);
    const picture = contentType.startsWith('image/')
      ? await this.files.withPath(fileKey, (path) => this.probe(path))
      : null;
    const shard = randomBytes(1).toString('hex');
    const pathId = `${actor.organizationId}/${shard}/${unguessable()}/${safeFileName(draft.name)}`;
    const createdAt = this.clock.now();
    const file = {
      organizationId: actor.organizationId,
      ownerId: actor.userId,
      pathId,
      fileKey,
      name,
      size,
      contentType,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      isAnimated: picture?.isAnimated ?? false,
      thumbnails: picture ? THUMBNAILS.pending : THUMBNAILS.none,
    };
    await this.transactions.run([lock.user(actor.userId)], async () => {
      const rest = size - reserved;
      const fits = rest === 0 || (await this.space.reserve(draftId, rest, quota, DRAFT_LIFE_MS));
      if (!fits || !(await this.space.settle(draftId, size))) throw new UploadQuotaIsExceeded();
      const id = await this.rows.insert({ ...file, createdAt });
      const used = await this.space.used(actor.organizationId);
      this.clients.tellAdded(actor.organizationId, { ...file, id, createdAt: createdAt.getTime(), messages: [] }, used);
      if (!picture) return;
      await this.thumbnails.queue(id);
      this.transactions.required.afterCommit.push(() => this.workers.nudge(THUMBNAILER));
    });
    return { pathId, name };
  }

  /** The properties of a picture, before its thumbnails are made; `null`: not a picture. */
  private async probe(path: string): Promise<Picture | null> {
    try {
      return await this.pictures.probe(path);
    } catch (error) {
      if (error instanceof PictureIsUnreadable) return null;
      throw error;
    }
  }
}

/** Checks limits while the content is read, and keeps its head. */
class WatchedContent implements AsyncIterable<Buffer> {
  head = Buffer.alloc(0);
  /** Bytes for which space was requested. */
  reserved = 0;
  private passed = 0;
  private answered = Promise.resolve();

  constructor(
    private readonly content: AsyncIterable<Buffer>,
    private readonly limitMib: number,
    private readonly ending: AbortSignal,
    private readonly reserve: (bytes: number) => Promise<void>,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    for await (const piece of this.content) {
      this.ending.throwIfAborted();
      this.passed += piece.length;
      if (this.passed > this.limitMib * MIB) throw new FileIsTooLarge(this.limitMib);
      if (this.head.length < HEAD_BYTES) this.head = Buffer.concat([this.head, piece]).subarray(0, HEAD_BYTES);
      if (this.passed - this.reserved >= ON_CREDIT) await this.askForRoom();
      yield piece;
    }
    await this.answered;
  }

  /**
   * The upload continues while a reservation is pending. The result is awaited before the next reservation, and at the
   * end.
   */
  private async askForRoom(): Promise<void> {
    await this.answered;
    const bytes = this.passed - this.reserved;
    this.reserved += bytes;
    this.answered = this.reserve(bytes);
    this.answered.catch(() => undefined); // awaited later
  }
}

/** Types whose signature the library recognises only with more than the head. */
const SHORT_SIGNATURES: readonly [bytes: string, type: string][] = [
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['ID3', 'audio/mpeg'],
];

/** The byte order mark of UTF-16 text. The library takes it for MPEG-1 Layer I audio, which is not in use. */
const UTF_16 = Buffer.from([0xff, 0xfe]);

/** The type by signature; `null`: unknown, or the library fails on the content. */
async function sniff(head: Buffer): Promise<string | null> {
  if (head.subarray(0, UTF_16.length).equals(UTF_16)) return null;
  const short = SHORT_SIGNATURES.find(([bytes]) => head.subarray(0, bytes.length).equals(Buffer.from(bytes, 'latin1')));
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? short?.[1] ?? null;
  } catch {
    return short?.[1] ?? null;
  }
}
