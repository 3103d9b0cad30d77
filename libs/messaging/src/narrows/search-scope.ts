import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { Content } from './narrow';
import type { SearchWords } from '../search/search-words';
import { VISIBILITY, Visibility } from '../user-topics/user-topic';

/** A resolved term of a narrow. */
export type Condition = { readonly negated: boolean } & (
  | {
      readonly kind: 'channels';
      readonly channelIds: readonly ChannelId[];
      /** Whether one channel is named, not all of a kind. */
      readonly isNamed: boolean;
      /** All web-public channels. */
      readonly isWebPublic?: boolean;
      /** All channels of that kind, instead of `channelIds`. The database finds them. */
      readonly open?: OpenKind;
    }
  | { readonly kind: 'topic'; readonly topic: string }
  /** Exactly these participants, ascending; empty: no conversation. */
  | { readonly kind: 'conversation'; readonly participantIds: readonly UserId[] }
  /** Direct messages of conversations with that user; `group`: of three or more users. */
  | { readonly kind: 'including' | 'group'; readonly userId: UserId }
  | { readonly kind: 'sender'; readonly senderId: UserId }
  | { readonly kind: 'message'; readonly messageId: MessageId }
  | { readonly kind: 'has'; readonly content: Content }
  | { readonly kind: 'direct' | 'unread' | 'starred' | 'mentioned' | 'alerted' | 'resolved' | 'followed' | 'all' }
  /** Muted, or not muted. These channels are muted, except for topics that are unmuted or followed. */
  | { readonly kind: 'muted' | 'home'; readonly channelIds: readonly ChannelId[] }
  | { readonly kind: 'search'; readonly words: SearchWords }
);

/** Channels that all users except guests can read completely; `web-public`: guests too. */
export type OpenKind = 'public' | 'web-public';

export type SearchCondition = Condition & { kind: 'search' };
type ChannelCondition = Condition & { kind: 'channels' };

/** The channels to search. Conditions apply in addition: the ground only excludes places without results. */
export interface SearchedChannels {
  /** Channels with all their topics. */
  readonly channels: readonly ChannelId[];
  /** Channels of which only the topics with one of these policies of the user are searched; `null`: none. */
  readonly topics: { readonly channels: readonly ChannelId[]; readonly visibilities: readonly Visibility[] } | null;
}

/** The scope of one user's search. */
export interface SearchScope {
  /** Channels whose messages are all searched. */
  readonly whole: SearchedChannels;
  /** All channels of that kind are searched completely, besides those of `whole`; `null`: none. */
  readonly open: OpenKind | null;
  /** Channels of which only the personal history is searched. */
  readonly personal: SearchedChannels;
  /** Whether conversations are searched; the conditions select them. */
  readonly direct: boolean;
}

/** A channel that the user can read. */
interface Readable {
  readonly id: ChannelId;
  readonly history: 'all' | 'received';
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
}

/** Which channels must be read to determine the scope. */
export type NeededChannels = 'none' | 'named' | 'of the history';

/** Named channels are always needed. */
export function neededChannels(conditions: readonly Condition[], isGuest: boolean, isPersonal = false): NeededChannels {
  const positive = conditions.filter(({ negated }) => !negated);
  if (positive.some(({ kind }) => MEANS_DIRECT.has(kind))) return 'none';
  if (positive.some((one) => isOfChannels(one) && one.isNamed)) return 'named';
  return openKind(conditions, isGuest, isPersonal) ? 'named' : 'of the history';
}

/**
 * The personal history, unless the narrow requests channels. Conditions on flags always use the personal history
 * (docs/protocol/narrows.md). `isPersonal`: use it in any case.
 * @param readable at least the channels of `neededChannels`
 */
export function searchScope(
  conditions: readonly Condition[],
  readable: readonly Readable[],
  isGuest: boolean,
  isPersonal = false,
): SearchScope {
  const positive = conditions.filter(({ negated }) => !negated);
  if (positive.some(({ kind }) => MEANS_DIRECT.has(kind))) return DIRECT_ONLY;
  const open = openKind(conditions, isGuest, isPersonal);
  if (open) return { whole: NOWHERE, open, personal: NOWHERE, direct: false };

  const asked = positive.filter(isOfChannels);
  const allow = conditions.filter(isOfChannels).map(allowing);
  const channels = readable.filter((one) => allow.every((allows) => allows(one)));
  const isOwn = isOfHistory(conditions, isGuest, isPersonal);
  const isWhole = ({ history }: Readable): boolean => !isOwn && history === 'all';
  const idsOf = (found: readonly Readable[]): ChannelId[] => found.map(({ id }) => id);
  return {
    whole: searchedChannels(idsOf(channels.filter(isWhole)), conditions),
    open: null,
    personal: searchedChannels(idsOf(channels.filter((one) => !isWhole(one))), conditions),
    direct: asked.length === 0 && !conditions.some(excludesDirect),
  };
}

