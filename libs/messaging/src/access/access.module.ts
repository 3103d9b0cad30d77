import { ChannelsContextModule } from '@app/channels';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { AnsweredMessages } from './answered-messages.service';
import { HeldMessages } from './held-messages.service';

@Module({
  imports: [ChannelsContextModule, RecordsModule],
  providers: [AnsweredMessages, HeldMessages],
  exports: [AnsweredMessages, HeldMessages],
})
export class AccessModule {}
