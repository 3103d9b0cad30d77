import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { ChangesModule } from '../changes/changes.module';
import { LinkPreviewsModule } from '../link-previews/link-previews.module';
import { MovingModule } from '../moving/moving.module';
import { RecordsModule } from '../records/records.module';
import { RenderingModule } from '../rendering/rendering.module';
import { SendingModule } from '../sending/sending.module';
import { EditDecisions } from './edit-decisions.service';
import { MessageEditRepository } from './message-edit.repository';
import { MessageEditsController } from './message-edits.controller';
import { MessageEdits } from './message-edits.service';
import { MessageHistories } from './message-histories.service';
import { MessageRewrites } from './message-rewrites.service';
import { MessageUpdates } from './message-updates.service';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    AttachmentsModule,
    AudiencesModule,
    ChangesModule,
    LinkPreviewsModule,
    MovingModule,
    RecordsModule,
    RenderingModule,
    SendingModule,
  ],
  controllers: [MessageEditsController],
  providers: [EditDecisions, MessageEditRepository, MessageEdits, MessageHistories, MessageRewrites, MessageUpdates],
})
export class EditingModule {}
