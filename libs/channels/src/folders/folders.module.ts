import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { ChannelFolderClientEvents } from './channel-folder.client-events';
import { ChannelFolderRepository } from './channel-folder.repository';
import { ChannelFoldersController } from './channel-folders.controller';
import { ChannelFolders } from './channel-folders.service';
import { ChannelFoldersSnapshot } from './channel-folders.snapshot';

@Module({
  imports: [IdentityModule, RealtimeModule, ChannelsModule],
  controllers: [ChannelFoldersController],
  providers: [ChannelFolderClientEvents, ChannelFolderRepository, ChannelFolders, ChannelFoldersSnapshot],
  exports: [ChannelFolders],
})
export class FoldersModule {}
