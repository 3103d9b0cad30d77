import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Actor, lock, Lock, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LinkedUpload, linkedUpload, ListedAttachment, THUMBNAILS } from './attachment';
import { AttachmentIsInvalid } from './attachment.errors';
import { AttachmentRepository, RemovedAttachment } from './attachment.repository';
import { FileRemovalRepository } from './file-removal.repository';
import { UploadSpaceRepository } from './upload-space.repository';
import { AttachmentClientEvents } from './attachment.client-events';
import { AttachmentReaders } from './attachment-readers.service';
import { Rerenderings } from '../rerenderings/rerenderings.service';

/** The name of the worker that removes files. */
export const FILE_REMOVER = 'file_removals';

/** Which messages contain which files, and when files are removed. */
@Injectable()
export class Attachments {
  constructor(
    private readonly rows: AttachmentRepository,
    private readonly space: UploadSpaceRepository,
    private readonly removals: FileRemovalRepository,
    private readonly readers: AttachmentReaders,
    private readonly clients: AttachmentClientEvents,
    private readonly rerenderings: Rerenderings,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
  ) {}

  /**
   * For rendering a text of an author: the files that the author may read, by path id (as in the link, percent-encoded
   * or not). Files that are not readable are treated as absent. Runs no query for an empty list.
   */
  async describe(author: Actor, pathIds: readonly string[]): Promise<LinkedUpload[]> {
    return this.found(pathIds, async (paths) => {
      const files = await this.rows.byPath(author.organizationId, paths);
      const readable = await Promise.all(files.map((file) => this.readers.mayRead(author, file)));
      return files.filter((_, index) => readable[index]);
    });
  }

  /** For rendering a message again: its files, even if its author may no longer read them. */
  async describeOf(
    organizationId: OrganizationId,
    messageId: MessageId,
    pathIds: readonly string[],
  ): Promise<LinkedUpload[]> {
    return this.found(pathIds, (paths) => this.rows.byMessage(organizationId, messageId, paths));
  }

  /** The locks for `claim` and `release`: those of the owners, who are told in the order of the changes. */
  locksOf(files: readonly Pick<LinkedUpload, 'ownerId'>[]): Lock[] {
    return files.map(({ ownerId }) => lock.user(ownerId));
  }

  /**
   * Sets the files of a new or edited message, in the transaction that writes it. Readers of the message may then read
   * the files. `uploads` come from `describe` with the message's author.
   * @returns the files that the message no longer contains
   */
  async claim(
    organizationId: OrganizationId,
    messageId: MessageId,
    uploads: readonly LinkedUpload[],
    isNew = false,
  ): Promise<readonly number[]> {
    const before = isNew ? [] : (await this.rows.ofMessages([messageId])).map(({ id }) => id);
    const wanted = new Map(uploads.map((upload) => [upload.attachmentId, upload]));
    const linked = [...wanted.keys()].filter((id) => !before.includes(id));
    const unlinked = before.filter((id) => !wanted.has(id));
    if (linked.length + unlinked.length === 0) return [];
    const held = await this.rows.hold([...linked, ...unlinked]);
    const there = held.filter(({ id }) => linked.includes(id));
    await this.rows.link(
      messageId,
      there.map(({ id }) => id),
    );
    await this.rows.unlink([messageId], unlinked);
    // A thumbnail was completed after the text was rendered. Its worker looked for messages to render before this one
    // existed.
    const isStale = there.some(({ id, thumbnails }) => stateOf(wanted.get(id)!) !== thumbnails);
    if (isStale) await this.rerenderings.queue(organizationId, [messageId]);
    this.tellBeforeCommit(
      organizationId,
      held.map(({ id }) => id),
    );
    return unlinked;
  }

  /** The given files of the actor that no message contains any more, as clients receive them. */
  async detached(actor: Actor, ids: readonly number[]): Promise<ListedAttachment[]> {
    if (ids.length === 0) return [];
    const files = await this.rows.listed(await this.rows.unlinked(ids));
    return files.filter(({ ownerId }) => ownerId === actor.userId);
  }

