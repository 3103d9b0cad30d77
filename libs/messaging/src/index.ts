/**
 * The messaging context: messages in channels and direct messages, read state and flags of users, narrows. Other
 * contexts import only this file.
 */
export { MessagingModule } from './messaging.module';

export { Absences } from './reading/absences.service';
export { Addressees } from './mail-notifications/addressees.service';
export type { Addressed, FreshMessage } from './mail-notifications/addressee.repository';
export { PUSH_CANDIDATE_WORKER, PushCandidates } from './push-candidates/push-candidates.service';
export type { PushCandidate, WaitingPushCandidate } from './push-candidates/push-candidate.repository';
export { REASON } from './mail-notifications/missed-message';
export type { Reason } from './mail-notifications/missed-message';
export { Attachments } from './attachments/attachments.service';
export { ChannelMessages } from './sending/channel-messages.service';
export { Deletions } from './deleting/deletions.service';
export { DirectMessages } from './sending/direct-messages.service';
export type { Draft } from './writing/message-preparation.service';
export { Flags } from './flags/flags.service';
export type { ReaderMessageView } from './message-views/message-views.service';
export { Messages } from './messages/messages.service';
export type { Page } from './messages/messages.service';
export { Moves } from './moving/moves.service';
export type { Moved } from './moving/moves.service';
export { Readings } from './reading/readings.service';
export { Rerenderings } from './rerenderings/rerenderings.service';
export { SearchIndex } from './search/search-index.service';
export type { IndexStatus } from './search/search-index.service';
export { SenderMutes } from './sender-mutes/sender-mutes.service';
export { UnreadMessageViews } from './reading/unread-message-views.service';

export { Notices } from './notices/notices.service';

export { MAX_MESSAGE_LENGTH, normaliseContent } from './content';
export { MessageIsInvalid } from './errors';
export { MAX_TOPIC_LENGTH, normaliseTopic } from './topics/topic';
export { truncate } from './truncate';
