import type { ChannelId } from '@app/kernel';
import { createHash } from 'node:crypto';
import { normaliseContent } from '../content';
import {
  ContentCannotChangeWithChannel,
  ContentIsNotAsExpected,
  DirectMessagesCannotBeMoved,
  DirectMessagesHaveNoTopics,
  EmptyTopicCannotBeResolved,
  NothingToChange,
  OnlyPartMayBeMoved,
  PropagationNeedsMove,
  WidgetsCannotBeEdited,
} from './edit.errors';
import type { EditableMessage } from '../records/message';
import { normaliseNewTopic, RESOLVED_PREFIX, resolutionOf } from '../topics/topic';
import type { ThreadAges } from '../records/thread';

/** Which messages of a topic go with the one that is named: none, those after it, all. */
export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof PROPAGATE_MODES)[number];

/** What somebody wants of a message; null: as it is. */
export interface EditRequest {
  readonly content: string | null;
  readonly topic: string | null;
  readonly channelId: ChannelId | null;
  readonly propagateMode: PropagateMode;
  readonly tellsOldThread: boolean;
  readonly tellsNewThread: boolean;
  /** SHA-256 of the text that is to be replaced, in hexadecimal digits. */
  readonly expectedSha256: string | null;
}

/** What a request comes to for a message as it is; null: unchanged. */
export interface Change {
  readonly content: string | null;
  readonly topic: string | null;
  readonly channelId: ChannelId | null;
  /** Nothing else happens to the topic. */
  readonly resolution: 'resolved' | 'unresolved' | null;
}

/** A text that was edited away. */
const DELETED_CONTENT = '(deleted)';

/** So much later than said, for clients that began in time. */
const GRACE_SECONDS = 20;

/** @throws MessageContainsNull */
const editedContent = (text: string): string => (text.trim() === '' ? DELETED_CONTENT : normaliseContent(text));

/**
 * Looks for faults of the request itself; rights are for others to ask.
 * @throws NothingToChange, DirectMessagesCannotBeMoved, DirectMessagesHaveNoTopics, PropagationNeedsMove,
 *   ContentCannotChangeWithChannel, WidgetsCannotBeEdited, EmptyTopicCannotBeResolved, ContentIsNotAsExpected,
 *   TopicHasInvalidCharacter, MessageContainsNull
 */
export function changeOf(message: EditableMessage, request: EditRequest, emptyTopicName: string): Change {
  const isDirect = message.channelId === null;
  if (request.content === null && request.topic === null && request.channelId === null) throw new NothingToChange();
  if (isDirect && request.channelId !== null) throw new DirectMessagesCannotBeMoved();
  if (isDirect && request.topic !== null) throw new DirectMessagesHaveNoTopics();

  const written = request.topic === null ? null : normaliseNewTopic(request.topic, emptyTopicName);
  const topic = written === message.topic ? null : written;
  const channelId = request.channelId === message.channelId ? null : request.channelId;
  const content = request.content === null ? null : editedContent(request.content);
  const isMove = topic !== null || channelId !== null;
  if (content === null && !isMove) throw new NothingToChange();
  if (request.propagateMode !== 'change_one' && !isMove) throw new PropagationNeedsMove();
  if (content !== null && channelId !== null) throw new ContentCannotChangeWithChannel();
  if (content !== null && message.isWidget) throw new WidgetsCannotBeEdited();
  if (topic !== null && isResolvedEmptyTopic(topic, emptyTopicName)) throw new EmptyTopicCannotBeResolved();
  const { expectedSha256 } = request;
  if (expectedSha256 !== null && expectedSha256.toLowerCase() !== sha256(message.content)) {
    throw new ContentIsNotAsExpected();
  }
  const resolution = topic === null || channelId !== null ? null : resolutionOf(message.topic, topic);
  return { content, topic, channelId, resolution };
}

const isResolvedEmptyTopic = (topic: string, emptyTopicName: string): boolean =>
  topic === RESOLVED_PREFIX.trim() || topic === RESOLVED_PREFIX + emptyTopicName;

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** What was sent before is too old now for a limit; all in seconds, times in UNIX seconds. */
export const youngSince = (now: number, limit: number): number => now - limit - GRACE_SECONDS;

/** Whether something sent then, in UNIX seconds, is too old now for a limit in seconds; null: there is none. */
export const isTooOld = (sentAt: number, now: number, limit: number | null): boolean =>
  limit !== null && sentAt < youngSince(now, limit);

/** Of messages that ascend by id. */
export function agesOf(
  messages: readonly { id: number; sentAt: number }[],
  now: number,
  limit: number | null,
): ThreadAges {
  const allowed = messages.filter(({ sentAt }) => !isTooOld(sentAt, now, limit));
  return { total: messages.length, allowed: allowed.length, firstAllowedId: allowed.at(0)?.id ?? null };
}

/** Of a whole topic, all messages must be young enough. @throws OnlyPartMayBeMoved */
export function assertAllMayBeMoved({ total, allowed, firstAllowedId }: ThreadAges): void {
  if (allowed < total) throw new OnlyPartMayBeMoved(firstAllowedId, allowed, total);
}

/** The stricter of two limits in seconds; null: none. */
export const stricter = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
