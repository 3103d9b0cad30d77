import type { Role } from '@app/identity';

/**
 * The rules of visibility, in the simplest form (docs/protocol/groups.md, docs/protocol/channels.md,
 * docs/protocol/read-state.md): a row for each recipient, a set for each group, and no code of the server. Ids are
 * those of the server; all are of one organization, so a user who is not in `users` sees nothing.
 */
export type Setting = number | { direct_members: number[]; direct_subgroups: number[] };

export const SYSTEM_ROLES: Readonly<Record<string, number>> = {
  'role:nobody': 0,
  'role:owners': 100,
  'role:administrators': 200,
  'role:moderators': 300,
  'role:fullmembers': 400,
  'role:members': 400,
  'role:everyone': 600,
  'role:internet': 600,
};

/** The lowest role that sees the real address, by `email_address_visibility`. */
export const WEAKEST_SEEING: Readonly<Record<number, number>> = { 1: 600, 2: 400, 3: 200, 4: 0, 5: 300 };

/** A caller without credentials, where the organization has spectator access. */
export const SPECTATOR = 0;

export interface User {
  id: number;
  role: number;
  name: string;
  email: string;
  emailVisibility: number;
  /** A deactivated user keeps all memberships for the reactivation, and is shown nowhere. */
  isActive: boolean;
  /** The secret in the status, which all users see; null: no status. */
  status: string | null;
  /** Topics with a policy of the user, who is notified of them. */
  said: Set<string>;
  /** The secret in the profile; null: empty. */
  motto: string | null;
  /** The secret in the address of the uploaded avatar; null: none. */
  face: string | null;
  /** The user has reported presence. */
  isPresent: boolean;
  /** Deactivation deletes it. */
  hasDevice: boolean;
  /** The users that this user has muted. */
  muted: Set<number>;
  /** Of a bot only; null: a human user. */
  bot: { ownerId: number; key: string } | null;
}

/** A user of whom nothing is known yet. */
export const NEWCOMER = {
  isActive: true,
  status: null,
  motto: null,
  face: null,
  isPresent: false,
  hasDevice: false,
  bot: null,
} as const;

export interface Invitation {
  inviterId: number;
  /** In the address of the mail. */
  email: string;
}

export interface Group {
  id: number;
  name: string;
  /** System groups contain roles, up to and including this one; null: a custom group. */
  weakestRole: number | null;
  members: Set<number>;
  subgroups: Set<number>;
  isDeactivated: boolean;
}

export const GRANTS = ['can_add_subscribers_group', 'can_administer_channel_group', 'can_subscribe_group'] as const;
export type Grant = (typeof GRANTS)[number];

export interface Channel {
  id: number;
  name: string;
  /** Every earlier name: all of them reveal the channel. */
  names: Set<string>;
  isPrivate: boolean;
  isWebPublic: boolean;
  /** New subscribers read earlier messages too. */
  isShared: boolean;
  isArchived: boolean;
  isDefault: boolean;
  grants: Record<Grant, Setting>;
  subscribers: Set<number>;
  /** Subscribed now or earlier. */
  everSubscribed: Set<number>;
}

/** One version of a message, with the secrets in its topic and in its text. */
export interface Version {
  channelId: number | null;
  topic: string;
  ofTopic: readonly string[];
  ofText: readonly string[];
}

export interface Message extends Version {
  id: number;
  senderId: number;
  /** Of a direct message. */
  people: Set<number>;
  /** Earlier versions, oldest first. */
  past: readonly Version[];
  /** The users who have it in their personal history. */
  rows: Set<number>;
  unread: Set<number>;
  starred: Set<number>;
  /** The users whose row was added after the send. */
  historical: Set<number>;
  /** The users who reacted to it. */
  reactions: Set<number>;
}

export const ASIDES = ['drafts', 'saved_snippets', 'scheduled_messages', 'reminders', 'navigation_views'] as const;

/** What a user writes privately. */
export interface Aside {
  /** Views are identified by their address. */
  id: number | string;
  kind: (typeof ASIDES)[number];
  ownerId: number;
  secret: string;
}

/** A report of a message, for moderators. */
export interface Report {
  messageId: number;
  reporterId: number;
  secret: string;
}

export interface UploadedFile {
  /** From the root of the server, as messages link to it. */
  path: string;
  ownerId: number;
  secret: string;
  /** Messages that show it, because their sender could read it. */
  messages: Set<number>;
}

export interface ChannelFacts {
  isPrivate: boolean;
  isWebPublic: boolean;
  isShared: boolean;
  isDefault: boolean;
}

/** All users in a scene except its owner: name, role, email visibility. */
export const CAST: readonly (readonly [string, Role, number])[] = [
  ['ada', 200, 3],
  ['mo', 300, 5],
  ['ben', 400, 2],
  ['cleo', 400, 4],
  ['gus', 600, 1],
  ['gil', 600, 3],
];
