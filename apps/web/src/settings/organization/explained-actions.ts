import type { Action } from '../../server/settings/administration';

export type Kind = 'channel' | 'group' | 'person' | 'organization';

/** What can be asked, by what it is done with. */
export const ACTIONS: Readonly<Record<Kind, readonly Action[]>> = {
  channel: [
    ...(['see', 'read', 'subscribe', 'post', 'create-topics', 'mention-all'] as const),
    ...(['edit-own', 'delete-own', 'delete-any', 'move-topics', 'move-out', 'resolve-topics'] as const),
    ...(['add-subscribers', 'remove-subscribers', 'administer', 'change-access', 'make-web-public'] as const),
  ],
  group: ['mention', 'join', 'leave', 'add-members', 'remove-members', 'manage'],
  person: ['see-user', 'send-direct-message'],
  organization: [
    ...(['create-public-channels', 'create-private-channels', 'create-web-public-channels'] as const),
    ...(['invite', 'create-invitation-links', 'create-groups', 'manage-all-groups', 'create-bots'] as const),
    ...(['create-webhook-bots', 'add-emoji', 'administer-organization'] as const),
  ],
};
export const KINDS = Object.keys(ACTIONS) as Kind[];

export const kindOf = (action: Action): Kind => KINDS.find((one) => ACTIONS[one].includes(action))!;
