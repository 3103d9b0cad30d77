import type { MessageId, UserId } from '@app/kernel';
import type { Change, PropagateMode } from '../changes/message-edit';
import { isSameTopic, TopicPlace } from '../topics/topic';
import type { ThreadPart } from '../records/thread';

/** A move of messages of one topic, as it was decided when it was asked for. */
export interface ThreadMove {
  readonly moverId: UserId;
  /** The message that the request named. */
  readonly messageId: MessageId;
  readonly from: TopicPlace;
  readonly to: TopicPlace;
  /** False: each message keeps its own spelling of the topic. */
  readonly isRenamed: boolean;
  readonly propagateMode: PropagateMode;
  readonly resolution: Change['resolution'];
  readonly tellsOldThread: boolean;
  readonly tellsNewThread: boolean;
  /** Messages below this id stay. */
  readonly lowestId: number;
  /** Messages that the mover has not received stay. */
  readonly isOfReceived: boolean;
  /** All that the mover can see in the old topic moves. */
  readonly isWhole: boolean;
  /** The new topic had messages before. */
  readonly isMerge: boolean;
  /** When it was decided, in UNIX seconds. */
  readonly at: number;
}

/** How far a move has come. The newest messages move first. */
export interface MoveProgress {
  /** Messages from this id on need no further look; null: no message does. */
  readonly belowId: number | null;
  /** The visibility policies of users up to this id have moved. */
  readonly afterUserId: number;
  readonly movedCount: number;
  /** The newest message that moved. */
  readonly lastMessageId: MessageId;
  /** The chain that messages of an earlier chain (null: of none) have got; absent: none yet. */
  readonly chains?: readonly (readonly [earlierId: number | null, id: number])[];
}

/** The messages that a move is about, below an id. */
export const partOf = (
  { from, moverId, lowestId, isOfReceived }: Pick<ThreadMove, 'from' | 'moverId' | 'lowestId' | 'isOfReceived'>,
  belowId: number | null,
): ThreadPart => ({ ...from, lowestId, belowId, receivedBy: isOfReceived ? moverId : null });

/** Whether a message of the old topic changes its place: not where it has that spelling already. */
export const movesBy = (
  { from, to, isRenamed }: Pick<ThreadMove, 'from' | 'to' | 'isRenamed'>,
  topic: string,
): boolean => from.channelId !== to.channelId || (isRenamed && topic !== to.topic);

/** To write the rows of so many users whom a message mentions takes as long as to move a message. */
const NAMED_AS_MUCH = 20;

/** The newest of messages that ascend, as many as one transaction moves: one at least. Mentions of many count, too. */
export function batchOf<Message extends { readonly namedCount?: number }>(
  found: readonly Message[],
  most: number,
): readonly Message[] {
  let first = found.length;
  for (let weight = 0; first > 0; first--) {
    weight += 1 + (found[first - 1].namedCount ?? 0) / NAMED_AS_MUCH;
    if (weight > most && first < found.length) break;
  }
  return found.slice(first);
}

/** Only the spelling of the topic changes. */
export const isWithinTopic = ({ from, to }: Pick<ThreadMove, 'from' | 'to'>): boolean =>
  from.channelId === to.channelId && isSameTopic(from.topic, to.topic);
