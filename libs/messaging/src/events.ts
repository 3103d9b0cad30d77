import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';
import type { NewMentions } from './received/new-mentions';

declare module '@app/kernel' {
  interface DomainEvents {
    /**
     * The text of a message is another one; `mentions`: whom it speaks to now, of a direct message nobody;
     * `leavesSomebodyOut`: it spoke to somebody whom it does not speak to any more.
     */
    MessageEdited: {
      organizationId: OrganizationId;
      messageId: MessageId;
      editorId: UserId;
      mentions: NewMentions;
      leavesSomebodyOut: boolean;
    };
    /** Messages are in another channel or topic; ids ascend. `fromChannelId` is `toChannelId` when only the topic changed. */
    MessagesMoved: {
      organizationId: OrganizationId;
      messageIds: readonly MessageId[];
      fromChannelId: ChannelId;
      fromTopic: string;
      toChannelId: ChannelId;
      toTopic: string;
    };
    /** The user has read messages, in whatever way. Held: the lock of `userId`. */
    MessagesRead: { organizationId: OrganizationId; userId: UserId };
    /** Messages are gone for ever, by whatever hand; ids ascend. `channelId` is null for direct messages. */
    MessagesDeleted: { organizationId: OrganizationId; messageIds: readonly MessageId[]; channelId: ChannelId | null };
  }
}
