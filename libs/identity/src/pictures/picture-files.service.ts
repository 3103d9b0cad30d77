import type { OrganizationId } from '@app/kernel';
import { Backlog, Files, unguessable, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Ending, ENDINGS, PictureKind, pictureKey } from './picture';
import { UnusedPictureRepository } from './unused-picture.repository';

/** Clients still show a picture for a while after it was replaced. */
const KEPT_SECONDS = 24 * 60 * 60;
const AT_A_TIME = 100;

/**
 * The files of avatars, emoji and organization pictures. A picture is listed as unused from before its files are
 * written until a row refers to it, and again after the last reference is removed. So no crash can lose a file in use
 * or leave an unused one behind.
 */
@Injectable()
export class PictureFiles implements OnModuleInit, Worker {
  readonly name = 'pictures';
  readonly everyMs = 10 * 60 * 1000;

  constructor(
    private readonly files: Files,
    private readonly unused: UnusedPictureRepository,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** Writes the files of a new picture outside transactions. Returns its name, which cannot be guessed. */
  async write<Kind extends PictureKind>(
    kind: Kind,
    organizationId: OrganizationId,
    files: Partial<Record<Ending<Kind>, Buffer>>,
  ): Promise<string> {
    const name = unguessable();
    await this.unused.insert({ name, kind, organizationId });
    for (const [ending, bytes] of Object.entries<Buffer | undefined>(files as Record<string, Buffer>))
      if (bytes) await this.files.write(pictureKey(kind, organizationId, `${name}${ending}`)!, bytes);
    return name;
  }

  /** Called in the transaction that adds a reference to the picture. */
  use(name: string): Promise<void> {
    return this.unused.remove([name]);
  }

  /** Called in the transaction that removes the last reference to the picture. */
  retire(kind: PictureKind, organizationId: OrganizationId, name: string): Promise<void> {
    return this.unused.insert({ name, kind, organizationId });
  }

  /**
   * A file of a picture by its name in addresses; `null`: there is none. The caller must read or destroy the stream.
   */
  async read(kind: PictureKind, organizationId: number, file: string): Promise<Readable | null> {
    const key = pictureKey(kind, organizationId, file);
    return key === null ? null : this.files.read(key);
  }

  async work(): Promise<boolean> {
    const pictures = await this.unused.list(KEPT_SECONDS, AT_A_TIME);
    for (const { kind, organizationId, name } of pictures)
      for (const ending of ENDINGS[kind])
        await this.files.remove(pictureKey(kind, organizationId, `${name}${ending}`)!);
    await this.unused.remove(pictures.map(({ name }) => name));
    return pictures.length === AT_A_TIME;
  }

  backlog(): Promise<Backlog> {
    return this.unused.backlog(KEPT_SECONDS);
  }
}