  /**
   * Called in the transaction that deletes messages, before the deletion. Files that no other message contains are
   * removed.
   */
  async release(organizationId: OrganizationId, messageIds: readonly MessageId[]): Promise<void> {
    const files = await this.rows.ofMessages(messageIds);
    if (files.length === 0) return;
    const ids = files.map(({ id }) => id);
    await this.rows.hold(ids);
    await this.rows.unlink(messageIds, ids);
    const gone = await this.rows.unlinked(ids);
    this.tellBeforeCommit(
      organizationId,
      ids.filter((id) => !gone.includes(id)),
    );
    await this.discard(organizationId, await this.rows.remove(gone));
  }

  /**
   * Removes those of the files that a message contained and that no message needs now. The caller's transaction holds
   * the locks of their owners.
   */
  async discardUnneeded(organizationId: OrganizationId, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.rows.hold(ids);
    await this.discard(organizationId, await this.rows.remove(await this.rows.unneeded(ids)));
  }

  /** Owners of the files in these messages. */
  async ownersOf(messageIds: readonly number[]): Promise<UserId[]> {
    return [...new Set((await this.rows.ofMessages(messageIds)).map(({ ownerId }) => ownerId))];
  }

  /** The actor's own files, ascending by id, and the size of all files of the organization in bytes. */
  async list(actor: Actor): Promise<{ files: ListedAttachment[]; used: number }> {
    const [files, used] = await Promise.all([this.rows.listOwn(actor.userId), this.space.used(actor.organizationId)]);
    return { files, used };
  }

  /** Deletes a file. Links to it no longer work. */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.transactions.run([lock.user(actor.userId)], async () => {
      const file = await this.rows.find(id);
      if (file?.ownerId !== actor.userId) throw new AttachmentIsInvalid();
      await this.discard(actor.organizationId, await this.rows.remove([id]));
    });
  }

  /** Removes files that were uploaded before that time and never used. `true`: there may be more. */
  async sweepUnused(before: Date, limit: number, signal: AbortSignal): Promise<boolean> {
    const unused = await this.rows.unused(before, limit);
    for (const { id, ownerId, organizationId } of unused) {
      if (signal.aborted) return false;
      await this.transactions.run([lock.user(ownerId)], async () =>
        this.discard(organizationId, await this.rows.remove([id], true)),
      );
    }
    return unused.length === limit;
  }

  private async discard(organizationId: OrganizationId, removed: readonly RemovedAttachment[]): Promise<void> {
    if (removed.length === 0) return;
    await this.removals.insert(removed.flatMap(({ fileKeys }) => fileKeys));
    const bytes = removed.reduce((sum, { size }) => sum + size, 0);
    const used = await this.space.free(organizationId, bytes);
    for (const one of removed) this.clients.tellRemoved(organizationId, one, used);
    this.transactions.required.afterCommit.push(() => this.workers.nudge(FILE_REMOVER));
  }

  /** The event about a file lists its messages, so it is written after the message. */
  private tellBeforeCommit(organizationId: OrganizationId, ids: readonly number[]): void {
    if (ids.length === 0) return;
    const { beforeCommit } = this.transactions.required;
    beforeCommit.unshift(async () => {
      const used = await this.space.used(organizationId);
      for (const file of await this.rows.listed(ids)) this.clients.tellUpdated(organizationId, file, used);
    });
  }

  private async found(
    pathIds: readonly string[],
    find: (paths: string[]) => Promise<Parameters<typeof linkedUpload>[0][]>,
  ): Promise<LinkedUpload[]> {
    if (pathIds.length === 0) return [];
    const decoded = new Map(pathIds.map((pathId) => [pathId, decodedPath(pathId)]));
    const files = await find([...new Set(decoded.values())]);
    const byPath = new Map(files.map((file) => [file.pathId, file]));
    return Array.from(decoded, ([pathId, path]) => ({ pathId, file: byPath.get(path) })).flatMap(({ pathId, file }) =>
      file ? [{ ...linkedUpload(file), pathId }] : [],
    );
  }
}

const STATES = { pending: THUMBNAILS.pending, ready: THUMBNAILS.ready, failed: THUMBNAILS.failed };

const stateOf = ({ image }: LinkedUpload) => (image ? STATES[image.state] : THUMBNAILS.none);

function decodedPath(pathId: string): string {
  try {
    return decodeURIComponent(pathId).replace(/\0/g, '');
  } catch {
    return pathId;
  }
}
