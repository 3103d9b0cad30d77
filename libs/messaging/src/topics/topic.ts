import type { ChannelId } from '@app/kernel';
import { strayFormatIn } from '@app/kernel';
import { TopicHasInvalidCharacter, TopicIsRequired, TopicsAreNotAllowed } from '../errors';
import { truncate } from '../truncate';

/** Topics are compared ignoring case. */
export interface TopicPlace {
  readonly channelId: ChannelId;
  readonly topic: string;
}

/** Code points. */
export const MAX_TOPIC_LENGTH = 60;

/** What older clients send for the empty topic. */
const NO_TOPIC = '(no topic)';
/** A topic is resolved when it begins so. */
export const RESOLVED_PREFIX = '✔ ';

/** The common form of equal topics, which are compared ignoring case. */
export const foldTopic = (topic: string): string => topic.toLowerCase();

export const isResolved = (topic: string): boolean => topic.startsWith(RESOLVED_PREFIX);

/** The empty topic under the name that clients which do not know it show, as itself. */
export const readTopic = (written: string, emptyTopicName: string): string =>
  written === NO_TOPIC || written === emptyTopicName ? '' : written;

/**
 * A topic as it is stored.
 * @throws TopicHasInvalidCharacter with the position in code points, from 1
 */
export function normaliseTopic(written: string, emptyTopicName: string): string {
  return checkedTopic(readTopic(written.trim(), emptyTopicName));
}

/**
 * A topic that messages are moved to, as it is stored: what older clients send for the empty topic is a topic like others.
 * @throws TopicHasInvalidCharacter as `normaliseTopic`
 */
export function normaliseNewTopic(written: string, emptyTopicName: string): string {
  const topic = written.trim();
  return checkedTopic(topic === emptyTopicName ? '' : topic);
}

/** A topic as rules about the empty topic look at it. */
export const ruledTopic = (topic: string): string => (topic === NO_TOPIC ? '' : topic);

export const isSameTopic = (one: string, other: string): boolean => foldTopic(one) === foldTopic(other);

/**
 * Whether a change of a topic only resolves or unresolves it; `null`: another change. The prefix may cut off the end of
 * a long topic, with or without dots.
 */
export function resolutionOf(before: string, after: string): 'resolved' | 'unresolved' | null {
  if (isResolved(before)) return after === before.slice(RESOLVED_PREFIX.length) && after !== '' ? 'unresolved' : null;
  const whole = RESOLVED_PREFIX + before;
  const forms = [truncate(whole, MAX_TOPIC_LENGTH, '...'), truncate(whole, MAX_TOPIC_LENGTH, '')];
  return forms.includes(after) ? 'resolved' : null;
}

function checkedTopic(topic: string): string {
  const wrong = Math.min(...[Array.from(topic).findIndex(isUnprintable), strayFormatIn(topic)].filter((at) => at >= 0));
  if (wrong < Infinity) throw new TopicHasInvalidCharacter(wrong + 1);
  return truncate(topic, MAX_TOPIC_LENGTH, '...');
}

/** Control characters, lone surrogates, and the 66 noncharacters of Unicode. */
function isUnprintable(character: string): boolean {
  const point = character.codePointAt(0)!;
  return /[\p{Cc}\p{Cs}]/u.test(character) || (point >= 0xfdd0 && point <= 0xfdef) || (point & 0xfffe) === 0xfffe;
}

export interface TopicsPolicies {
  channel: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
  organization: 'allow_empty_topic' | 'disable_empty_topic';
}

/** @throws TopicIsRequired, TopicsAreNotAllowed */
export function assertTopicIsAllowed(topic: string, policies: TopicsPolicies, emptyTopicName: string): void {
  if (isTopicAllowed(topic, policies)) return;
  throw topic === '' ? new TopicIsRequired(emptyTopicName) : new TopicsAreNotAllowed(emptyTopicName);
}

export function isTopicAllowed(topic: string, { channel, organization }: TopicsPolicies): boolean {
  const policy = channel === 'inherit' ? organization : channel;
  return policy !== (topic === '' ? 'disable_empty_topic' : 'empty_topic_only');
}
