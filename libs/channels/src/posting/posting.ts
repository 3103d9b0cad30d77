import type { ChannelId } from '@app/kernel';
import type { Actor } from '@app/platform';
import type { ChannelForActor } from '../records/channel';

/** A channel as a send reads it. */
export interface PostingContext {
  readonly channel: ChannelForActor;
  /** The id of the new message. It is drawn after the lock and the transaction id. */
  readonly position: number;
  /**
   * The last message is so old that clients hide the channel. A new message shows it again (`ChannelActivityChanges`).
   */
  readonly isDormant: boolean;
  /** The channel has no messages. A new one needs the exclusive lock of the channel and an event (`FirstMessages`). */
  readonly isEmpty: boolean;
  /** Whether the actor has muted the channel, with or without a subscription. */
  readonly isMuted: boolean;
}

/** What one of several sends asks for. */
export interface PostingRequest {
  readonly actor: Actor;
  readonly channelId: ChannelId;
}
