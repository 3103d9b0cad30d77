import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { ConversationReadersIndex } from './conversation-readers.index';
import { MessageAudiences } from './message-audiences.service';
import { MessageReadersIndex } from './message-readers.index';
import { MessageReadersRepository } from './message-readers.repository';
import { ReaderFlags } from './reader-flags.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule, RealtimeModule, RecordsModule],
  providers: [ConversationReadersIndex, MessageAudiences, MessageReadersIndex, MessageReadersRepository, ReaderFlags],
  exports: [ConversationReadersIndex, MessageAudiences, MessageReadersIndex, ReaderFlags],
})
export class AudiencesModule {}
