import { ChannelFacts, ChannelReaders } from '@app/channels';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { MessageAudienceRepository } from '../records/message-audience.repository';

/** The target channel of a move. */
export type MoveTarget = Pick<ChannelFacts, 'id' | 'historyPublicToSubscribers'>;

export interface RetainingUsers {
  /** Users who keep their messages in the target channel. */
  readonly keeps: ReadonlySet<UserId>;
  /** Those of them who are subscribed to it. */
  readonly isIn: ReadonlySet<UserId>;
}

/**
 * Determines who keeps messages that are moved to another channel. Decided once, for the client events and for the
 * removal of flags.
 */
@Injectable()
export class RetainedMessages {
  constructor(
    private readonly readers: ChannelReaders,
    private readonly audience: MessageAudienceRepository,
  ) {}

  /**
   * Those of the users who keep the messages, as the open transaction reads them. If the history is protected, users keep their
   * messages, except former or current subscribers of the source channel who are not subscribed to the target: they
   * lose them. A user who has a message by a star keeps it if the user reads the target without a subscription
   * (docs/protocol/read-state.md).
   */
  async among(
    organizationId: OrganizationId,
    fromId: ChannelId,
    target: MoveTarget,
    userIds: readonly UserId[],
  ): Promise<RetainingUsers> {
    const { reads, isIn } = await this.readers.among(organizationId, target.id, userIds);
    if (target.historyPublicToSubscribers) return { keeps: reads, isIn };
    const outside = [...reads].filter((id) => !isIn.has(id));
    if (outside.length === 0) return { keeps: isIn, isIn };
    const former = new Set(await this.audience.everSubscribed(fromId, outside));
    return { keeps: new Set([...isIn, ...outside.filter((id) => !former.has(id))]), isIn };
  }
}