/** Whether only the personal history is searched. */
function isOfHistory(conditions: readonly Condition[], isGuest: boolean, isPersonal: boolean): boolean {
  const asked = conditions.filter(isOfChannels).filter(({ negated }) => !negated);
  const seesAll = asked.some(({ isNamed, isWebPublic }) => isNamed || isWebPublic) || (asked.length > 0 && !isGuest);
  return isPersonal || !seesAll || conditions.some(isDecidedByUser);
}

/** The kind of channels that all terms together select without naming one; `null`: none, or only part of a kind. */
function openKind(conditions: readonly Condition[], isGuest: boolean, isPersonal: boolean): OpenKind | null {
  const asked = conditions.filter(isOfChannels).filter(({ negated }) => !negated);
  const kinds = asked.flatMap(({ open }) => open ?? []);
  if (kinds.length === 0 || kinds.length < asked.length) return null;
  if (isOfHistory(conditions, isGuest, isPersonal)) return null;
  return kinds.includes('web-public') ? 'web-public' : 'public';
}

function allowing({ channelIds, open, negated }: ChannelCondition): (channel: Readable) => boolean {
  if (open) return ({ isPrivate, isWebPublic }) => (open === 'public' ? !isPrivate : isWebPublic) !== negated;
  const meant = new Set(channelIds);
  return ({ id }) => meant.has(id) !== negated;
}

/** All channels of a ground. */
export const channelsIn = ({ channels, topics }: SearchedChannels): ChannelId[] => [
  ...channels,
  ...(topics?.channels ?? []),
];

const NOWHERE: SearchedChannels = { channels: [], topics: null };
const DIRECT_ONLY: SearchScope = { whole: NOWHERE, open: null, personal: NOWHERE, direct: true };

/** Conditions on topic policies leave few topics of most channels. */
function searchedChannels(channels: readonly ChannelId[], conditions: readonly Condition[]): SearchedChannels {
  const holding = conditions.map((one) => ({ ...one, kind: meant(one) }));
  if (holding.some(({ kind }) => kind === 'followed')) return topicsOf(channels, [VISIBILITY.followed]);
  const muting = holding.find(({ kind }) => kind === 'muted' || kind === 'home');
  if (!muting) return { channels, topics: null };
  const { channelIds } = muting as Condition & { kind: 'muted' };
  const muted = channels.filter((id) => channelIds.includes(id));
  const others = channels.filter((id) => !channelIds.includes(id));
  return muting.kind === 'muted'
    ? { ...topicsOf(others, [VISIBILITY.muted]), channels: muted }
    : { ...topicsOf(muted, [VISIBILITY.unmuted, VISIBILITY.followed]), channels: others };
}

const topicsOf = (channels: readonly ChannelId[], visibilities: readonly Visibility[]): SearchedChannels => ({
  channels: [],
  topics: channels.length > 0 ? { channels, visibilities } : null,
});

/** A negated `muted` is `home`, and the reverse. */
function meant({ kind, negated }: Condition): Condition['kind'] | null {
  if (!negated) return kind;
  if (kind === 'muted') return 'home';
  return kind === 'home' ? 'muted' : null;
}

/** The muted places of a user. */
export interface Muting {
  /** Muted channels, except for topics that are unmuted or followed. */
  readonly channelIds: readonly ChannelId[];
  /** Whether muted topics count too. */
  readonly hasTopics: boolean;
}

/** The muting that applies within a narrow. Naming a muted channel or topic includes it. */
export function mutingWithin(conditions: readonly Condition[], mutedChannelIds: readonly ChannelId[]): Muting {
  const named = conditions.filter(({ negated }) => !negated);
  return {
    channelIds: named.some((one) => one.kind === 'channels' && one.isNamed) ? [] : mutedChannelIds,
    hasTopics: !named.some(({ kind }) => kind === 'topic'),
  };
}

const MEANS_DIRECT = new Set<Condition['kind']>(['direct', 'conversation', 'including', 'group']);
const OF_CHANNELS_ONLY = new Set<Condition['kind']>(['topic', 'resolved', 'followed', 'muted']);
const DECIDED_BY_USER = new Set<Condition['kind']>([
  ...(['direct', 'unread', 'starred', 'mentioned', 'alerted', 'followed', 'muted'] as const),
]);

const isOfChannels = (one: Condition): one is ChannelCondition => one.kind === 'channels';
const isDecidedByUser = ({ kind }: Condition): boolean => DECIDED_BY_USER.has(kind);
const excludesDirect = (one: Condition): boolean =>
  one.negated ? one.kind === 'direct' || one.kind === 'home' : OF_CHANNELS_ONLY.has(one.kind);
