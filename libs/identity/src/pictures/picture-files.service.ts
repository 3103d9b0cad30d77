import type { OrganizationId } from '@app/kernel';
import { Backlog, Files, unguessable, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Ending, ENDINGS, PictureKind, pictureKey } from './picture';
import { UnusedPictureRepository } from './unused-picture.repository';

/** Clients show a picture for a while after another has taken its place. */
const KEPT_SECONDS = 24 * 60 * 60;
const AT_A_TIME = 100;

/**
 * The files of avatars, emoji and the organization's own pictures. A picture counts as unused from before its files are
 * written until something refers to it, and again when nothing does any more: whenever the server dies, no file is lost
 * or left behind.
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

  /** Writes the files of a new picture and answers its name, which nobody can guess. Outside transactions. */
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

  /** In the transaction that makes something refer to the picture. */
  use(name: string): Promise<void> {
    return this.unused.remove([name]);
  }

  /** In the transaction after which nothing refers to the picture. */
  retire(kind: PictureKind, organizationId: OrganizationId, name: string): Promise<void> {
    return this.unused.insert({ name, kind, organizationId });
  }

  /** One file of a picture by the name that addresses have; null: there is none. Read it, or destroy it. */
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
