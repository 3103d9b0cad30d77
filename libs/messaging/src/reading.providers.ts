import { Absences } from './app/absences.service';
import { Compactions } from './app/compactions.service';
import { FlagClientEvents } from './app/flag.client-events';
import { Flags } from './app/flags.service';
import { Letters } from './app/letters.service';
import { Lexemes } from './app/lexemes.service';
import { NewestMessageSnapshot, RecentConversationsSnapshot, StarredSnapshot } from './app/message.snapshots';
import { NarrowFlags } from './app/narrow-flags.service';
import { Narrows } from './app/narrows.service';
import { Readings } from './app/readings.service';
import { SearchIndexReactions } from './app/search-index.reactions';
import { SearchIndex } from './app/search-index.service';
import { SearchIndexer } from './app/search-indexer.service';
import { Searches } from './app/searches.service';
import { SenderMutesReactions } from './app/sender-mutes.reactions';
import { SenderMutes } from './app/sender-mutes.service';
import { SpectatorMessages } from './app/spectator-messages.service';
import { Topics } from './app/topics.service';
import { UnreadSnapshot } from './app/unread.snapshot';
import { MutedTopicsClientEvents } from './app/muted-topics.client-events';
import { UserTopicClientEvents } from './app/user-topic.client-events';
import { UserTopics } from './app/user-topics.service';
import { UserTopicsSnapshot } from './app/user-topics.snapshot';
import { FlagsController } from './http/flags.controller';
import { MessagePagesController } from './http/message-pages.controller';
import { ReadingsController } from './http/readings.controller';
import { TopicsController } from './http/topics.controller';
import { UserTopicsController } from './http/user-topics.controller';
import { AbsenceRepository } from './store/absence.repository';
import { FlagRepository } from './store/flag.repository';
import { PageRepository } from './store/page.repository';
import { ReadStateRepository } from './store/read-state.repository';
import { SearchIndexRepository } from './store/search-index.repository';
import { SenderMuteRepository } from './store/sender-mute.repository';
import { TopicRepository } from './store/topic.repository';
import { UserTopicRepository } from './store/user-topic.repository';
import { WordPageRepository } from './store/word-page.repository';

/** How messages are found and read: pages, narrows, search, flags, and what one says of topics. */
export const READING_PROVIDERS = [
  AbsenceRepository,
  Absences,
  Compactions,
  FlagClientEvents,
  FlagRepository,
  Flags,
  Letters,
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
