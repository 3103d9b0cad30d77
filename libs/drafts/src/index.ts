/** The drafts context: drafts and saved snippets. Other contexts import only this file. */
export { DraftsContextModule } from './drafts-context.module';
