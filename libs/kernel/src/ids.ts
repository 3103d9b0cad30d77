declare const brand: unique symbol;

/** A number that names one kind of record; ids of different kinds do not mix. */
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
