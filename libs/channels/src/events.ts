import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import type { Channel } from './records/channel';

/** Users whose membership of one channel changed at one position (in message ids). */
export interface MembershipChange {
  organizationId: OrganizationId;
  channelId: ChannelId;
  userIds: readonly UserId[];
  position: number;
  /** Guests of the organization see only whom they share something with. */
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
     * A request made channels: once for all of them, after the rows are written and before anybody is subscribed.
     * `creatorId` null: the server made them. `announce`: whether the organization is to hear of those that everybody
     * may know. Held: the organization's lock.
     */
    ChannelsCreated: {
      organizationId: OrganizationId;
      creatorId: UserId | null;
      channels: readonly Channel[];
      announce: boolean;
    };
    /**
     * A channel is not what it was: whatever a request changed of it, archiving and unarchiving included, at once. Held:
     * the locks of the organization and of the channel. Clients are told already.
     */
    ChannelChanged: {
      organizationId: OrganizationId;
      channelId: ChannelId;
      actorId: UserId;
      before: Channel;
      after: Channel;
    };
    /**
     * Somebody let other people into channels that were there before, and they are to be told of it: once a request.
     * Current channels, in the order of the request; users absent from `byUser` were subscribed to all of them.
     */
    PeopleWereSubscribed: {
      organizationId: OrganizationId;
      actorId: UserId;
      channels: readonly Channel[];
      byUser: readonly { userId: UserId; channelIds: readonly ChannelId[] }[];
    };
    /** What is sent after `position` is received by these users. */
    SubscribersJoined: MembershipChange;
    /**
     * Users who will leave channels have read these messages, which they had marked as unread: some of those that are too
     * many for the transaction in which they leave. Held: the locks of the users.
     */
    LeaversHaveRead: { organizationId: OrganizationId; read: readonly MessagesOfUser[] };
    /** These users are about to leave: before anything is written, so that what is read for it holds back no events. */
    SubscribersAreLeaving: { organizationId: OrganizationId; channelId: ChannelId; userIds: readonly UserId[] };
    /** What is sent after `position` is no longer received by these users. */
    SubscribersLeft: MembershipChange;
  }
}
