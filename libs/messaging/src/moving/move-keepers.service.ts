import { ChannelFacts, ChannelReaders } from '@app/channels';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { MessageAudienceRepository } from '../records/message-audience.repository';

/** Where messages are to go. */
export type MoveGoal = Pick<ChannelFacts, 'id' | 'historyPublicToSubscribers'>;

export interface Keepers {
  /** Those who read there what they have. */
  readonly keeps: ReadonlySet<UserId>;
  /** Those of them who are subscribed there. */
  readonly isIn: ReadonlySet<UserId>;
}

/** Who still reads messages that go to another channel; decided once, for what is told and for what is forgotten. */
@Injectable()
export class MoveKeepers {
  constructor(
    private readonly readers: ChannelReaders,
    private readonly audience: MessageAudienceRepository,
  ) {}

  /**
   * Of those users, as the open transaction sees them. Where the history is protected users keep what they have: users
   * who were ever in the channel that the messages leave, and are not in the other one, lose them by the move; a message that
   * a user has by a star stays, if the user reads the other channel without being in it (docs/protocol/read-state.md).
   */
  async among(
    organizationId: OrganizationId,
    fromId: ChannelId,
    goal: MoveGoal,
    userIds: readonly UserId[],
  ): Promise<Keepers> {
    const { reads, isIn } = await this.readers.among(organizationId, goal.id, userIds);
    if (goal.historyPublicToSubscribers) return { keeps: reads, isIn };
    const outside = [...reads].filter((id) => !isIn.has(id));
    if (outside.length === 0) return { keeps: isIn, isIn };
    const former = new Set(await this.audience.everSubscribed(fromId, outside));
    return { keeps: new Set([...isIn, ...outside.filter((id) => !former.has(id))]), isIn };
  }
}
