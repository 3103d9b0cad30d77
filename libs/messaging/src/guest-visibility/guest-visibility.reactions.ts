import type { MembershipChange } from '@app/channels';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { GuestVisibilityChanges } from './guest-visibility-changes.service';

/** Users who join or leave a channel begin or cease to be visible to its guests. */
@Injectable()
export class GuestVisibilityReactions {
  constructor(private readonly changes: GuestVisibilityChanges) {}

  /** Guests with limited visibility begin to see users of the channel. */
  @ReactsTo('SubscribersJoined', 'messaging')
  async meet({ organizationId, channelId, userIds, limitsGuests }: MembershipChange): Promise<void> {
    if (limitsGuests) await this.changes.inChannel(organizationId, channelId, userIds);
  }

  /** Users may become hidden from each other. */
  @ReactsTo('SubscribersLeft', 'messaging')
  async part({ organizationId, channelId, userIds, limitsGuests }: MembershipChange): Promise<void> {
    if (limitsGuests) await this.changes.inChannel(organizationId, channelId, userIds);
  }
}
