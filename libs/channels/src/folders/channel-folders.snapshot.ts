import { Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ChannelFolderRepository } from './channel-folder.repository';
import { channelFolderObject } from './channel-folder.client-events';
import { Spectators } from '../channels/spectators.service';

/** `channel_folders` of POST /register: all folders in their order. */
@Injectable()
export class ChannelFoldersSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = ['channel_folder', 'channel_folders'];

  constructor(
    private readonly folders: ChannelFolderRepository,
    private readonly spectators: Spectators,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { channel_folders: (await this.folders.list(actor.organizationId)).map(channelFolderObject) };
  }

  /** Only folders with a channel that spectators see. */
  async readForSpectator({ organizationId }: SpectatorViewer): Promise<Record<string, unknown>> {
    const used = new Set((await this.spectators.channelsOf(organizationId)).map(({ folder_id }) => folder_id));
    const folders = (await this.folders.list(organizationId)).filter(({ id }) => used.has(id));
    return { channel_folders: folders.map(channelFolderObject) };
  }
}
