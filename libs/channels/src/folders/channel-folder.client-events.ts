import type { OrganizationId, UserId } from '@app/kernel';
import { Audience, EventKind, EventLog, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { ChannelFolder } from './channel-folder';

/** A folder as clients receive it (docs/protocol/channels.md). */
export interface ChannelFolderObject {
  id: number;
  name: string;
  description: string;
  rendered_description: string;
  order: number;
  date_created: number;
  creator_id: UserId | null;
  is_archived: boolean;
}

/** The changed fields of a folder. */
export type ChannelFolderChange = Partial<
  Pick<ChannelFolderObject, 'name' | 'description' | 'rendered_description' | 'is_archived'>
>;

export const channelFolderObject = (folder: ChannelFolder): ChannelFolderObject => ({
  id: folder.id,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.renderedDescription,
  order: folder.position,
  date_created: folder.createdAt,
  creator_id: folder.creatorId,
  is_archived: folder.isArchived,
});

const TYPE = 'channel_folder';

const added: EventKind<{ folder: ChannelFolderObject }> = {
  kind: 'channel_folder_added',
  type: TYPE,
  variant: () => '',
  shape: ({ folder }) => ({ type: TYPE, op: 'add', channel_folder: folder }),
};

const updated: EventKind<{ folderId: number; change: ChannelFolderChange }> = {
  kind: 'channel_folder_updated',
  type: TYPE,
  variant: () => '',
  shape: ({ folderId, change }) => ({ type: TYPE, op: 'update', channel_folder_id: folderId, data: change }),
};

const reordered: EventKind<{ folderIds: readonly number[] }> = {
  kind: 'channel_folders_reordered',
  type: TYPE,
  variant: () => '',
  shape: ({ folderIds }) => ({ type: TYPE, op: 'reorder', order: folderIds }),
};

/** Folders are public within the organization: guests receive them too. */
const EVERYBODY: Audience = { to: 'organization', except: [] };

/** Client events of channel folders (docs/protocol/events.md). */
@Injectable()
export class ChannelFolderClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(added, updated, reordered);
  }

  tellAdded(organizationId: OrganizationId, folder: ChannelFolder): void {
    const payload = { folder: channelFolderObject(folder) };
    this.log.tell({ kind: added.kind, organizationId, audience: EVERYBODY, payload });
  }

  tellUpdated(organizationId: OrganizationId, folderId: number, change: ChannelFolderChange): void {
    this.log.tell({ kind: updated.kind, organizationId, audience: EVERYBODY, payload: { folderId, change } });
  }

  /** The event contains all folders in their order, including archived ones. */
  tellReordered(organizationId: OrganizationId, folderIds: readonly number[]): void {
    this.log.tell({ kind: reordered.kind, organizationId, audience: EVERYBODY, payload: { folderIds } });
  }
}
