import { ChannelsContextModule } from '@app/channels';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { TargetMessages } from './target-messages.service';
import { HeldMessages } from './held-messages.service';

@Module({
  imports: [ChannelsContextModule, RecordsModule],
  providers: [TargetMessages, HeldMessages],
  exports: [TargetMessages, HeldMessages],
})
export class AccessModule {}
