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

/** The id of no user: the viewer of what is read for none, such as channels without their subscriptions. */
export const NO_USER = 0 as UserId;

/** Ids stay far below: a greater one is that of nothing, and would name the advisory lock of something else. */
export const LARGEST_ID = 2 ** 47;

/** The id that decimal digits write; null: the text cannot be one. */
export function idIn(text: string): number | null {
  const id = Number(text);
  return /^\d+$/.test(text) && id <= LARGEST_ID ? id : null;
}
