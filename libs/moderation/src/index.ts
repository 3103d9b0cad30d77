/** Moderation: reports of messages. Nothing else of this room may be imported. */
export { ModerationModule } from './moderation.module';
