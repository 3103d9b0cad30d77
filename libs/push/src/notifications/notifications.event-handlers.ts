import type { MembershipChange } from '@app/channels';
import type { DomainEvents, OrganizationId } from '@app/kernel';
import { OnDomainEvent, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { PushDeliveryRepository } from './push-delivery.repository';
import { PushOrganizationRecheckRepository } from './push-organization-recheck.repository';
import { RECHECKER } from './push-organization-rechecks.service';
import { PushShownRepository } from './push-shown.repository';
import { REMOVER } from './push-removals.service';
import { Relay } from '../relay/relay.client';
import { EditedMessageRemovals } from './edited-message-removals.service';

/**
 * Changes that may have read a shown message or hidden it from a user. They schedule a check of the user's
 * notifications, with statements that find no row if nothing is shown.
 */
@Injectable()
export class NotificationsEventHandlers {
  constructor(
    private readonly shown: PushShownRepository,
    private readonly organizations: PushOrganizationRecheckRepository,
    private readonly deliveries: PushDeliveryRepository,
    private readonly editedMessages: EditedMessageRemovals,
    private readonly relay: Relay,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  @OnDomainEvent('MessagesRead', 'push')
  async messagesRead({ userId }: DomainEvents['MessagesRead']): Promise<void> {
    await this.recheck(() => this.shown.recheckUsers([userId]));
  }

  @OnDomainEvent('UserWasMuted', 'push')
  async userWasMuted({ userId }: DomainEvents['UserWasMuted']): Promise<void> {
    await this.recheck(() => this.shown.recheckUsers([userId]));
  }

  @OnDomainEvent('SubscribersLeft', 'push')
  async subscribersLeft({ userIds }: MembershipChange): Promise<void> {
    await this.recheck(() => this.shown.recheckUsers(userIds));
  }

  @OnDomainEvent('MessagesMoved', 'push')
  async messagesMoved({ messageIds }: DomainEvents['MessagesMoved']): Promise<void> {
    await this.recheck(() => this.shown.recheckMessages(messageIds));
  }

  @OnDomainEvent('MessageEdited', 'push')
  async messageEdited(edit: DomainEvents['MessageEdited']): Promise<void> {
    if (edit.dropsRecipient) await this.recheck(() => this.editedMessages.removeFromThoseLeftOut(edit));
  }

  @OnDomainEvent('MessagesDeleted', 'push')
  async messagesDeleted({ messageIds }: DomainEvents['MessagesDeleted']): Promise<void> {
    await this.recheck(() => this.shown.recheckMessages(messageIds));
  }

  @OnDomainEvent('ChannelChanged', 'push')
  async channelChanged({ organizationId, before, after }: DomainEvents['ChannelChanged']): Promise<void> {
    const isReadAsBefore =
      before.isPrivate === after.isPrivate &&
      before.isArchived === after.isArchived &&
      before.historyPublicToSubscribers === after.historyPublicToSubscribers &&
      isDeepStrictEqual(before.permissions, after.permissions);
    if (isReadAsBefore) return;
    await this.recheckOrganization(organizationId);
  }

  @OnDomainEvent('PermissionsChanged', 'push')
  async permissionsChanged({ organizationId }: DomainEvents['PermissionsChanged']): Promise<void> {
    await this.recheckOrganization(organizationId);
  }

  @OnDomainEvent('UserRoleChanged', 'push')
  async userRoleChanged({ userId }: DomainEvents['UserRoleChanged']): Promise<void> {
    await this.recheck(() => this.shown.recheckUsers([userId]));
  }

  /** The user's devices are removed with the account, so no notification needs to be removed. */
  @OnDomainEvent('UserDeactivated', 'push')
  async userDeactivated({ organizationId, userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.deliveries.removeSomeOf(userId);
    await this.shown.removeSomeOf(userId, organizationId);
  }

  private async recheckOrganization(organizationId: OrganizationId): Promise<void> {
    if (!this.relay.isConfigured) return;
    await this.organizations.insert(organizationId);
    this.transactions.required.afterCommit.push(() => this.workers.nudge(RECHECKER));
  }

  private async recheck(note: () => Promise<number>): Promise<void> {
    if (!this.relay.isConfigured || (await note()) === 0) return;
    this.transactions.required.afterCommit.push(() => this.workers.nudge(REMOVER));
  }
}
