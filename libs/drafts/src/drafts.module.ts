import { ChannelsModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { DraftChecks } from './drafts/draft-checks.service';
import { DraftClientEvents } from './drafts/drafts.client-events';
import { DraftsReactions } from './drafts/drafts.reactions';
import { Drafts } from './drafts/drafts.service';
import { SavedSnippetClientEvents } from './saved-snippets/saved-snippets.client-events';
import { SavedSnippets } from './saved-snippets/saved-snippets.service';
import { DraftsController } from './drafts/drafts.controller';
import { SavedSnippetsController } from './saved-snippets/saved-snippets.controller';
import { DraftRepository } from './drafts/draft.repository';
import { SavedSnippetRepository } from './saved-snippets/saved-snippet.repository';

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
