/** The moderation context: reports of messages. Other contexts import only this file. */
export { ModerationModule } from './moderation.module';
