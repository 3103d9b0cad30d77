import { CHANNEL_ACTIONS, ChannelAction, CREATES_CHANNELS } from '@app/channels';
import {
  ADDS_EMOJI,
  Asker,
  CREATES_BOTS,
  CREATES_GROUPS,
  GROUP_ACTIONS,
  INVITES,
  IS_ADMINISTRATOR,
  isPermitted,
  Rule,
} from '@app/identity';

/** What users do in the organization as a whole. */
export const ORGANIZATION_RULES = {
  'create-public-channels': CREATES_CHANNELS.public,
  'create-private-channels': CREATES_CHANNELS.private,
  invite: INVITES.can_invite_users_group,
  'create-invitation-links': INVITES.create_multiuse_invite_group,
  'create-groups': CREATES_GROUPS,
  'manage-all-groups': isPermitted('can_manage_all_groups'),
  'create-bots': CREATES_BOTS.any,
  'create-webhook-bots': CREATES_BOTS.writeOnly,
  'add-emoji': ADDS_EMOJI,
  'administer-organization': IS_ADMINISTRATOR,
} as const satisfies Record<string, Rule<Asker, unknown>>;

export type OrganizationQuestion = keyof typeof ORGANIZATION_RULES;
export type ChannelQuestion = ChannelAction | 'mention-all';

export const CHANNEL_QUESTIONS: readonly ChannelQuestion[] = [...CHANNEL_ACTIONS, 'mention-all'];
export const GROUP_QUESTIONS = GROUP_ACTIONS;
export const ORGANIZATION_QUESTIONS = Object.keys(ORGANIZATION_RULES) as OrganizationQuestion[];
/** Each name once. */
export const ACTIONS: readonly string[] = [
  ...new Set<string>([...CHANNEL_QUESTIONS, ...GROUP_QUESTIONS, ...ORGANIZATION_QUESTIONS]),
];
