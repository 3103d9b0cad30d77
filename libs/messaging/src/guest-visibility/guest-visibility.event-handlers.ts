import type { MembershipChange } from '@app/channels';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { GuestVisibilityChanges } from './guest-visibility-changes.service';

/** Users who join or leave a channel begin or cease to be visible to its guests. */
@Injectable()
export class GuestVisibilityEventHandlers {
  constructor(private readonly changes: GuestVisibilityChanges) {}

  /** Guests with limited visibility begin to see users of the channel. */
  @OnDomainEvent('SubscribersJoined', 'messaging')
  async meet({ organizationId, channelId, userIds, limitsGuests }: MembershipChange): Promise<void> {
    if (limitsGuests) await this.changes.inChannel(organizationId, channelId, userIds);
  }

  /** Users may become hidden from each other. */
  @OnDomainEvent('SubscribersLeft', 'messaging')
  async part({ organizationId, channelId, userIds, limitsGuests }: MembershipChange): Promise<void> {
    if (limitsGuests) await this.changes.inChannel(organizationId, channelId, userIds);
  }
}
