import { CHANNEL_ACTIONS, ChannelAction, CREATES_CHANNELS } from '@app/channels';
import {
  ADDS_EMOJI,
  allOf,
  PermissionContext,
  CREATES_BOTS,
  CREATES_GROUPS,
  fact,
  GROUP_ACTIONS,
  INVITES,
  IS_ADMINISTRATOR,
  isPermitted,
  Rule,
} from '@app/identity';
import { UserAction, USER_RULES } from '../sending/direct-message-rules';

/** The actions about web-public channels, which the server and the organization may have or not. */
export const OF_WEB_PUBLIC: readonly string[] = ['create-web-public-channels', 'make-web-public'];
export const HAS_WEB_PUBLIC = fact<boolean, unknown>(
  (isOn) => isOn,
  'web-public channels are on',
  'web-public channels are off, on the server or in the organization',
);

/** What users do in the organization as a whole. */
export const ORGANIZATION_RULES = {
  'create-public-channels': CREATES_CHANNELS.public,
  'create-private-channels': CREATES_CHANNELS.private,
  'create-web-public-channels': allOf<PermissionContext, unknown>(
    CREATES_CHANNELS.public,
    CREATES_CHANNELS['web-public'],
  ),
  invite: INVITES.can_invite_users_group,
  'create-invitation-links': INVITES.create_multiuse_invite_group,
  'create-groups': CREATES_GROUPS,
  'manage-all-groups': isPermitted('can_manage_all_groups'),
  'create-bots': CREATES_BOTS.any,
  'create-webhook-bots': CREATES_BOTS.writeOnly,
  'add-emoji': ADDS_EMOJI,
  'administer-organization': IS_ADMINISTRATOR,
} as const satisfies Record<string, Rule<PermissionContext, unknown>>;

export type OrganizationQuestion = keyof typeof ORGANIZATION_RULES;
export type ChannelQuestion = ChannelAction | 'make-web-public' | 'mention-all';

export const CHANNEL_QUESTIONS: readonly ChannelQuestion[] = [...CHANNEL_ACTIONS, 'make-web-public', 'mention-all'];
export const USER_QUESTIONS = Object.keys(USER_RULES) as UserAction[];
export const GROUP_QUESTIONS = GROUP_ACTIONS;
export const ORGANIZATION_QUESTIONS = Object.keys(ORGANIZATION_RULES) as OrganizationQuestion[];
/** Each name once. */
export const ACTIONS: readonly string[] = [
  ...new Set<string>([...CHANNEL_QUESTIONS, ...GROUP_QUESTIONS, ...USER_QUESTIONS, ...ORGANIZATION_QUESTIONS]),
];
