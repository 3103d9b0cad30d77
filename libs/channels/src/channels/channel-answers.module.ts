import { ChannelReference } from '@app/identity';
import { Global, Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { ChannelReferences } from './channel-reference.service';

/** Answers questions of identity: so it is known everywhere, and needs nothing of identity itself. */
@Global()
@Module({
  imports: [RecordsModule],
  providers: [{ provide: ChannelReference, useClass: ChannelReferences }],
  exports: [ChannelReference],
})
export class ChannelAnswersModule {}
