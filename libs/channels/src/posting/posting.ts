import type { ChannelId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import type { ChannelForActor } from '../records/channel';

/** A channel as a send reads it. */
export interface OpenPosting {
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
  /** The answer to the additional question; `null`: there was no question. */
  readonly answer: Readonly<Record<string, unknown>> | null;
}

/** What a send reads in the same statement: something about a topic and some users. */
export interface PostingQuestion {
  /** The SQL of its columns, where `c` is the channel. All questions of a process have the same. */
  readonly columns: (names: QuestionNames) => string;
  readonly topic: string;
  readonly userIds: readonly UserId[];
}

/** SQL expressions of what is asked about. */
export interface QuestionNames {
  readonly actorId: string;
  readonly topic: string;
  readonly userIds: string;
}

/** What one of several sends asks for. */
export interface AskedPosting {
  readonly actor: Actor;
  readonly channelId: ChannelId;
  readonly question: PostingQuestion | null;
}
