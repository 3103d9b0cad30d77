import { partakersOf, shownVersions } from './model-changes';

/**
 * Who may see what, in the plainest words (reference: identity-and-channels.md 4-7, messaging.md 0.1, read-state.md 1):
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
const WEAKEST_SEEING: Readonly<Record<number, number>> = { 1: 600, 2: 400, 3: 200, 4: 0, 5: 300 };

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

/** What somebody has written for himself alone. */
export interface Aside {
  id: number;
  kind: 'drafts' | 'saved_snippets' | 'scheduled_messages';
  ownerId: number;
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

export class Model {
  readonly users = new Map<number, User>();
  readonly groups = new Map<number, Group>();
  readonly channels = new Map<number, Channel>();
  readonly messages = new Map<number, Message>();
  readonly files = new Map<string, UploadedFile>();
  readonly invitations = new Map<number, Invitation>();
  /** By their paths. */
  readonly asides = new Map<string, Aside>();
  /** Who has ever been in a conversation together. */
  readonly conversations = new Map<string, ReadonlySet<number>>();
  /** Guests see only whom they know. */
  limitsGuests = false;
  /** Direct messages were deleted: then clients that follow events do not know which one is the newest. */
  hasLostDirect = false;

  isGuest = (user: number): boolean => this.users.get(user)?.role === 600;
  isAdministrator = (user: number): boolean => (this.users.get(user)?.role ?? Infinity) <= 200;
  isStrange = (user: number): boolean => !this.users.get(user)?.isActive;

  isIn(user: number, groupId: number, asked = new Set<number>()): boolean {
    const group = this.groups.get(groupId);
    if (!group || group.isDeactivated || asked.has(groupId) || this.isStrange(user)) return false;
    asked.add(groupId);
    if (group.weakestRole !== null) return this.users.get(user)!.role <= group.weakestRole;
    return group.members.has(user) || [...group.subgroups].some((id) => this.isIn(user, id, asked));
  }

  holds(user: number, setting: Setting): boolean {
    if (typeof setting === 'number') return this.isIn(user, setting);
    return setting.direct_members.includes(user) || setting.direct_subgroups.some((id) => this.isIn(user, id));
  }

  /** Guests never profit from the settings that grant access. */
  isGranted(user: number, { grants }: Channel, ...names: Grant[]): boolean {
    return !this.isStrange(user) && !this.isGuest(user) && names.some((name) => this.holds(user, grants[name]));
  }

  readsContent(user: number, channel: Channel): boolean {
    if (user === SPECTATOR) return channel.isWebPublic;
    if (this.isStrange(user)) return false;
    if (channel.isWebPublic || channel.subscribers.has(user)) return true;
    if (this.isGuest(user)) return false;
    return !channel.isPrivate || this.isGranted(user, channel, 'can_add_subscribers_group', 'can_subscribe_group');
  }

  seesMetadata(user: number, channel: Channel): boolean {
    if (this.readsContent(user, channel) || this.isAdministrator(user)) return true;
    return this.isGranted(user, channel, ...GRANTS);
  }

  seesSubscribers(user: number, channel: Channel): boolean {
    if (this.isStrange(user)) return false;
    if (channel.isWebPublic || channel.subscribers.has(user)) return true;
    if (this.isGuest(user)) return false;
    return !channel.isPrivate || this.isAdministrator(user) || this.isGranted(user, channel, ...GRANTS);
  }

  /** Those who are shown as subscribed, ascending. */
  subscribersOf = ({ subscribers }: Channel): number[] =>
    [...subscribers].filter((user) => !this.isStrange(user)).sort((a, b) => a - b);

  administers(user: number, channel: Channel): boolean {
    return this.isAdministrator(user) || this.isGranted(user, channel, 'can_administer_channel_group');
  }

  readsMessage(user: number, message: Message): boolean {
    if (message.channelId === null) return message.people.has(user);
    const channel = this.channels.get(message.channelId)!;
    return this.readsContent(user, channel) && (channel.isShared || message.rows.has(user));
  }

  opens(user: number, { ownerId, messages }: UploadedFile): boolean {
    if (this.isStrange(user)) return false;
    return ownerId === user || [...messages].some((id) => this.readsMessage(user, this.messages.get(id)!));
  }

