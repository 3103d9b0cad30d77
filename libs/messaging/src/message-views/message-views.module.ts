import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AnswerRepository } from './answer.repository';
import { AnswersEventHandlers } from './answers.event-handlers';
import { EditViews } from './edit-views.service';
import { MessageViews } from './message-views.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule],
  providers: [AnswerRepository, AnswersEventHandlers, EditViews, MessageViews],
  exports: [MessageViews],
})
export class MessageViewsModule {}
