import type { Role } from '@app/identity';
import type { ChannelId, UserGroupId, UserId } from '@app/kernel';

/** What a group of a provider means here: at least one of a user group, a role and channels. */
export interface GroupLink {
  readonly id: number;
  /** Its name or its id at the provider. Upper and lower case are the same. */
  readonly externalGroup: string;
  readonly userGroupId: UserGroupId | null;
  readonly role: Role | null;
  readonly channelIds: readonly ChannelId[];
}

export type NewGroupLink = Omit<GroupLink, 'id'>;

/** A user with the names of the groups at the provider. */
export interface GroupsOfUser {
  readonly userId: UserId;
  readonly groups: readonly string[];
}

/** That a user has a link, or has one no longer. */
export interface LinkMembership {
  readonly linkId: number;
  readonly userId: UserId;
}

/** The links whose group is among the names. */
export function heldLinks(links: readonly GroupLink[], groups: readonly string[]): GroupLink[] {
  const names = new Set(groups.map((name) => name.toLowerCase()));
  return links.filter(({ externalGroup }) => names.has(externalGroup.toLowerCase()));
}

/** What differs between what the provider says and what is known. */
export function changedMemberships(
  links: readonly GroupLink[],
  people: readonly GroupsOfUser[],
  known: readonly LinkMembership[],
): { gained: LinkMembership[]; lost: LinkMembership[] } {
  const keyOf = ({ linkId, userId }: LinkMembership) => `${linkId} ${userId}`;
  const before = new Set(known.map(keyOf));
  const held = people.flatMap(({ userId, groups }) =>
    heldLinks(links, groups).map(({ id: linkId }): LinkMembership => ({ linkId, userId })),
  );
  const now = new Set(held.map(keyOf));
  return { gained: held.filter((one) => !before.has(keyOf(one))), lost: known.filter((one) => !now.has(keyOf(one))) };
}
