import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import { TopicIsRequired } from '../errors';
import {
  ChannelIdIsNoInteger,
  DeliveryTimeIsNotInFuture,
  NothingToChange,
  RecipientIsRequired,
  RecipientsAreNoList,
  TopicIsRequiredForChannel,
} from './scheduled.errors';
import { readTopic } from '../topics/topic';

/** Where a message will go: exactly one of the two. */
export type ScheduledPlace =
  | { readonly channelId: ChannelId; readonly topic: string; readonly recipientIds: null }
  | {
      readonly channelId: null;
      readonly topic: '';
      /** The others in the conversation, ascending; nobody: a note to oneself. */
      readonly recipientIds: readonly UserId[];
    };

export interface ScheduledText {
  readonly content: string;
  readonly html: string;
}

/** A message for later. */
export type ScheduledMessage = ScheduledPlace &
  ScheduledText & {
    readonly id: number;
    readonly organizationId: OrganizationId;
    readonly senderId: UserId;
    /** UNIX seconds. */
    readonly deliverAt: number;
    readonly isReadBySender: boolean;
    /** Name of the client that it was written with. */
    readonly client: string;
    /** Why it was not sent; null: it waits, or was sent. */
    readonly failure: string | null;
    /** Rises with every edit. */
    readonly revision: number;
    /** The message that it has become; null: it was not sent (yet). */
    readonly messageId: MessageId | null;
  };

export type ScheduledMessageKind = 'channel' | 'direct';

/** An edit as its author wants it; what is absent stays. */
export interface ScheduledMessageChange {
  readonly kind?: ScheduledMessageKind;
  /** A channel's id, or those of people. */
  readonly to?: number | readonly number[];
  readonly topic?: string;
  readonly content?: string;
  /** UNIX seconds. */
  readonly deliverAt?: number;
}

/** Whom a message is for, not yet checked. */
export type WantedPlace =
  { readonly channel: number; readonly topic: string } | { readonly recipients: readonly number[] };

/** What an edit leads to. */
export interface WantedMessage {
  readonly place: WantedPlace;
  readonly content: string;
  /** Something other than topic and time was given: the message has to be checked as if it were new. */
  readonly isAnother: boolean;
}

/** Seconds after which nobody expects the message any more: then it is not sent. */
export const MOST_LATE_SECONDS = 600;

/** The end of the year 9999, UNIX seconds: later times are no longer written with four digits. */
export const LATEST_DELIVERY = 253_402_300_799;

/** What its author is told of a message that was not sent. */
export const REASON = {
  late: 'Message could not be sent at the scheduled time.',
  deactivated: 'The account that wrote it has been deactivated.',
  closed: 'The organization has been deactivated.',
  broken: 'Internal server error',
} as const;

/** @throws DeliveryTimeIsNotInFuture; `now` in UNIX milliseconds */
export function assertInFuture(deliverAt: number, now: number): void {
  if (deliverAt * 1000 <= now) throw new DeliveryTimeIsNotInFuture();
}

/**
 * What can be said of an edit before the message is looked at.
 * @param now UNIX milliseconds
 * @throws NothingToChange, RecipientIsRequired, TopicIsRequiredForChannel, TopicIsRequired, DeliveryTimeIsNotInFuture
 */
export function assertMakesSense(change: ScheduledMessageChange, now: number, emptyTopicName: string): void {
  const { kind, to, topic, content, deliverAt } = change;
  const isEmpty = [kind, to, topic, content, deliverAt].every((value) => value === undefined);
  if (isEmpty) throw new NothingToChange();
  if (kind !== undefined && to === undefined) throw new RecipientIsRequired();
  if (kind === 'channel') assertTopicIsGiven(topic, emptyTopicName);
  if (deliverAt !== undefined) assertInFuture(deliverAt, now);
}

/** @throws TopicIsRequiredForChannel; TopicIsRequired for the empty topic, by any of its names (docs/protocol/scheduled.md) */
function assertTopicIsGiven(topic: string | undefined, emptyTopicName: string): void {
  if (topic === undefined) throw new TopicIsRequiredForChannel();
  if (readTopic(topic.trim(), emptyTopicName) === '') throw new TopicIsRequired(emptyTopicName);
}

/** @throws ChannelIdIsNoInteger, RecipientsAreNoList */
export function wantedPlace(kind: ScheduledMessageKind, to: number | readonly number[], topic: string): WantedPlace {
  if (kind === 'direct') {
    if (typeof to === 'number') throw new RecipientsAreNoList();
    return { recipients: to };
  }
  if (typeof to !== 'number') throw new ChannelIdIsNoInteger();
  return { channel: to, topic };
}

/**
 * @throws DeliveryTimeIsNotInFuture for a message that failed and gets no new time; ChannelIdIsNoInteger,
 *   RecipientsAreNoList
 */
export function edited(message: ScheduledMessage, change: ScheduledMessageChange): WantedMessage {
  if (message.failure !== null && change.deliverAt === undefined) throw new DeliveryTimeIsNotInFuture();
  const kind = change.kind ?? (message.channelId === null ? 'direct' : 'channel');
  const to = change.to ?? message.channelId ?? addressees(message);
  return {
    place: wantedPlace(kind, to, change.topic ?? message.topic),
    content: change.content ?? message.content,
    isAnother: change.to !== undefined || change.content !== undefined,
  };
}

/** Who is named as the one whom a direct message goes to; oneself, where there is nobody else. */
export const addressees = ({
  recipientIds,
  senderId,
}: Pick<ScheduledMessage, 'recipientIds' | 'senderId'>): readonly UserId[] =>
  recipientIds && recipientIds.length > 0 ? recipientIds : [senderId];
