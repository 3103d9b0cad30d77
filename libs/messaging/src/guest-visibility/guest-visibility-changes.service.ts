import { Subscriptions } from '@app/channels';
import { GuestContactChanges, Organizations } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/** Tells identity which users begin or cease to share a place, for guests with limited visibility. */
@Injectable()
export class GuestVisibilityChanges {
  constructor(
    private readonly guestContacts: GuestContactChanges,
    private readonly organizations: Organizations,
    private readonly subscriptions: Subscriptions,
  ) {}

  /** These users joined or left the channel. Called in the transaction of the change. */
  async inChannel(organizationId: OrganizationId, channelId: ChannelId, userIds: readonly UserId[]): Promise<void> {
    const organization = await this.organizations.current(organizationId);
    const present = await this.subscriptions.subscriberIds(organizationId, channelId);
    await this.guestContacts.changed(organization, userIds, present);
  }

  /** A conversation began. Called in its transaction. */
  async inConversation(organizationId: OrganizationId, userIds: readonly UserId[]): Promise<void> {
    const organization = await this.organizations.current(organizationId);
    await this.guestContacts.changed(organization, userIds, userIds);
  }
}
