import {
  Aside,
  Channel,
  GRANTS,
  Grant,
  Group,
  Invitation,
  Message,
  Report,
  SPECTATOR,
  Setting,
  UploadedFile,
  User,
  WEAKEST_SEEING,
} from './facts';
import { shownVersions } from './model-changes';

/** All objects, and who may see which of them. */
export class VisibilityModel {
  readonly users = new Map<number, User>();
  readonly groups = new Map<number, Group>();
  readonly channels = new Map<number, Channel>();
  readonly messages = new Map<number, Message>();
  readonly files = new Map<string, UploadedFile>();
  readonly invitations = new Map<number, Invitation>();
  /** By their paths. */
  readonly asides = new Map<string, Aside>();
  /** The oldest first. */
  readonly reports: Report[] = [];
  /** The channel for moderation requests; null: reports are disabled. */
  moderationChannelId: number | null = null;
  /** The users who have ever been in a conversation together. */
  readonly conversations = new Map<string, ReadonlySet<number>>();
  /** Guests have limited visibility. */
  limitsGuests = false;
  /** Direct messages were deleted: clients that follow events do not know the newest one then. */
  hasLostDirect = false;

  isGuest = (user: number): boolean => this.users.get(user)?.role === 600;
  isAdministrator = (user: number): boolean => (this.users.get(user)?.role ?? Infinity) <= 200;
  isModerator = (user: number): boolean => !this.isStrange(user) && this.users.get(user)!.role <= 300;
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

  /** Guests never get permissions from the settings that give access. */
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

  /** The users who are shown as subscribed, ascending. */
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

  /** Whether new messages in its place reach the user now. */
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

  /** With limited visibility guests know only users of common subscriptions and conversations. */
  knows(viewer: number, user: number): boolean {
    const isBot = (this.users.get(user)?.bot ?? null) !== null;
    if (viewer === SPECTATOR) return true;
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

  /** The users whose presence the user may see. */
  presentTo = (user: number): User[] =>
    [...this.users.values()].filter(({ id, isPresent, isActive }) => isPresent && isActive && this.knows(user, id));

  /** The user's personal history, as far as it is still readable; ascending. */
  feed(user: number): Message[] {
    return this.allMessages().filter((message) => message.rows.has(user) && this.readsMessage(user, message));
  }

  /** The messages that a narrow by channels finds. */
  inChannels(user: number, channels: readonly Channel[]): Message[] {
    const ids = new Set(channels.map(({ id }) => id));
    return this.allMessages().filter((one) => ids.has(one.channelId!) && this.readsMessage(user, one));
  }

  allMessages = (): Message[] => [...this.messages.values()].sort((a, b) => a.id - b.id);
  messagesOf = (channelId: number): Message[] => this.allMessages().filter((one) => one.channelId === channelId);
  visibleChannels = (user: number): Channel[] =>
    [...this.channels.values()].filter((channel) => this.seesMetadata(user, channel));

  /** Every secret that the user may learn now. */
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
    if (this.isModerator(user)) for (const { secret } of this.reports) known.add(secret);
    this.users.get(user)?.said.forEach((secret) => known.add(secret));
    return known;
  }
}
