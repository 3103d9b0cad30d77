import type { ChannelId, OrganizationId, UserId } from '@app/kernel';

/** Users whose membership of one channel changed at one position (in message ids). */
export interface MembershipChange {
  organizationId: OrganizationId;
  channelId: ChannelId;
  userIds: readonly UserId[];
  position: number;
}

declare module '@app/kernel' {
  interface DomainEvents {
    /** After the row is written and before anybody is subscribed; `announce` as the request said. */
    ChannelCreated: {
      organizationId: OrganizationId;
      channelId: ChannelId;
      creatorId: UserId | null;
      announce: boolean;
    };
    /** What is sent after `position` is received by these users. */
    SubscribersJoined: MembershipChange;
    /** What is sent after `position` is no longer received by these users. */
    SubscribersLeft: MembershipChange;
  }
}
