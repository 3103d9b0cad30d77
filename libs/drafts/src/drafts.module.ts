import { ChannelsModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { DraftChecks } from './app/draft-checks.service';
import { DraftClientEvents } from './app/drafts.client-events';
import { DraftsReactions } from './app/drafts.reactions';
import { Drafts } from './app/drafts.service';
import { SavedSnippetClientEvents } from './app/saved-snippets.client-events';
import { SavedSnippets } from './app/saved-snippets.service';
import { DraftsController } from './http/drafts.controller';
import { SavedSnippetsController } from './http/saved-snippets.controller';
import { DraftRepository } from './store/draft.repository';
import { SavedSnippetRepository } from './store/saved-snippet.repository';

/** What people have begun to write, and what they keep to write it again. */
@Module({
  imports: [RealtimeModule, IdentityModule, ChannelsModule],
  controllers: [DraftsController, SavedSnippetsController],
  providers: [
    DraftChecks,
    DraftClientEvents,
    DraftRepository,
    Drafts,
    DraftsReactions,
    SavedSnippetClientEvents,
    SavedSnippetRepository,
    SavedSnippets,
  ],
})
export class DraftsModule {}
