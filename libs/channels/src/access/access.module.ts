import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { ChannelExplanations } from './channel-explanations.service';
import { ChannelReaders } from './channel-readers.service';
import { ChannelViewers } from './channel-viewers.service';
import { Policies } from './policies.service';

@Module({
  imports: [IdentityModule, RecordsModule],
  providers: [ChannelExplanations, ChannelReaders, ChannelViewers, Policies],
  exports: [ChannelExplanations, ChannelReaders, ChannelViewers, Policies],
})
export class AccessModule {}
