import { DeletionClientEvents } from './app/deletion.client-events';
import { Deletions } from './app/deletions.service';
import { EditViews } from './app/edit-views.service';
import { HeldMessages } from './app/held-messages';
import { LostStars } from './app/lost-stars.service';
import { MessageEdits } from './app/message-edits.service';
import { MessageHistories } from './app/message-histories.service';
import { MessageRewrites } from './app/message-rewrites.service';
import { MessageUpdateClientEvents } from './app/message-update.client-events';
import { MessageUpdates } from './app/message-updates.service';
import { MoveJobs } from './app/move-jobs.service';
import { MoveKeepers } from './app/move-keepers.service';
import { MoveLimits } from './app/move-limits';
import { MoveNews } from './app/move-news.service';
import { MoveRights } from './app/move-rights.service';
import { Moves } from './app/moves.service';
import { Removals } from './app/removals.service';
import { Retention } from './app/retention.service';
import { ThreadMoves } from './app/thread-moves.service';
import { ThreadNotices } from './app/thread-notices.service';
import { TopicDeletions } from './app/topic-deletions.service';
import { TopicResets } from './app/topic-resets.service';
import { UserTopicMoves } from './app/user-topic-moves.service';
import { DeletionsController } from './http/deletions.controller';
import { MessageEditsController } from './http/message-edits.controller';
import { DeletionRepository } from './store/deletion.repository';
import { MessageEditRepository } from './store/message-edit.repository';
import { MoveJobRepository } from './store/move-job.repository';
import { MoveRepository } from './store/move.repository';
import { ResolutionNoticeRepository } from './store/resolution-notice.repository';
import { TopicResetRepository } from './store/topic-reset.repository';
import { UserTopicMoveRepository } from './store/user-topic-move.repository';

/** What becomes of messages that are there: edits, moves, deletions. */
export const CHANGE_PROVIDERS = [
  DeletionClientEvents,
  DeletionRepository,
  Deletions,
  EditViews,
  HeldMessages,
  LostStars,
  MessageEditRepository,
  MessageEdits,
  MessageHistories,
  MessageRewrites,
  MessageUpdateClientEvents,
  MessageUpdates,
  MoveJobRepository,
  MoveJobs,
  MoveKeepers,
  MoveLimits,
  MoveNews,
  MoveRepository,
  MoveRights,
  Moves,
  Removals,
  ResolutionNoticeRepository,
  Retention,
  ThreadMoves,
  ThreadNotices,
  TopicDeletions,
  TopicResetRepository,
  TopicResets,
  UserTopicMoveRepository,
  UserTopicMoves,
];

export const CHANGE_CONTROLLERS = [DeletionsController, MessageEditsController];
