import { ChannelHistory } from '@app/channels';
import { NewestMessage } from '@app/identity';
import { Global, Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { ChannelHistories } from './channel-histories.service';
import { ChannelHistoryRepository } from './channel-history.repository';
import { NewestMessages } from './newest-messages.service';

/** Global, because it implements ports of lower contexts. It imports nothing from them. */
@Global()
@Module({
  imports: [RecordsModule],
  providers: [
    ChannelHistoryRepository,
    { provide: ChannelHistory, useClass: ChannelHistories },
    { provide: NewestMessage, useClass: NewestMessages },
  ],
  exports: [ChannelHistory, NewestMessage],
})
export class MessageHistoryModule {}
