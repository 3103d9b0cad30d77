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

/** The recipient: exactly one of the two. */
export type ScheduledPlace =
  | { readonly channelId: ChannelId; readonly topic: string; readonly recipientIds: null }
  | {
      readonly channelId: null;
      readonly topic: '';
      /** The other participants, ascending; empty: a note to self. */
      readonly recipientIds: readonly UserId[];
    };

export interface ScheduledText {
  readonly content: string;
  readonly html: string;
}

/** A scheduled message. */
export type ScheduledMessage = ScheduledPlace &
  ScheduledText & {
    readonly id: number;
    readonly organizationId: OrganizationId;
    readonly senderId: UserId;
    /** UNIX seconds. */
    readonly deliverAt: number;
    readonly isReadBySender: boolean;
    /** The name of the client program that scheduled it. */
    readonly client: string;
    /** Why it was not sent; `null`: it waits, or was sent. */
    readonly failure: string | null;
    /** Increases with every edit. */
    readonly revision: number;
    /** The sent message; `null`: not sent (yet). */
    readonly messageId: MessageId | null;
  };

export type ScheduledMessageKind = 'channel' | 'direct';

/** A requested edit. Absent fields stay as they are. */
export interface ScheduledMessageChange {
  readonly kind?: ScheduledMessageKind;
  /** A channel's id, or those of users. */
  readonly to?: number | readonly number[];
  readonly topic?: string;
  readonly content?: string;
  /** UNIX seconds. */
  readonly deliverAt?: number;
}

/** The requested recipients, not yet checked. */
export type WantedPlace =
  { readonly channel: number; readonly topic: string } | { readonly recipients: readonly number[] };

/** The result of an edit. */
export interface WantedMessage {
  readonly place: WantedPlace;
  readonly content: string;
  /** More than topic and time changed, so the message is checked like a new one. */
  readonly isAnother: boolean;
}

/** A message that is late by more than this number of seconds is not sent. */
export const MAX_LATE_SECONDS = 600;

/** The end of the year 9999 in UNIX seconds. Later years have more than four digits. */
export const LATEST_DELIVERY = 253_402_300_799;

/** The reasons that authors are told for unsent messages. */
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
 * Checks of an edit that need no message.
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

/** The recipients of a direct message for clients; the author, if there is no other participant. */
export const addressees = ({
  recipientIds,
  senderId,
}: Pick<ScheduledMessage, 'recipientIds' | 'senderId'>): readonly UserId[] =>
  recipientIds && recipientIds.length > 0 ? recipientIds : [senderId];
