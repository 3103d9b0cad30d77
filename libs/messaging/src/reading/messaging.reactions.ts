import type { MembershipChange } from '@app/channels';
import type { DomainEvents, OrganizationId, UserId } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReadStateRepository } from './read-state.repository';
import { Absences } from './absences.service';
import { Encounters } from '../guest-visibility/encounters.service';
import { FlagClientEvents } from '../flags/flag.client-events';

/** What those who leave together are told of at most, in messages. */
const MOST_TOLD = 100_000;
const MOST_TOLD_EACH = 5_000;

/** What messaging does when others move. */
@Injectable()
export class MessagingReactions {
  constructor(
    private readonly readState: ReadStateRepository,
    private readonly clients: FlagClientEvents,
    private readonly absences: Absences,
    private readonly encounters: Encounters,
  ) {}

  @ReactsTo('UserCreated', 'messaging')
  async beginReading({ userId }: { organizationId: OrganizationId; userId: UserId }): Promise<void> {
    await this.readState.begin(userId);
  }

  /** Whoever leaves a channel has read it; clients need not know the oldest of very many messages. */
  @ReactsTo('SubscribersLeft', 'messaging')
  async readWhatWasLeft({ organizationId, channelId, userIds, position }: MembershipChange): Promise<void> {
    if (userIds.length === 0) return;
    const each = Math.max(1, Math.min(MOST_TOLD_EACH, Math.floor(MOST_TOLD / userIds.length)));
    this.clients.tellReadByLeaving(organizationId, await this.readState.leftUnread(channelId, userIds, position, each));
    await this.readState.dropUnreadMarks(channelId, userIds);
  }

  @ReactsTo('UserDeactivated', 'messaging')
  async beginAbsence({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.absences.begin(userId);
  }

  @ReactsTo('UserReactivated', 'messaging')
  async endAbsence({ userId }: DomainEvents['UserReactivated']): Promise<void> {
    await this.absences.end(userId);
  }

  /** Guests who see only whom they know meet those in a channel. */
  @ReactsTo('SubscribersJoined', 'messaging')
  async meet({ organizationId, channelId, userIds, limitsGuests }: MembershipChange): Promise<void> {
    if (limitsGuests) await this.encounters.inChannel(organizationId, channelId, userIds);
  }

  /** And may lose sight of them. */
  @ReactsTo('SubscribersLeft', 'messaging')
  async part({ organizationId, channelId, userIds, limitsGuests }: MembershipChange): Promise<void> {
    if (limitsGuests) await this.encounters.inChannel(organizationId, channelId, userIds);
  }
}
