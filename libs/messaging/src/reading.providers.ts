import { Absences } from './reading/absences.service';
import { Compactions } from './flags/compactions.service';
import { FlagClientEvents } from './flags/flag.client-events';
import { Flags } from './flags/flags.service';
import { MessageViews } from './message-views/message-views.service';
import { Lexemes } from './search/lexemes.service';
import { NewestMessageSnapshot, RecentConversationsSnapshot, StarredSnapshot } from './messages/message.snapshots';
import { NarrowFlags } from './flags/narrow-flags.service';
import { Narrows } from './narrows/narrows.service';
import { Readings } from './reading/readings.service';
import { SearchIndexReactions } from './search/search-index.reactions';
import { SearchIndex } from './search/search-index.service';
import { SearchIndexer } from './search/search-indexer.service';
import { Searches } from './search/searches.service';
import { SenderMutesReactions } from './reading/sender-mutes.reactions';
import { SenderMutes } from './reading/sender-mutes.service';
import { SpectatorMessages } from './messages/spectator-messages.service';
import { Topics } from './topics/topics.service';
import { UnreadSnapshot } from './reading/unread.snapshot';
import { MutedTopicsClientEvents } from './user-topics/muted-topics.client-events';
import { UserTopicClientEvents } from './user-topics/user-topic.client-events';
import { UserTopics } from './user-topics/user-topics.service';
import { UserTopicsSnapshot } from './user-topics/user-topics.snapshot';
import { FlagsController } from './flags/flags.controller';
import { MessagePagesController } from './messages/message-pages.controller';
import { ReadingsController } from './reading/readings.controller';
import { TopicsController } from './topics/topics.controller';
import { UserTopicsController } from './user-topics/user-topics.controller';
import { AbsenceRepository } from './reading/absence.repository';
import { FlagRepository } from './records/flag.repository';
import { PageRepository } from './messages/page.repository';
import { ReadStateRepository } from './records/read-state.repository';
import { SearchIndexRepository } from './search/search-index.repository';
import { SenderMuteRepository } from './reading/sender-mute.repository';
import { TopicRepository } from './topics/topic.repository';
import { UserTopicRepository } from './user-topics/user-topic.repository';
import { WordPageRepository } from './messages/word-page.repository';

/** How messages are found and read: pages, narrows, search, flags, and what one says of topics. */
export const READING_PROVIDERS = [
  AbsenceRepository,
  Absences,
  Compactions,
  FlagClientEvents,
  FlagRepository,
  Flags,
  MessageViews,
  Lexemes,
  NarrowFlags,
  Narrows,
  NewestMessageSnapshot,
  PageRepository,
  ReadStateRepository,
  Readings,
  RecentConversationsSnapshot,
  SearchIndex,
  SearchIndexReactions,
  SearchIndexRepository,
  SearchIndexer,
  Searches,
  SenderMuteRepository,
  SenderMutes,
  SenderMutesReactions,
  SpectatorMessages,
  StarredSnapshot,
  TopicRepository,
  Topics,
  UnreadSnapshot,
  MutedTopicsClientEvents,
  UserTopicClientEvents,
  UserTopicRepository,
  UserTopics,
  UserTopicsSnapshot,
  WordPageRepository,
];

export const READING_CONTROLLERS = [
  MessagePagesController,
  FlagsController,
  ReadingsController,
  TopicsController,
  UserTopicsController,
];
