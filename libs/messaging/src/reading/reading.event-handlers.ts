import type { MembershipChange } from '@app/channels';
import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MAX_TOLD } from '../received/flag';
import { ReadStateRepository } from '../records/read-state.repository';
import { Absences } from './absences.service';
import { FlagClientEvents } from '../flags/flag.client-events';

/** The read state of users who come, leave a channel, or go. */
@Injectable()
export class ReadingEventHandlers {
  constructor(
    private readonly readState: ReadStateRepository,
    private readonly clients: FlagClientEvents,
    private readonly absences: Absences,
  ) {}

  @OnDomainEvent('UsersCreated', 'messaging')
  async beginReading({ userIds }: DomainEvents['UsersCreated']): Promise<void> {
    await this.readState.begin(userIds);
  }

  /**
   * Leaving a channel marks its messages as read. Clients are told about the messages that they may count as unread.
   */
  @OnDomainEvent('SubscribersAreLeaving', 'messaging')
  async tellWhatIsLeft({ organizationId, channelId, userIds }: DomainEvents['SubscribersAreLeaving']): Promise<void> {
    const unread = await this.readState.leftUnread(channelId, userIds, MAX_TOLD);
    this.clients.tellReadByLeaving(organizationId, unread);
  }

  /** Handles some marks in advance if there are very many. */
  @OnDomainEvent('LeaversHaveRead', 'messaging')
  async dropSomeMarks({ organizationId, read }: DomainEvents['LeaversHaveRead']): Promise<void> {
    await this.readState.dropUnreadMarksAt(read);
    this.clients.tellReadByLeaving(organizationId, read);
  }

  @OnDomainEvent('SubscribersLeft', 'messaging')
  async dropMarks({ channelId, userIds }: MembershipChange): Promise<void> {
    await this.readState.dropUnreadMarks(channelId, userIds);
  }

  @OnDomainEvent('UserDeactivated', 'messaging')
  async beginAbsence({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.absences.begin(userId);
  }

  @OnDomainEvent('UserReactivated', 'messaging')
  async endAbsence({ userId }: DomainEvents['UserReactivated']): Promise<void> {
    await this.absences.end(userId);
  }
}
