import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { SearchModule } from '../search/search.module';
import { Narrows } from './narrows.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule, RecordsModule, SearchModule],
  providers: [Narrows],
  exports: [Narrows],
})
export class NarrowsModule {}
