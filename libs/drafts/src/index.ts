/** Drafts and saved snippets. Nothing else of this room may be imported. */
export { DraftsContextModule } from './drafts-context.module';
