import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { ReactionAndSubmessageRepository } from './reaction-and-submessage.repository';
import { ReactionsAndSubmessagesEventHandlers } from './reactions-and-submessages.event-handlers';
import { EditViews } from './edit-views.service';
import { MessageViews } from './message-views.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule],
  providers: [ReactionAndSubmessageRepository, ReactionsAndSubmessagesEventHandlers, EditViews, MessageViews],
  exports: [MessageViews],
})
export class MessageViewsModule {}
