import { assertAdministrator, assertNotGuest, Audit } from '@app/identity';
import { type OrganizationId, single } from '@app/kernel';
import { Actor, lock, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ChannelFolder, checkedFolderName } from './channel-folder';
import {
  ChannelFolderIsInUse,
  ChannelFolderIsUnknown,
  ChannelFolderNameIsTaken,
  ChannelFolderOrderIsInvalid,
} from '../errors';
import { ChannelFolderRepository } from './channel-folder.repository';
import { CHANNEL_FOLDERS } from '../row-limits';
import { ChannelFolderChange, ChannelFolderClientEvents, channelFolderObject } from './channel-folder.client-events';
import { Descriptions } from '../channels/descriptions.service';

/** The requested values of a folder; absent fields stay as they are. */
export interface FolderPatch {
  readonly name?: string;
  /** Markdown. */
  readonly description?: string;
  readonly isArchived?: boolean;
}

/**
 * The folders of an organization. Administrators change them under the organization's lock (docs/protocol/channels.md).
 */
@Injectable()
export class ChannelFolders {
  constructor(
    private readonly folders: ChannelFolderRepository,
    private readonly descriptions: Descriptions,
    private readonly clientEvents: ChannelFolderClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly rowQuota: RowQuota,
  ) {}

  /**
   * Asserts that a channel may be put into the folder. The caller's transaction holds the organization's lock,
   * exclusive or shared.
   * @throws ChannelFolderIsUnknown, also for one that is archived
   */
  async assertUsable(organizationId: OrganizationId, folderId: number): Promise<void> {
    const folder = await this.folders.find(organizationId, folderId);
    if (!folder || folder.isArchived) throw new ChannelFolderIsUnknown();
  }

  /**
   * Ordered by position.
   * @throws MustNotBeGuest
   */
  async list(actor: Actor, withArchived: boolean): Promise<ChannelFolder[]> {
    assertNotGuest(actor);
    const folders = await this.folders.list(actor.organizationId);
    return folders.filter(({ isArchived }) => withArchived || !isArchived);
  }

  /** @throws MustBeAdministrator, ChannelFolderNameIsInvalid, ChannelFolderNameIsTaken */
  async create(actor: Actor, folder: { readonly name: string; readonly description: string }): Promise<ChannelFolder> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    const name = checkedFolderName(folder.name);
    const text = single(await this.descriptions.render(actor, [{ name, description: folder.description }]));
    return this.transactions.run([lock.organization(organizationId)], async () => {
      await this.assertNameIsFree(organizationId, name, null);
      await this.rowQuota.assert(CHANNEL_FOLDERS, organizationId);
      const folder = await this.folders.insert(organizationId, actor.userId, text);
      this.clientEvents.tellAdded(organizationId, folder);
      this.audit.record({
        organizationId,
        action: 'created',
        object: { type: 'channel_folder', id: folder.id },
        after: { name: folder.name, description: folder.description },
      });
      return folder;
    });
  }

  /**
   * Changes the values that differ. Clients are told only about these.
   * @throws MustBeAdministrator, ChannelFolderIsUnknown, ChannelFolderNameIsInvalid, ChannelFolderNameIsTaken,
   * ChannelFolderIsInUse
   */
  async update(actor: Actor, folderId: number, patch: FolderPatch): Promise<void> {
    assertAdministrator(actor);
    const name = patch.name === undefined ? undefined : checkedFolderName(patch.name);
    const text = await this.rendered(actor, patch.description);
    await this.transactions.run([lock.organization(actor.organizationId)], async () => {
      const before = await this.folders.find(actor.organizationId, folderId);
      if (!before) throw new ChannelFolderIsUnknown();
      const after: ChannelFolder = {
        ...before,
        ...text,
        name: name ?? before.name,
        isArchived: patch.isArchived ?? before.isArchived,
      };
      const change = changeOf(before, after);
      if (Object.keys(change).length === 0) return;
      await this.assertChangeIsPossible(actor.organizationId, before, after);
      await this.folders.update(after);
      this.clientEvents.tellUpdated(actor.organizationId, folderId, change);
      this.recordChange(actor.organizationId, before, change);
    });
  }

  /**
   * Sets the order of all folders, including archived ones.
   * @throws MustBeAdministrator, ChannelFolderOrderIsInvalid
   */
  async reorder(actor: Actor, folderIds: readonly number[]): Promise<void> {
    assertAdministrator(actor);
    const { organizationId } = actor;
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const before = (await this.folders.list(organizationId)).map(({ id }) => id);
      const wanted = new Set(folderIds);
      const isWhole = folderIds.length === before.length && before.every((id) => wanted.has(id));
      if (!isWhole) throw new ChannelFolderOrderIsInvalid();
      if (before.join() === folderIds.join()) return;
      await this.folders.reorder(organizationId, folderIds);
      this.clientEvents.tellReordered(organizationId, folderIds);
      this.audit.record({
        organizationId,
        action: 'reordered',
        object: { type: 'channel_folder', id: null },
        before: { order: before },
        after: { order: [...folderIds] },
      });
    });
  }

  private async rendered(
    actor: Actor,
    description: string | undefined,
  ): Promise<Partial<Pick<ChannelFolder, 'description' | 'renderedDescription'>>> {
    if (description === undefined) return {};
    const text = single(await this.descriptions.render(actor, [{ name: '', description }]));
    return { description: text.description, renderedDescription: text.renderedDescription };
  }

  private async assertChangeIsPossible(
    organizationId: OrganizationId,
    before: ChannelFolder,
    after: ChannelFolder,
  ): Promise<void> {
    if (after.isArchived && !before.isArchived && (await this.folders.holdsChannels(before.id)))
      throw new ChannelFolderIsInUse();
    const claimsName = after.name !== before.name || before.isArchived;
    if (!after.isArchived && claimsName) await this.assertNameIsFree(organizationId, after.name, before.id);
  }

  private async assertNameIsFree(organizationId: OrganizationId, name: string, exceptId: number | null): Promise<void> {
    if (await this.folders.isNameTaken(organizationId, name, exceptId)) throw new ChannelFolderNameIsTaken(name);
  }

  private recordChange(organizationId: OrganizationId, before: ChannelFolder, change: ChannelFolderChange): void {
    const { rendered_description: _, ...after } = change;
    const old = channelFolderObject(before);
    const names = Object.keys(after) as (keyof typeof after)[];
    this.audit.record({
      organizationId,
      action: 'changed',
      object: { type: 'channel_folder', id: before.id },
      before: Object.fromEntries(names.map((name) => [name, old[name]])),
      after,
    });
  }
}

function changeOf(before: ChannelFolder, after: ChannelFolder): ChannelFolderChange {
  const [old, now] = [channelFolderObject(before), channelFolderObject(after)];
  return {
    ...(now.name === old.name ? {} : { name: now.name }),
    ...(now.description === old.description
      ? {}
      : { description: now.description, rendered_description: now.rendered_description }),
    ...(now.is_archived === old.is_archived ? {} : { is_archived: now.is_archived }),
  };
}
