import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { SavedSnippetRepository } from './saved-snippet.repository';
import { SavedSnippetClientEvents } from './saved-snippets.client-events';
import { SavedSnippetsController } from './saved-snippets.controller';
import { SavedSnippets } from './saved-snippets.service';

/** Texts that users keep to send them again. */
@Module({
  imports: [RealtimeModule, IdentityModule],
  controllers: [SavedSnippetsController],
  providers: [SavedSnippetClientEvents, SavedSnippetRepository, SavedSnippets],
})
export class SavedSnippetsModule {}
