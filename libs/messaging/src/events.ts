import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import type { NewMentions } from './received/new-mentions';

declare module '@app/kernel' {
  interface DomainEvents {
    /**
     * The text of a message changed. `mentions`: the users whom it addresses now; empty for a direct message.
     * `dropsRecipient`: it no longer addresses a user whom it addressed before.
     */
    MessageEdited: {
      organizationId: OrganizationId;
      messageId: MessageId;
      editorId: UserId;
      mentions: NewMentions;
      dropsRecipient: boolean;
    };
    /**
     * Messages were moved to another channel or topic; ids ascend. `fromChannelId` equals `toChannelId` if only the
     * topic changed.
     */
    MessagesMoved: {
      organizationId: OrganizationId;
      messageIds: readonly MessageId[];
      fromChannelId: ChannelId;
      fromTopic: string;
      toChannelId: ChannelId;
      toTopic: string;
    };
    /** The user has read messages. Held: the lock of `userId`. */
    MessagesRead: { organizationId: OrganizationId; userId: UserId };
    /** Messages were deleted permanently; ids ascend. `channelId` is `null` for direct messages. */
    MessagesDeleted: { organizationId: OrganizationId; messageIds: readonly MessageId[]; channelId: ChannelId | null };
  }
}
