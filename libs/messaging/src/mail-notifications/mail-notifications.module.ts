import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { WatermarkModule } from '../watermark/watermark.module';
import { AddresseeRepository } from './addressee.repository';
import { Addressees } from './addressees.service';
import { MissedEditRepository } from './missed-edit.repository';
import { MissedEditsEventHandlers } from './missed-edits.event-handlers';
import { MissedEdits } from './missed-edits.service';
import { MissedMessageMails } from './missed-message-mails.service';
import { MissedMessageRepository } from './missed-message.repository';
import { MissedMessages } from './missed-messages.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule, MessagesModule, WatermarkModule],
  providers: [
    AddresseeRepository,
    Addressees,
    MissedEditRepository,
    MissedEdits,
    MissedEditsEventHandlers,
    MissedMessageMails,
    MissedMessageRepository,
    MissedMessages,
  ],
  exports: [Addressees],
})
export class MailNotificationsModule {}
