import type { ChannelId, MessageId, OrganizationId, UserId } from '@app/kernel';

declare module '@app/kernel' {
  interface DomainEvents {
    /** The text of a message is another one. */
    MessageEdited: { organizationId: OrganizationId; messageId: MessageId; editorId: UserId };
    /** Messages are in another channel or topic; ids ascend. `fromChannelId` is `toChannelId` when only the topic changed. */
    MessagesMoved: {
      organizationId: OrganizationId;
      messageIds: readonly MessageId[];
      fromChannelId: ChannelId;
      fromTopic: string;
      toChannelId: ChannelId;
      toTopic: string;
    };
    /** Messages are gone for ever, by whatever hand; ids ascend. `channelId` is null for direct messages. */
    MessagesDeleted: { organizationId: OrganizationId; messageIds: readonly MessageId[]; channelId: ChannelId | null };
  }
}
