import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../records/channel';
import { isPossibleName } from '../records/channel-name';
import { PostingRepository } from './posting.repository';

/** A channel as a send finds it. */
export interface OpenPosting {
  readonly channel: ChannelForActor;
  /** Becomes the id of the message: drawn after the lock and the transaction id. */
  readonly position: number;
  /** Its last message is so old that clients hide the channel: the new message shows it again (`ChannelActivityChanges`). */
  readonly isDormant: boolean;
  /** Nothing was there yet, or is any more: a message must hold the channel alone, and be told of (`FirstMessages`). */
  readonly isEmpty: boolean;
  /** The actor has muted the channel, subscribed or not. */
  readonly isMuted: boolean;
  /** Of the question that came along; null: none did. */
  readonly answer: Readonly<Record<string, unknown>> | null;
}

/** What a send wants to know in the same statement. */
export interface PostingQuestion {
  /** SQL: one of a few constant texts. `c` is the channel, $2 the actor; own values begin with $4. */
  readonly columns: string;
  readonly values: readonly unknown[];
}

/** What a send needs of its channel. */
@Injectable()
export class Postings {
  constructor(private readonly postings: PostingRepository) {}

  /** The channel of that name, whatever its case; before the transaction, so that its lock can be named. */
  async resolve(organizationId: OrganizationId, name: string): Promise<ChannelId | null> {
    if (!isPossibleName(name)) return null;
    return this.postings.findId(organizationId, name);
  }

  /**
   * The one load of a send: inside a transaction that holds `lock.channelShared(channelId)`. Decides nothing: ask
   * `ChannelAccess.posts`. Null: no such channel in the actor's organization.
   */
  open(actor: Actor, channelId: ChannelId, question: PostingQuestion | null = null): Promise<OpenPosting | null> {
    return this.postings.open(actor.organizationId, actor.userId, channelId, question);
  }
}
