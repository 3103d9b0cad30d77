import { Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ChannelFolderRepository } from '../store/channel-folder.repository';
import { channelFolderObject } from './channel-folder.client-events';

/** `channel_folders` of POST /register: all of them, in their order. */
@Injectable()
export class ChannelFoldersSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = ['channel_folder', 'channel_folders'];

  constructor(
    private readonly folders: ChannelFolderRepository,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { channel_folders: (await this.folders.list(actor.organizationId)).map(channelFolderObject) };
  }
}
