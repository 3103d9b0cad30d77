import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DraftEntity } from './draft.entity';
import { DraftRepository } from './draft.repository';
import { DraftChecks } from './draft-checks.service';
import { DraftClientEvents } from './drafts.client-events';
import { DraftsController } from './drafts.controller';
import { DraftsEventHandlers } from './drafts.event-handlers';
import { Drafts } from './drafts.service';

/** Messages that users have begun to write. */
@Module({
  imports: [TypeOrmModule.forFeature([DraftEntity]), RealtimeModule, IdentityModule, ChannelsContextModule],
  controllers: [DraftsController],
  providers: [DraftChecks, DraftClientEvents, DraftRepository, Drafts, DraftsEventHandlers],
})
export class DraftsModule {}
