import { Module } from '@nestjs/common';
import { ConversationRepository } from './conversation.repository';
import { DeletionRepository } from './deletion.repository';
import { FlagRepository } from './flag.repository';
import { MessageAudienceRepository } from './message-audience.repository';
import { MessageRepository } from './message.repository';
import { ReadStateRepository } from './read-state.repository';
import { ThreadRepository } from './thread.repository';

@Module({
  providers: [
    ConversationRepository,
    DeletionRepository,
    FlagRepository,
    MessageAudienceRepository,
    MessageRepository,
    ReadStateRepository,
    ThreadRepository,
  ],
  exports: [
    ConversationRepository,
    DeletionRepository,
    FlagRepository,
    MessageAudienceRepository,
    MessageRepository,
    ReadStateRepository,
    ThreadRepository,
  ],
})
export class RecordsModule {}
