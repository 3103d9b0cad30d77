import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { isPossibleName } from '../records/channel-name';
import { PostingRepository } from './posting.repository';

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

/** What a send reads in the same statement. */
export interface PostingQuestion {
  /** One of a few constant SQL texts. `c` is the channel, $2 the actor; further values begin at $4. */
  readonly columns: string;
  readonly values: readonly unknown[];
}

/** Reads the channel for a send. */
@Injectable()
export class Postings {
  constructor(private readonly postings: PostingRepository) {}

  /**
   * The id of the channel of that name, ignoring case. Called before the transaction, which needs the id for its lock.
   */
  async resolve(organizationId: OrganizationId, name: string): Promise<ChannelId | null> {
    if (!isPossibleName(name)) return null;
    return this.postings.findId(organizationId, name);
  }

  /**
   * The only read of a send, in a transaction that holds `lock.channelShared(channelId)`. Does not check permission:
   * call `ChannelAccess.posts`. `null`: the actor's organization has no such channel.
   */
  open(actor: Actor, channelId: ChannelId, question: PostingQuestion | null = null): Promise<OpenPosting | null> {
    return this.postings.open(actor.organizationId, actor.userId, channelId, question);
  }
}
