import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SavedSnippetEntity } from './saved-snippet.entity';
import { SavedSnippetRepository } from './saved-snippet.repository';
import { SavedSnippetClientEvents } from './saved-snippets.client-events';
import { SavedSnippetsController } from './saved-snippets.controller';
import { SavedSnippets } from './saved-snippets.service';

/** Texts that users store in order to send them again. */
@Module({
  imports: [TypeOrmModule.forFeature([SavedSnippetEntity]), RealtimeModule, IdentityModule],
  controllers: [SavedSnippetsController],
  providers: [SavedSnippetClientEvents, SavedSnippetRepository, SavedSnippets],
})
export class SavedSnippetsModule {}
