import { allOf, anyOf, Asker, fact, isPermitted, missingReason, plainReason, Rule } from '@app/identity';
import type { Subject } from '@app/identity';

/** A conversation that an asker writes to. */
interface Reach {
  /** With the asker. */
  readonly participants: readonly Subject[];
  /** Bots write to all users, bots are written to by all, and so are the users themselves. */
  readonly isFree: boolean;
  /** It has messages. */
  readonly hasBegun: boolean;
}

/** One participant is enough. */
export const ONE_IS_AUTHORIZED: Rule<Asker, Pick<Reach, 'participants'>> = fact(
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
const WRITES: Rule<Asker, Reach> = anyOf<Asker, Reach>(
  fact((_, { isFree }) => isFree, 'a bot or the own account', 'a conversation of several people'),
  allOf<Asker, Reach>(
    ONE_IS_AUTHORIZED,
    anyOf<Asker, Reach>(
      fact((_, { hasBegun }) => hasBegun, 'the conversation has begun', 'the conversation has not begun'),
      INITIATES,
    ),
  ),
);

/** Whether the asker may know of the other user. */
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

interface Facts extends Reach {
  readonly isVisible: boolean;
  readonly isActive: boolean;
}
/** What a user does with another one. */
export const USER_RULES = {
  'see-user': SEES_USER,
  'send-direct-message': allOf<Asker, Facts>(SEES_USER, IS_ACTIVE, WRITES),
} as const satisfies Record<string, Rule<Asker, Facts>>;

export type UserAction = keyof typeof USER_RULES;
