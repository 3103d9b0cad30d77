import type { Role } from '@app/identity';

/**
 * Who may see what, in the plainest words (docs/protocol/groups.md, docs/protocol/channels.md, docs/protocol/read-state.md):
 * a row for each recipient, a set for each group, and no line of the server's. Ids are those of the server; all is of one
 * organization, so that whoever is not in `users` sees nothing.
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

/** The weakest role that sees the real address, by `email_address_visibility`. */
export const WEAKEST_SEEING: Readonly<Record<number, number>> = { 1: 600, 2: 400, 3: 200, 4: 0, 5: 300 };

/** Whoever asks without credentials, where the organization is open to them. */
export const SPECTATOR = 0;

export interface User {
  id: number;
  role: number;
  name: string;
  email: string;
  emailVisibility: number;
  /** Whoever has left keeps his place everywhere, for the day that he comes back, and is shown nowhere. */
  isActive: boolean;
  /** The secret in what he says of himself to everybody; null: he says nothing. */
  status: string | null;
  /** What he set something for by himself, and so is reminded of. */
  said: Set<string>;
  /** The secret in his profile; null: it is empty. */
  motto: string | null;
  /** The secret that his uploaded picture is found by; null: he has none. */
  face: string | null;
  /** He has let it be known that he is there. */
  isPresent: boolean;
  /** Whoever leaves loses it. */
  hasDevice: boolean;
  /** Whom he does not want to hear. */
  muted: Set<number>;
  /** Of a bot alone; null: he is no bot. */
  bot: { ownerId: number; key: string } | null;
}

/** What somebody is about whom there is nothing to tell yet. */
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
  /** In the address that it went to. */
  email: string;
}

export interface Group {
  id: number;
  name: string;
  /** System groups hold roles, up to and including this one; null: a custom group. */
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
  /** Every name it ever had: all of them betray it. */
  names: Set<string>;
  isPrivate: boolean;
  isWebPublic: boolean;
  /** Whoever reads the channel reads what was sent before, too. */
  isShared: boolean;
  isArchived: boolean;
  isDefault: boolean;
  grants: Record<Grant, Setting>;
  subscribers: Set<number>;
  /** Subscribed now or once. */
  everSubscribed: Set<number>;
}

/** A message as it was for a while, with the secrets in its topic and in its text. */
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
  /** What it was before, oldest first. */
  past: readonly Version[];
  /** Whoever has it in his own history. */
  rows: Set<number>;
  unread: Set<number>;
  starred: Set<number>;
  /** Whose row came later than the message. */
  historical: Set<number>;
  /** Who has reacted to it. */
  reactions: Set<number>;
}

export const ASIDES = ['drafts', 'saved_snippets', 'scheduled_messages', 'reminders', 'navigation_views'] as const;

/** What somebody has written for himself alone. */
export interface Aside {
  /** Views are named by where they lead to. */
  id: number | string;
  kind: (typeof ASIDES)[number];
  ownerId: number;
  secret: string;
}

/** What somebody has against a message; for moderators. */
export interface Report {
  messageId: number;
  reporterId: number;
  secret: string;
}

export interface UploadedFile {
  /** From the root of the server, as messages link it. */
  path: string;
  ownerId: number;
  secret: string;
  /** Those that show it, because whoever sent them could open it himself. */
  messages: Set<number>;
}

export interface ChannelFacts {
  isPrivate: boolean;
  isWebPublic: boolean;
  isShared: boolean;
  isDefault: boolean;
}

/** Everybody in a scene but its owner: name, role, who sees the address. */
export const CAST: readonly (readonly [string, Role, number])[] = [
  ['ada', 200, 3],
  ['mo', 300, 5],
  ['ben', 400, 2],
  ['cleo', 400, 4],
  ['gus', 600, 1],
  ['gil', 600, 3],
];
