import { DeletionClientEvents } from './removals/deletion.client-events';
import { Deletions } from './deleting/deletions.service';
import { EditViews } from './message-views/edit-views.service';
import { HeldMessages } from './access/held-messages.service';
import { StarRemovals } from './removals/star-removals.service';
import { MessageEdits } from './editing/message-edits.service';
import { MessageHistories } from './editing/message-histories.service';
import { MessageRewrites } from './editing/message-rewrites.service';
import { MessageUpdateClientEvents } from './changes/message-update.client-events';
import { MessageUpdates } from './editing/message-updates.service';
import { MoveJobs } from './moving/move-jobs.service';
import { MoveKeepers } from './moving/move-keepers.service';
import { MoveLimits } from './moving/move-limits.service';
import { MoveNews } from './moving/move-news.service';
import { MoveRights } from './moving/move-rights.service';
import { Moves } from './moving/moves.service';
import { Removals } from './removals/removals.service';
import { Retention } from './retention/retention.service';
import { ThreadMoves } from './moving/thread-moves.service';
import { ThreadNotices } from './notices/thread-notices.service';
import { TopicDeletions } from './deleting/topic-deletions.service';
import { TopicResets } from './user-topics/topic-resets.service';
import { UserTopicMoves } from './moving/user-topic-moves.service';
import { DeletionsController } from './deleting/deletions.controller';
import { MessageEditsController } from './editing/message-edits.controller';
import { DeletionRepository } from './records/deletion.repository';
import { MessageEditRepository } from './editing/message-edit.repository';
import { MoveJobRepository } from './moving/move-job.repository';
import { MoveRepository } from './moving/move.repository';
import { ResolutionNoticeRepository } from './notices/resolution-notice.repository';
import { TopicResetRepository } from './user-topics/topic-reset.repository';
import { UserTopicMoveRepository } from './moving/user-topic-move.repository';

/** What becomes of messages that are there: edits, moves, deletions. */
export const CHANGE_PROVIDERS = [
  DeletionClientEvents,
  DeletionRepository,
  Deletions,
  EditViews,
  HeldMessages,
  StarRemovals,
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
