import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { RecordsModule } from '../records/records.module';
import { RemovalsModule } from '../removals/removals.module';
import { RetentionController } from './retention.controller';
import { RetentionPreviews } from './retention-previews.service';
import { Retention } from './retention.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule, AttachmentsModule, RecordsModule, RemovalsModule],
  controllers: [RetentionController],
  providers: [Retention, RetentionPreviews],
})
export class RetentionModule {}
