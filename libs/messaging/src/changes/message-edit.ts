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

/** Which messages of a topic are moved: the named one, those from it on, all. */
export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof PROPAGATE_MODES)[number];

/** The requested changes of a message; `null`: unchanged. */
export interface EditRequest {
  readonly content: string | null;
  readonly topic: string | null;
  readonly channelId: ChannelId | null;
  readonly propagateMode: PropagateMode;
  readonly tellsOldThread: boolean;
  readonly tellsNewThread: boolean;
  /** SHA-256 of the text that the client expects, in hexadecimal. */
  readonly expectedSha256: string | null;
}

/** The effect of a request on a message; `null`: unchanged. */
export interface Change {
  readonly content: string | null;
  readonly topic: string | null;
  readonly channelId: ChannelId | null;
  /** Set if the request changes only this about the topic. */
  readonly resolution: 'resolved' | 'unresolved' | null;
}

/** The text of a message that was edited to be empty. */
const DELETED_CONTENT = '(deleted)';

/** Extends time limits for clients whose user began in time. */
const GRACE_SECONDS = 20;

/** @throws MessageContainsNull */
const editedContent = (text: string): string => (text.trim() === '' ? DELETED_CONTENT : normaliseContent(text));

/**
 * Checks the request itself; permissions are checked elsewhere.
 * @throws NothingToChange, DirectMessagesCannotBeMoved, DirectMessagesHaveNoTopics, PropagationNeedsMove,
 * ContentCannotChangeWithChannel, WidgetsCannotBeEdited, EmptyTopicCannotBeResolved, ContentIsNotAsExpected,
 * TopicHasInvalidCharacter, MessageContainsNull
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

/** The earliest time of sending within the limit. All in seconds, times in UNIX seconds. */
export const youngSince = (now: number, limit: number): number => now - limit - GRACE_SECONDS;

/** Whether a message with that time of sending (UNIX seconds) exceeds the limit in seconds; `null`: no limit. */
export const isTooOld = (sentAt: number, now: number, limit: number | null): boolean =>
  limit !== null && sentAt < youngSince(now, limit);

/** Messages ascend by id. */
export function agesOf(
  messages: readonly { id: number; sentAt: number }[],
  now: number,
  limit: number | null,
): ThreadAges {
  const allowed = messages.filter(({ sentAt }) => !isTooOld(sentAt, now, limit));
  return { total: messages.length, allowed: allowed.length, firstAllowedId: allowed.at(0)?.id ?? null };
}

/** To move a whole topic, all of its messages must be within the time limit. */
export function assertAllMayBeMoved({ total, allowed, firstAllowedId }: ThreadAges): void {
  if (allowed < total) throw new OnlyPartMayBeMoved(firstAllowedId, allowed, total);
}

/** The smaller of two limits in seconds; `null`: no limit. */
export const stricter = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
