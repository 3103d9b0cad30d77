import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { LinkPreviewsModule } from '../link-previews/link-previews.module';
import { PollsModule } from '../polls/polls.module';
import { PushCandidatesModule } from '../push-candidates/push-candidates.module';
import { RecordsModule } from '../records/records.module';
import { RenderingModule } from '../rendering/rendering.module';
import { SenderMutesModule } from '../sender-mutes/sender-mutes.module';
import { MessagePreparation } from './message-preparation.service';
import { MessageWriter } from './message-writer.service';
import { MessageClientEvents } from './message.client-events';
import { SenderVisibility } from './sender-visibility.service';

@Module({
  imports: [
    IdentityModule,
    RealtimeModule,
    AttachmentsModule,
    LinkPreviewsModule,
    PollsModule,
    PushCandidatesModule,
    RecordsModule,
    RenderingModule,
    SenderMutesModule,
  ],
  providers: [MessageClientEvents, MessagePreparation, MessageWriter, SenderVisibility],
  exports: [MessagePreparation, MessageWriter],
})
export class WritingModule {}
