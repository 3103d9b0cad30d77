import { ChannelReference } from '@app/identity';
import { Global, Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module';
import { ChannelReferences } from './channel-reference.service';

/** Global, because it implements ports of the identity context. It imports nothing from identity. */
@Global()
@Module({
  imports: [RecordsModule],
  providers: [{ provide: ChannelReference, useClass: ChannelReferences }],
  exports: [ChannelReference],
})
export class ChannelPortsModule {}
