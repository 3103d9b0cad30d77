import {
  allOf,
  anyOf,
  PermissionContext,
  CHANNEL_SETTINGS,
  ChannelSettingName,
  Decision,
  fact,
  holdsSetting,
  IS_ADMINISTRATOR,
  IS_NO_GUEST,
  isAdministrator,
  isGuest,
  isPermitted,
  Organization,
  PermissionGraph,
  Rule,
  Subject,
} from '@app/identity';
import type { ChannelForActor } from '../records/channel';

type ChannelRule = Rule<PermissionContext, ChannelForActor>;

const held = (name: ChannelSettingName): ChannelRule =>
  holdsSetting(name, 'channel', CHANNEL_SETTINGS[name], (_, channel: ChannelForActor) => {
    return channel.permissions[name];
  });
const ofChannel = (test: (channel: ChannelForActor) => boolean, yes: string, no: string): ChannelRule =>
  fact((_, channel) => test(channel), yes, no);

const IS_WEB_PUBLIC = ofChannel(({ isWebPublic }) => isWebPublic, 'the channel is web-public', 'not web-public');
const IS_PUBLIC = ofChannel(({ isPrivate }) => !isPrivate, 'the channel is public', 'the channel is private');
const IS_IN_USE = ofChannel(({ isArchived }) => !isArchived, 'not archived', 'the channel is archived');
const IS_SUBSCRIBED = ofChannel(({ isSubscribed }) => isSubscribed, 'subscribed', 'not subscribed');
const SHARES_HISTORY = ofChannel(
  ({ historyPublicToSubscribers }) => historyPublicToSubscribers,
  'all messages: the history is shared',
  'only messages sent while subscribed: the history is protected',
);

/** Administrators cannot read private channels without a subscription. */
const READS: ChannelRule = anyOf(
  IS_WEB_PUBLIC,
  IS_SUBSCRIBED,
  allOf<PermissionContext, ChannelForActor>(
    IS_NO_GUEST,
    anyOf(IS_PUBLIC, held('can_subscribe_group'), held('can_add_subscribers_group')),
  ),
);
const READS_ALL: ChannelRule = allOf(READS, SHARES_HISTORY);
const ADMINISTERS: ChannelRule = allOf<PermissionContext, ChannelForActor>(
  IS_NO_GUEST,
  anyOf(IS_ADMINISTRATOR, held('can_administer_channel_group')),
);
const SEES: ChannelRule = anyOf(READS, ADMINISTERS);
const SUBSCRIBES: ChannelRule = allOf<PermissionContext, ChannelForActor>(IS_NO_GUEST, READS);
const POSTS: ChannelRule = allOf(IS_IN_USE, held('can_send_message_group'), anyOf(IS_SUBSCRIBED, READS_ALL));
/** A user who cannot read the content cannot add subscribers, whatever the settings contain. */
const ADDS_SUBSCRIBERS: ChannelRule = allOf<PermissionContext, ChannelForActor>(
  IS_NO_GUEST,
  READS,
  anyOf(ADMINISTERS, isPermitted('can_add_subscribers_group'), held('can_add_subscribers_group')),
);
const REMOVES_SUBSCRIBERS: ChannelRule = allOf<PermissionContext, ChannelForActor>(
  IS_NO_GUEST,
  SEES,
  anyOf(ADMINISTERS, held('can_remove_subscribers_group')),
);
/** A user cannot grant access that the user lacks. So only readers of the content decide who may read it. */
const CHANGES_WHO_READS: ChannelRule = allOf(ADMINISTERS, READS);

/** A permission about messages concerns those that the user reads, where messages may still change. */
const READS_IN_USE: ChannelRule = allOf(IS_IN_USE, READS);
const amongRead = (...rules: readonly Rule<PermissionContext, ChannelForActor>[]): ChannelRule =>
  allOf<PermissionContext, ChannelForActor>(READS_IN_USE, anyOf(...rules));

const MOVES_BETWEEN_TOPICS: ChannelRule = amongRead(
  isPermitted('can_move_messages_between_topics_group'),
  held('can_move_messages_within_channel_group'),
);
const MOVES_OUT: ChannelRule = amongRead(
  isPermitted('can_move_messages_between_channels_group'),
  held('can_move_messages_out_of_channel_group'),
);
const DELETES_ANYWHERE = {
  any: isPermitted('can_delete_any_message_group'),
  own: isPermitted('can_delete_own_message_group'),
};
/** A permission of the channel adds to those of the organization. */
const DELETES: Readonly<Record<'any' | 'own', ChannelRule>> = {
  any: amongRead(DELETES_ANYWHERE.any, held('can_delete_any_message_group')),
  own: amongRead(DELETES_ANYWHERE.own, held('can_delete_own_message_group')),
};
const RESOLVES_TOPICS: ChannelRule = amongRead(
  isPermitted('can_resolve_topics_group'),
  held('can_resolve_topics_group'),
);

const SETS_TOPICS_POLICY = isPermitted('can_set_topics_policy_group');
const SETS_DELETION_RIGHTS = isPermitted('can_set_delete_message_policy_group');
/** Who creates channels of a kind. The caller checks further conditions. */
export const CREATES_CHANNELS = {
  public: isPermitted('can_create_public_channel_group'),
  private: isPermitted('can_create_private_channel_group'),
  'web-public': isPermitted('can_create_web_public_channel_group'),
} as const;

