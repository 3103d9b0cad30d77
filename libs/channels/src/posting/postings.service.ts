import type { ChannelId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isPossibleName } from '../records/channel-name';
import type { PostingRequest, PostingContext } from './posting';
import { PostingRepository } from './posting.repository';

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
   * What a send reads of its channel, in a transaction that holds `lock.channelShared(channelId)`. Does not check
   * permission: call `ChannelAccess.posts`. `null`: the actor's organization has no such channel.
   */
  open(actor: Actor, channelId: ChannelId): Promise<PostingContext | null> {
    return this.postings.open(actor.organizationId, actor.userId, channelId);
  }

  /**
   * As `open`, for many sends in one statement: the positions ascend in their order. The transaction may lack the lock of
   * some of them, whose answers must not be used.
   */
  openAll(asked: readonly PostingRequest[]): Promise<(PostingContext | null)[]> {
    return this.postings.openAll(asked);
  }
}
