import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelForActor } from '../domain/channel';
import { isPossibleName } from '../domain/channel-name';
import { PostingRepository } from '../store/posting.repository';

/** A channel as a send finds it. */
export interface OpenPosting {
  readonly channel: ChannelForActor;
  /** Becomes the id of the message: drawn after the lock and the transaction id. */
  readonly position: number;
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
  open(actor: Actor, channelId: ChannelId): Promise<OpenPosting | null> {
    return this.postings.open(actor.organizationId, actor.userId, channelId);
  }
}
