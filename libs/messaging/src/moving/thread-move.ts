import type { MessageId, UserId } from '@app/kernel';
import type { Change, PropagateMode } from '../changes/message-edit';
import { isSameTopic, TopicPlace } from '../topics/topic';
import type { ThreadPart } from '../records/thread';

/** A move of messages of one topic, as it was decided at the request. */
export interface ThreadMove {
  readonly moverId: UserId;
  /** The message in the request. */
  readonly messageId: MessageId;
  readonly from: TopicPlace;
  readonly to: TopicPlace;
  /** `false`: each message keeps its own spelling of the topic. */
  readonly isRenamed: boolean;
  readonly propagateMode: PropagateMode;
  readonly resolution: Change['resolution'];
  readonly tellsOldThread: boolean;
  readonly tellsNewThread: boolean;
  /** Messages below this id are not moved. */
  readonly lowestId: number;
  /** Messages that the user has not received are not moved. */
  readonly isOfReceived: boolean;
  /** All messages of the old topic that the user sees are moved. */
  readonly isWhole: boolean;
  /** The new topic had messages before. */
  readonly isMerge: boolean;
  /** The time of the decision, in UNIX seconds. */
  readonly at: number;
}

/** The progress of a move. The newest messages move first. */
export interface MoveProgress {
  /** Messages from this id on are done; `null`: all are done. */
  readonly belowId: number | null;
  /** The topic policies of users up to this id are done. */
  readonly afterUserId: number;
  readonly movedCount: number;
  /** The newest moved message. */
  readonly lastMessageId: MessageId;
  /** The new chain for messages of an earlier chain (`null`: of none); absent: none yet. */
  readonly chains?: readonly (readonly [earlierId: number | null, id: number])[];
}

/** The messages of a move below an id. */
export const partOf = (
  { from, moverId, lowestId, isOfReceived }: Pick<ThreadMove, 'from' | 'moverId' | 'lowestId' | 'isOfReceived'>,
  belowId: number | null,
): ThreadPart => ({ ...from, lowestId, belowId, receivedBy: isOfReceived ? moverId : null });

/** Whether a message of the old topic changes its place. One that already has the new spelling does not. */
export const movesBy = (
  { from, to, isRenamed }: Pick<ThreadMove, 'from' | 'to' | 'isRenamed'>,
  topic: string,
): boolean => from.channelId !== to.channelId || (isRenamed && topic !== to.topic);

/** To find out of so many users on a message's lists who keeps it takes no longer than to move a message. */
const LISTED_AS_MUCH = 20;

/** The newest of messages that ascend, as many as one transaction moves: one at least. Mentions of many count, too. */
export function batchOf<Message extends { readonly listedCount?: number }>(
  found: readonly Message[],
  most: number,
): readonly Message[] {
  let first = found.length;
  for (let weight = 0; first > 0; first--) {
    weight += 1 + (found[first - 1]?.listedCount ?? 0) / LISTED_AS_MUCH;
    if (weight > most && first < found.length) break;
  }
  return found.slice(first);
}

/** Whether only the spelling of the topic changes. */
export const isWithinTopic = ({ from, to }: Pick<ThreadMove, 'from' | 'to'>): boolean =>
  from.channelId === to.channelId && isSameTopic(from.topic, to.topic);