  /** Whether new messages of its place reach the user now. */
  receives(user: number, { channelId, people }: Message): boolean {
    return channelId === null ? people.has(user) : this.channels.get(channelId)!.subscribers.has(user);
  }

  /** The oldest message that a channel object may name. */
  firstMessageId(user: number, channel: Channel): number | null {
    const shown = this.messagesOf(channel.id).filter(
      ({ rows }) => channel.isShared || (channel.subscribers.has(user) && rows.has(user)),
    );
    return shown.length > 0 ? shown[0].id : null;
  }

  /** Guests may know of few, where it is so: of whom they share a subscription or a conversation with. */
  knows(viewer: number, user: number): boolean {
    const isBot = (this.users.get(user)?.bot ?? null) !== null;
    if (viewer === SPECTATOR) return isBot || !this.limitsGuests;
    if (this.isStrange(viewer)) return false;
    if (isBot) return true;
    if (!this.limitsGuests || !this.isGuest(viewer) || viewer === user) return true;
    const areTogether = (place: ReadonlySet<number>) => place.has(viewer) && place.has(user);
    return (
      [...this.channels.values()].some(({ subscribers }) => areTogether(subscribers)) ||
      [...this.conversations.values()].some(areTogether)
    );
  }

  seesEmail(viewer: number, user: User): boolean {
    if (user.bot) return this.knows(viewer, user.id);
    if (this.isStrange(viewer) || !this.knows(viewer, user.id)) return false;
    const { role } = this.users.get(viewer)!;
    return viewer === user.id || role <= WEAKEST_SEEING[user.emailVisibility];
  }

  /** With their keys. */
  managesBot(user: number, { bot }: User): boolean {
    return !this.isStrange(user) && (bot!.ownerId === user || this.isAdministrator(user));
  }

  seesInvitation(user: number, { inviterId }: Invitation): boolean {
    return !this.isStrange(user) && (inviterId === user || this.isAdministrator(user));
  }

  /** Whom the user may see being there. */
  presentTo = (user: number): User[] =>
    [...this.users.values()].filter(({ id, isPresent, isActive }) => isPresent && isActive && this.knows(user, id));

  /** The user's own history, as far as it may still be read; ascending. */
  feed(user: number): Message[] {
    return this.allMessages().filter((message) => message.rows.has(user) && this.readsMessage(user, message));
  }

  /** What asking for channels by name or kind finds. */
  inChannels(user: number, channels: readonly Channel[]): Message[] {
    const ids = new Set(channels.map(({ id }) => id));
    return this.allMessages().filter((one) => ids.has(one.channelId!) && this.readsMessage(user, one));
  }

  allMessages = (): Message[] => [...this.messages.values()].sort((a, b) => a.id - b.id);
  messagesOf = (channelId: number): Message[] => this.allMessages().filter((one) => one.channelId === channelId);
  visibleChannels = (user: number): Channel[] =>
    [...this.channels.values()].filter((channel) => this.seesMetadata(user, channel));

  /** Every secret that the user may come across now. */
  secretsOf(user: number): Set<string> {
    const known = new Set<string>();
    for (const channel of this.visibleChannels(user)) channel.names.forEach((name) => known.add(name));
    for (const message of this.messages.values())
      if (this.readsMessage(user, message))
        for (const { ofTopic, ofText } of shownVersions(this, user, message))
          [...ofTopic, ...ofText].forEach((secret) => known.add(secret));
    for (const file of this.files.values()) if (this.opens(user, file)) known.add(file.secret);
    for (const other of this.users.values()) {
      if (this.seesEmail(user, other)) known.add(other.email);
      if (!this.knows(user, other.id)) continue;
      known.add(other.name);
      if (other.face) known.add(other.face);
      if (this.isStrange(user)) continue;
      if (other.status) known.add(other.status);
      if (other.motto) known.add(other.motto);
      if (other.bot && this.managesBot(user, other)) known.add(other.bot.key);
    }
    for (const invitation of this.invitations.values())
      if (this.seesInvitation(user, invitation)) known.add(invitation.email);
    for (const { ownerId, secret } of this.asides.values()) if (ownerId === user) known.add(secret);
    this.users.get(user)?.said.forEach((secret) => known.add(secret));
    return known;
  }

