import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChannelsModule } from '../channels/channels.module';
import { ChannelFolderClientEvents } from './channel-folder.client-events';
import { ChannelFolderEntity } from './channel-folder.entity';
import { ChannelFolderRepository } from './channel-folder.repository';
import { ChannelFoldersController } from './channel-folders.controller';
import { ChannelFolders } from './channel-folders.service';
import { ChannelFoldersSnapshot } from './channel-folders.snapshot';

@Module({
  imports: [TypeOrmModule.forFeature([ChannelFolderEntity]), IdentityModule, RealtimeModule, ChannelsModule],
  controllers: [ChannelFoldersController],
  providers: [ChannelFolderClientEvents, ChannelFolderRepository, ChannelFolders, ChannelFoldersSnapshot],
  exports: [ChannelFolders],
})
export class FoldersModule {}
