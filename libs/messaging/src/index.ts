/**
 * Messaging: messages in channels and between people, what each user has read and marked, narrows. Nothing else of this
 * room may be imported.
 */
export { MessagingModule } from './messaging.module';

export { Absences } from './app/absences.service';
export { Addressees } from './app/addressees.service';
export type { Addressed, FreshMessage } from './store/addressee.repository';
export { CALL_TAKER, Calls } from './app/calls.service';
export type { Call, WaitingCall } from './store/call.repository';
export { REASON } from './domain/missed-message';
export type { Reason } from './domain/missed-message';
export { Attachments } from './app/attachments.service';
export { ChannelMessages } from './app/channel-messages.service';
export { Deletions } from './app/deletions.service';
export { DirectMessages } from './app/direct-messages.service';
export type { Draft } from './app/dispatches.service';
export { Flags } from './app/flags.service';
export type { ViewedLetter } from './app/letters.service';
export { Messages } from './app/messages.service';
export type { Page } from './app/messages.service';
export { Moves } from './app/moves.service';
export type { Moved } from './app/moves.service';
export { Readings } from './app/readings.service';
export { Rerenderings } from './app/rerenderings.service';
export { SearchIndex } from './app/search-index.service';
export type { IndexStatus } from './app/search-index.service';
export { SenderMutes } from './app/sender-mutes.service';
export { UnreadLetters } from './app/unread-letters.service';

export { Notices } from './app/notices.service';

export { MAX_MESSAGE_LENGTH, normaliseContent } from './domain/content';
export { MessageIsInvalid } from './domain/errors';
export { MAX_TOPIC_LENGTH, normaliseTopic } from './domain/topic';
export { truncate } from './domain/truncate';