/** Who makes a channel web-public. Whether the server and the organization have such channels is another rule. */
export const MAKES_WEB_PUBLIC: ChannelRule = allOf<PermissionContext, ChannelForActor>(
  CHANGES_WHO_READS,
  anyOf<PermissionContext, ChannelForActor>(IS_PUBLIC, CREATES_CHANNELS.public),
  CREATES_CHANNELS['web-public'],
);

/** The first readable message depends on the last reason that permits reading. */
const READS_FROM: ChannelRule = {
  allows: READS.allows,
  decide: (context, channel) => {
    const reads = READS.decide(context, channel);
    return reads.allowed
      ? { allowed: true, because: [...reads.because, ...SHARES_HISTORY.decide(context, channel).because] }
      : reads;
  },
};

const RULES = {
  see: SEES,
  read: READS_FROM,
  subscribe: SUBSCRIBES,
  post: POSTS,
  'create-topics': POSTS,
  'edit-own': READS_IN_USE,
  'delete-own': anyOf(DELETES.any, DELETES.own),
  'delete-any': DELETES.any,
  'move-topics': MOVES_BETWEEN_TOPICS,
  'move-out': MOVES_OUT,
  'resolve-topics': RESOLVES_TOPICS,
  administer: ADMINISTERS,
  'add-subscribers': ADDS_SUBSCRIBERS,
  'remove-subscribers': REMOVES_SUBSCRIBERS,
  'change-access': CHANGES_WHO_READS,
} as const satisfies Record<string, ChannelRule>;

/** The questions about channels, by their names in `parley explain`. */
export type ChannelAction = keyof typeof RULES;
export const CHANNEL_ACTIONS = Object.keys(RULES) as ChannelAction[];

/**
 * What one user may see of channels and do with them (docs/protocol/channels.md). All decisions are made here. No I/O:
 * `channel.isSubscribed` must concern the same user. `Channels.accessOf` returns an instance.
 */
export class ChannelAccess implements PermissionContext {
  constructor(
    readonly subject: Subject,
    readonly graph: PermissionGraph,
    readonly organization: Pick<Organization, 'permissions'>,
    private readonly name?: string,
  ) {}

  /** The user's name in the texts of reasons. */
  get called(): string {
    return this.name ?? `user ${this.subject.userId}`;
  }

  get isGuest(): boolean {
    return isGuest(this.subject.role);
  }

  get isAdministrator(): boolean {
    return isAdministrator(this.subject.role);
  }

  /** Name, description and settings. */
  seesMetadata(channel: ChannelForActor): boolean {
    return SEES.allows(this, channel);
  }

  /** Read messages and topics, within the bounds of `readsHistory`. */
  readsContent(channel: ChannelForActor): boolean {
    return READS.allows(this, channel);
  }

  /** Read all messages, or only those sent during a subscription; `null`: none. */
  readsHistory(channel: ChannelForActor): 'all' | 'received' | null {
    if (!READS.allows(this, channel)) return null;
    return SHARES_HISTORY.allows(this, channel) ? 'all' : 'received';
  }

  /** Send a message now. */
  posts(channel: ChannelForActor): boolean {
    return POSTS.allows(this, channel);
  }

  /** Rename, describe, archive, change settings. Some of these need more; see below. */
  administers(channel: ChannelForActor): boolean {
    return ADMINISTERS.allows(this, channel);
  }

  /** Subscribe other users. */
  addsSubscribers(channel: ChannelForActor): boolean {
    return ADDS_SUBSCRIBERS.allows(this, channel);
  }

  /** Unsubscribe other users. */
  removesSubscribers(channel: ChannelForActor): boolean {
    return REMOVES_SUBSCRIBERS.allows(this, channel);
  }

  /** Change privacy, `can_subscribe_group` or `can_add_subscribers_group`. */
  changesWhoReads(channel: ChannelForActor): boolean {
    return CHANGES_WHO_READS.allows(this, channel);
  }

  /** Move messages to another topic of the channel. */
  movesBetweenTopics(channel: ChannelForActor): boolean {
    return MOVES_BETWEEN_TOPICS.allows(this, channel);
  }

  /** Move messages to another channel. */
  movesOut(channel: ChannelForActor): boolean {
    return MOVES_OUT.allows(this, channel);
  }

  /**
   * Delete messages that the user reads: messages of any user and any age, or own messages within the time limit.
   * @param channel `null`: direct messages
   */
  deletesMessages(whose: 'any' | 'own', channel: ChannelForActor | null): boolean {
    return channel ? DELETES[whose].allows(this, channel) : DELETES_ANYWHERE[whose].allows(this, null);
  }

  /** Resolve or unresolve topics. */
  resolvesTopics(channel: ChannelForActor): boolean {
    return RESOLVES_TOPICS.allows(this, channel);
  }

  /** Create channels of a kind, or change a channel to that kind. The caller checks further conditions. */
  creates(kind: keyof typeof CREATES_CHANNELS): boolean {
    return CREATES_CHANNELS[kind].allows(this, null);
  }

  /** Set the topics policy of a channel to a value other than `inherit`. */
  get setsTopicsPolicy(): boolean {
    return SETS_TOPICS_POLICY.allows(this, null);
  }

  /** Grant a channel's `can_delete_any_message_group` or `can_delete_own_message_group`. */
  get setsDeletionRights(): boolean {
    return SETS_DELETION_RIGHTS.allows(this, null);
  }

  /** The same decisions with their reasons. */
  explain(action: ChannelAction, channel: ChannelForActor): Decision {
    return RULES[action].decide(this, channel);
  }
}
