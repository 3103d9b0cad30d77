/** Drafts and saved snippets. Nothing else of this room may be imported. */
export { DraftsModule } from './drafts.module';