  // What happens

  subscribe(user: number, channel: Channel): void {
    channel.subscribers.add(user);
    channel.everSubscribed.add(user);
  }

  /** Whoever leaves has read it all. */
  unsubscribe(user: number, channel: Channel): void {
    if (!channel.subscribers.delete(user)) return;
    for (const message of this.messagesOf(channel.id)) message.unread.delete(user);
  }

  /** `readRule`: 0 unread for all, 1 read by its sender, 2 read by all but those who have taken part in the topic. */
  send(
    message: Omit<Message, 'past' | 'rows' | 'unread' | 'starred' | 'historical' | 'reactions'>,
    readRule: number,
  ): void {
    const place = message.channelId === null ? message.people : this.channels.get(message.channelId)!.subscribers;
    const rows = [...place].filter((user) => !this.isStrange(user));
    const hears = (user: number) => !this.users.get(user)?.muted.has(message.senderId);
    const partakers = readRule === 2 ? partakersOf(this, message) : new Set<number>();
    const isUnread = (user: number) =>
      readRule === 0 || (readRule === 1 && user !== message.senderId) || partakers.has(user);
    const unread = rows.filter((user) => hears(user) && isUnread(user));
    if (message.channelId === null)
      this.conversations.set([...message.people].sort((a, b) => a - b).join(), message.people);
    this.messages.set(message.id, {
      ...message,
      past: [],
      rows: new Set(rows),
      unread: new Set(unread),
      starred: new Set(),
      historical: new Set(),
      reactions: new Set(),
    });
  }

  /** Whoever can open a file shows it to all readers of what he sends; a path that one merely knows shows nothing. */
  show(senderId: number, messageId: number, content: string): void {
    for (const file of this.files.values())
      if (content.includes(file.path) && this.opens(senderId, file)) file.messages.add(messageId);
      else file.messages.delete(messageId);
  }

  /** His bots go with him, and whom he invited cannot come any more. */
  leave(user: number): void {
    for (const one of this.users.values()) if (one.id === user || one.bot?.ownerId === user) one.isActive = false;
    for (const [id, { inviterId }] of this.invitations) if (inviterId === user) this.invitations.delete(id);
  }

  /** Whoever does not want to hear somebody has read all that he said. */
  mute(user: number, sender: number): void {
    this.users.get(user)!.muted.add(sender);
    for (const { senderId, unread } of this.messages.values()) if (senderId === sender) unread.delete(user);
  }

  said(user: number, secrets: readonly string[]): void {
    secrets.forEach((secret) => this.users.get(user)!.said.add(secret));
  }

  /** Whoever marks what he reads makes it part of his history. */
  keep(user: number, message: Message): void {
    if (message.rows.has(user)) return;
    message.rows.add(user);
    message.historical.add(user);
  }

  clone(): Model {
    const copy = new Model();
    Object.assign(copy, { limitsGuests: this.limitsGuests, hasLostDirect: this.hasLostDirect });
    this.users.forEach((user, id) =>
      copy.users.set(id, { ...user, said: new Set(user.said), muted: new Set(user.muted) }),
    );
    this.groups.forEach((group, id) =>
      copy.groups.set(id, { ...group, members: new Set(group.members), subgroups: new Set(group.subgroups) }),
    );
    this.channels.forEach((channel, id) =>
      copy.channels.set(id, {
        ...channel,
        names: new Set(channel.names),
        grants: { ...channel.grants },
        subscribers: new Set(channel.subscribers),
        everSubscribed: new Set(channel.everSubscribed),
      }),
    );
    this.messages.forEach((one, id) =>
      copy.messages.set(id, {
        ...one,
        rows: new Set(one.rows),
        unread: new Set(one.unread),
        starred: new Set(one.starred),
        historical: new Set(one.historical),
        reactions: new Set(one.reactions),
      }),
    );
    this.asides.forEach((aside, path) => copy.asides.set(path, aside));
    this.conversations.forEach((people, id) => copy.conversations.set(id, people));
    this.invitations.forEach((invitation, id) => copy.invitations.set(id, { ...invitation }));
    this.files.forEach((file, path) => copy.files.set(path, { ...file, messages: new Set(file.messages) }));
    return copy;
  }
}
