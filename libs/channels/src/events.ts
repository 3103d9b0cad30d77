import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import type { Channel } from './records/channel';

/** Users who joined or left one channel at one position (a message id). */
export interface MembershipChange {
  organizationId: OrganizationId;
  channelId: ChannelId;
  userIds: readonly UserId[];
  position: number;
  /** Whether the organization limits guest visibility. */
  limitsGuests: boolean;
}

/** Messages of one user. */
export interface MessagesOfUser {
  readonly userId: UserId;
  /** Ascending. */
  readonly messageIds: readonly MessageId[];
}

declare module '@app/kernel' {
  interface DomainEvents {
    /**
     * A request created channels. Raised once for all of them, after the rows are written and before users are
     * subscribed. `creatorId` `null`: the server created them. `announce`: whether the public ones should be announced.
     * Held: the organization's lock.
     */
    ChannelsCreated: {
      organizationId: OrganizationId;
      creatorId: UserId | null;
      channels: readonly Channel[];
      announce: boolean;
    };
    /**
     * A request changed a channel, possibly in several values; archiving and unarchiving are included. Held: the locks
     * of the organization and of the channel. Clients are already told.
     */
    ChannelChanged: {
      organizationId: OrganizationId;
      channelId: ChannelId;
      actorId: UserId;
      before: Channel;
      after: Channel;
    };
    /**
     * A user subscribed other users to existing channels, and they should be told. Raised once for each request.
     * Channels are in the order of the request. Users who are absent from `byUser` were subscribed to all of them.
     */
    PeopleWereSubscribed: {
      organizationId: OrganizationId;
      actorId: UserId;
      channels: readonly Channel[];
      byUser: readonly { userId: UserId; channelIds: readonly ChannelId[] }[];
    };
    /** These users receive messages after `position`. */
    SubscribersJoined: MembershipChange;
    /**
     * Users who will leave channels have these messages marked as unread; they become read. Raised for a part of the
     * messages if there are too many for the transaction in which the users leave. Held: the locks of the users.
     */
    LeaversHaveRead: { organizationId: OrganizationId; read: readonly MessagesOfUser[] };
    /**
     * These users are about to leave. Raised before the first write, because reads after it would delay client events.
     */
    SubscribersAreLeaving: { organizationId: OrganizationId; channelId: ChannelId; userIds: readonly UserId[] };
    /** These users no longer receive messages after `position`. */
    SubscribersLeft: MembershipChange;
  }
}
