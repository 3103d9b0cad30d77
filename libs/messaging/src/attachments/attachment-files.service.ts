import { Organizations } from '@app/identity';
import { Clock } from '@app/kernel';
import { Actor, ByteRange, Files, Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Attachment } from './attachment';
import { FileIsNotForYou } from './attachment.errors';
import { isShown } from './media-type';
import { AttachmentRepository } from './attachment.repository';
import { AttachmentReaders } from './attachment-readers.service';
import { Thumbnails } from './thumbnails.service';

/** The time for which a temporary link opens a file without credentials. */
const LINK_SECONDS = 60;
const PURPOSE = 'temporary file';

/** The user who reads a file, and the host of the request; `null`: a spectator. */
export interface Reader {
  readonly actor: Actor | null;
  readonly host: string;
}

/** A readable file, with the way of presenting it. */
export interface ReadableFile {
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  /** Whether it is shown in the browser or saved. */
  readonly isShown: boolean;
  readonly tag: string;
  readonly modifiedAt: Date;
  open(range?: ByteRange): Promise<Readable | null>;
}

/** Reads files. A file that the user may not read is treated as absent. */
@Injectable()
export class AttachmentFiles {
  constructor(
    private readonly rows: AttachmentRepository,
    private readonly readers: AttachmentReaders,
    private readonly thumbnails: Thumbnails,
    private readonly organizations: Organizations,
    private readonly files: Files,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @throws FileIsNotForYou */
  async get(reader: Reader, pathId: string): Promise<ReadableFile> {
    return this.readable(await this.attachment(reader, pathId));
  }

  /** @throws FileIsNotForYou also for a format that there is not of this file */
  async getThumbnail(reader: Reader, pathId: string, format: string): Promise<ReadableFile> {
    const attachment = await this.attachment(reader, pathId);
    const thumbnail = await this.thumbnails.find(attachment, format);
    if (!thumbnail) throw new FileIsNotForYou(reader.actor === null);
    return {
      name: format,
      size: thumbnail.size,
      contentType: 'image/webp',
      isShown: true,
      tag: tagOf(thumbnail.fileKey),
      modifiedAt: new Date(attachment.createdAt),
      open: (range) => this.files.read(thumbnail.fileKey, range),
    };
  }

  /**
   * A path that opens this file without credentials for a minute.
   * @throws FileIsNotForYou
   */
  async linkTo(actor: Actor, pathId: string): Promise<string> {
    await this.attachment({ actor, host: '' }, pathId);
    const expires = this.clock.seconds() + LINK_SECONDS;
    return `/user_uploads/temporary/${expires}-${this.seal(expires, pathId)}/${pathId}`;
  }

  /** The file of such a path. */
  async getLinked(host: string, token: string, pathId: string): Promise<ReadableFile> {
    const [, expires, seal] = /^(\d{1,12})-([0-9a-f]{32})$/.exec(token) ?? [null, '0', ''];
    const isOurs = seal !== '' && timingSafeEqual(Buffer.from(seal), Buffer.from(this.seal(Number(expires), pathId)));
    if (!isOurs || Number(expires) < this.clock.seconds()) throw new FileIsNotForYou(true);
    const { id } = await this.organizations.atHost(host);
    const [attachment] = await this.rows.byPath(id, [pathId]);
    if (!attachment) throw new FileIsNotForYou(true);
    return this.readable(attachment);
  }

  private async attachment({ actor, host }: Reader, pathId: string): Promise<Attachment> {
    const organizationId = actor?.organizationId ?? (await this.organizations.atHost(host)).id;
    const [found] = await this.rows.byPath(organizationId, [pathId.replaceAll('\0', '')]);
    const isReadable =
      found && (await (actor ? this.readers.mayRead(actor, found) : this.readers.maySpectate(host, found)));
    if (!isReadable) throw new FileIsNotForYou(actor === null);
    return found;
  }

  private readable({ fileKey, pathId, size, contentType, createdAt }: Attachment): ReadableFile {
    const shown = isShown(contentType);
    return {
      name: pathId.slice(pathId.lastIndexOf('/') + 1),
      size,
      contentType,
      isShown: shown,
      tag: tagOf(fileKey),
      modifiedAt: new Date(createdAt),
      open: (range) => this.files.read(fileKey, range),
    };
  }

  private seal(expires: number, pathId: string): string {
    return this.secrets.token(PURPOSE, `${expires} ${pathId}`);
  }
}

/** A key is never reused, so it identifies the content. A part of it does not open the file. */
const tagOf = (fileKey: string): string => fileKey.slice(fileKey.lastIndexOf('/') + 1).slice(0, 16);
