import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { MessageViewsModule } from '../message-views/message-views.module';
import { RecordsModule } from '../records/records.module';
import { ExportedMessageAccess } from './exported-message-access.service';
import { ExportedMessageRepository } from './exported-message.repository';
import { ExportedMessages } from './exported-messages.service';
import { ExportedUploads } from './exported-uploads.service';

@Module({
  imports: [IdentityModule, ChannelsContextModule, RecordsModule, MessageViewsModule],
  providers: [ExportedMessageAccess, ExportedMessageRepository, ExportedMessages, ExportedUploads],
})
export class ExportedMessagesModule {}
