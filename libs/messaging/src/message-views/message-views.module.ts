import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AnswerRepository } from './answer.repository';
import { AnswersReactions } from './answers.reactions';
import { EditViews } from './edit-views.service';
import { MessageViews } from './message-views.service';

@Module({
  imports: [ChannelsContextModule, IdentityModule],
  providers: [AnswerRepository, AnswersReactions, EditViews, MessageViews],
  exports: [MessageViews],
})
export class MessageViewsModule {}
