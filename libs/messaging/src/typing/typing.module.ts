import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { SendingModule } from '../sending/sending.module';
import { DirectTypingViewers } from './direct-typing-viewers.service';
import { EditTyping } from './edit-typing.service';
import { TypingClientEvents } from './typing.client-events';
import { TypingController } from './typing.controller';
import { TypingRecipients } from './typing-recipients.service';
import { Typing } from './typing.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule, RealtimeModule, AccessModule, AudiencesModule, SendingModule],
  controllers: [TypingController],
  providers: [DirectTypingViewers, EditTyping, Typing, TypingClientEvents, TypingRecipients],
})
export class TypingModule {}
