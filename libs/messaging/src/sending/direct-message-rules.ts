import { allOf, anyOf, PermissionContext, fact, isPermitted, missingReason, plainReason, Rule } from '@app/identity';
import type { Subject } from '@app/identity';

/** A conversation that a user writes to. */
interface AddressedUsers {
  /** With that user. */
  readonly participants: readonly Subject[];
  /** Bots write to all users, bots are written to by all, and so are the users themselves. */
  readonly isFree: boolean;
  /** It has messages. */
  readonly hasBegun: boolean;
}

/** One participant is enough. */
export const ONE_IS_AUTHORIZED: Rule<PermissionContext, Pick<AddressedUsers, 'participants'>> = fact(
  ({ graph, organization }, { participants }) =>
    participants.some((one) => graph.holds(one, organization.permissions.direct_message_permission_group)),
  () => ({
    ...plainReason('one of them is in direct_message_permission_group of the organization'),
    ...{ code: 'one_in_setting', setting: 'direct_message_permission_group', of: 'organization' },
  }),
  ({ graph, organization }) => {
    const { direct_message_permission_group: value } = organization.permissions;
    return missingReason('direct_message_permission_group', 'organization', value, graph, 'none_in_setting');
  },
);
export const INITIATES = isPermitted('direct_message_initiator_group');

/** Who writes direct messages (docs/protocol/messages.md, "DM checks"), given that the participants are active. */
const WRITES: Rule<PermissionContext, AddressedUsers> = anyOf<PermissionContext, AddressedUsers>(
  fact((_, { isFree }) => isFree, 'a bot or the own account', 'a conversation of several people'),
  allOf<PermissionContext, AddressedUsers>(
    ONE_IS_AUTHORIZED,
    anyOf<PermissionContext, AddressedUsers>(
      fact((_, { hasBegun }) => hasBegun, 'the conversation has begun', 'the conversation has not begun'),
      INITIATES,
    ),
  ),
);

/** Whether a user may know of the other one. */
const SEES_USER = fact<unknown, { readonly isVisible: boolean }>(
  (_, { isVisible }) => isVisible,
  'may see the other user',
  'a guest who shares no channel and no conversation with the other user',
);
const IS_ACTIVE = fact<unknown, { readonly isActive: boolean }>(
  (_, { isActive }) => isActive,
  'the other account is active',
  'the other account is deactivated',
);

interface Facts extends AddressedUsers {
  readonly isVisible: boolean;
  readonly isActive: boolean;
}
/** What a user does with another one. */
export const USER_RULES = {
  'see-user': SEES_USER,
  'send-direct-message': allOf<PermissionContext, Facts>(SEES_USER, IS_ACTIVE, WRITES),
} as const satisfies Record<string, Rule<PermissionContext, Facts>>;

export type UserAction = keyof typeof USER_RULES;
