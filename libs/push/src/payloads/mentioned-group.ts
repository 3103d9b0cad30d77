const USER_MENTION = /<span class="user-mention" data-user-id="(\d+)">/g;
const GROUP_MENTION = /<span class="user-group-mention" data-user-group-id="(\d+)">/g;

/** The users and groups that a message's HTML mentions, without silent mentions. */
export interface Mentions {
  readonly userIds: ReadonlySet<number>;
  readonly groupIds: readonly number[];
}

export const mentionsIn = (html: string): Mentions => ({
  userIds: new Set(Array.from(html.matchAll(USER_MENTION), ([, id]) => Number(id))),
  groupIds: Array.from(html.matchAll(GROUP_MENTION), ([, id]) => Number(id)),
});

/** The group that mentions the user; `null`: the user is mentioned by name, or not at all. */
export function mentioningGroup(
  { userIds, groupIds }: Mentions,
  userId: number,
  isMember: (groupId: number) => boolean,
): number | null {
  if (userIds.has(userId)) return null;
  return groupIds.find(isMember) ?? null;
}
