import { Module } from '@nestjs/common';
import { DraftsModule } from './drafts/drafts.module';
import { SavedSnippetsModule } from './saved-snippets/saved-snippets.module';

/** The nouns of this context. */
@Module({ imports: [DraftsModule, SavedSnippetsModule] })
export class DraftsContextModule {}
