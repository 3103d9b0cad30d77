declare const brand: unique symbol;

/** A number that identifies one kind of record. The compiler rejects an id of another kind. */
type Id<Kind extends string> = number & { readonly [brand]: Kind };

export type OrganizationId = Id<'organization'>;
export type UserId = Id<'user'>;
export type UserGroupId = Id<'user group'>;
export type ApiKeyId = Id<'api key'>;
export type SessionId = Id<'session'>;
export type InvitationId = Id<'invitation'>;
export type ChannelId = Id<'channel'>;
export type ConversationId = Id<'conversation'>;
export type MessageId = Id<'message'>;
