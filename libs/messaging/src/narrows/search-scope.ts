import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { Content } from './narrow';
import type { SearchWords } from '../search/search-words';
import { VISIBILITY, Visibility } from '../user-topics/user-topic';

/** A term of a narrow with everything looked up. */
export type Condition = { readonly negated: boolean } & (
  | {
      readonly kind: 'channels';
      readonly channelIds: readonly ChannelId[];
      /** One channel by its name or id, not all of a kind. */
      readonly isNamed: boolean;
      /** All that are open to the whole world. */
      readonly isWebPublic?: boolean;
      /** All of that kind instead of `channelIds`: they are told by the database, however many there are. */
      readonly open?: OpenKind;
    }
  | { readonly kind: 'topic'; readonly topic: string }
  /** Exactly these, ascending; none: no conversation at all. */
  | { readonly kind: 'conversation'; readonly participantIds: readonly UserId[] }
  /** Direct messages of conversations with that user; `group`: of three people and more. */
  | { readonly kind: 'including' | 'group'; readonly userId: UserId }
  | { readonly kind: 'sender'; readonly senderId: UserId }
  | { readonly kind: 'message'; readonly messageId: MessageId }
  | { readonly kind: 'has'; readonly content: Content }
  | { readonly kind: 'direct' | 'unread' | 'starred' | 'mentioned' | 'alerted' | 'resolved' | 'followed' | 'all' }
  /** Muted, and the contrary; these channels are muted whole, but for topics that are unmuted or followed. */
  | { readonly kind: 'muted' | 'home'; readonly channelIds: readonly ChannelId[] }
  | { readonly kind: 'search'; readonly words: SearchWords }
);

/** Channels whose whole content everybody reads, but for guests; `web-public`: guests too. */
export type OpenKind = 'public' | 'web-public';

export type SearchCondition = Condition & { kind: 'search' };
type ChannelCondition = Condition & { kind: 'channels' };

/** Channels to look into. Conditions hold besides: the ground only says where nothing need be looked for. */
export interface Ground {
  /** With all their topics. */
  readonly channels: readonly ChannelId[];
  /** Of these channels nothing but the topics of which the user said one of that; null: none. */
  readonly topics: { readonly channels: readonly ChannelId[]; readonly visibilities: readonly Visibility[] } | null;
}

/** Where one user looks for messages. */
export interface SearchScope {
  /** What is searched whole. */
  readonly whole: Ground;
  /** Every channel of that kind is searched whole, besides those of `whole`; null: none. */
  readonly open: OpenKind | null;
  /** That of which only the personal history counts. */
  readonly personal: Ground;
  /** Which conversations the conditions leave is for the query to say. */
  readonly direct: boolean;
}

/** A channel whose content the user reads. */
interface Readable {
  readonly id: ChannelId;
  readonly history: 'all' | 'received';
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
}

/** Which channels must be known to say where a narrow looks: no more than those need be read. */
export type NeededChannels = 'none' | 'named' | 'of the history';

/** Channels that the narrow names are needed in any case. */
export function neededChannels(conditions: readonly Condition[], isGuest: boolean, isPersonal = false): NeededChannels {
  const positive = conditions.filter(({ negated }) => !negated);
  if (positive.some(({ kind }) => MEANS_DIRECT.has(kind))) return 'none';
  if (positive.some((one) => isOfChannels(one) && one.isNamed)) return 'named';
  return openKind(conditions, isGuest, isPersonal) ? 'named' : 'of the history';
}

/**
 * In the personal history, unless the narrow asks for channels; what flags decide is personal always (docs/protocol/narrows.md).
 * `isPersonal`: whatever the narrow asks for.
 * @param readable those at least that `neededChannels` says
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
    whole: groundOf(idsOf(channels.filter(isWhole)), conditions),
    open: null,
    personal: groundOf(idsOf(channels.filter((one) => !isWhole(one))), conditions),
    direct: asked.length === 0 && !conditions.some(excludesDirect),
  };
}

/** Whether the personal history alone counts. */
function isOfHistory(conditions: readonly Condition[], isGuest: boolean, isPersonal: boolean): boolean {
  const asked = conditions.filter(isOfChannels).filter(({ negated }) => !negated);
  const seesAll = asked.some(({ isNamed, isWebPublic }) => isNamed || isWebPublic) || (asked.length > 0 && !isGuest);
  return isPersonal || !seesAll || conditions.some(isDecidedByUser);
}

/** The kind of channels that all terms about channels leave, where none is named; null: they leave no kind, or part of one. */
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

/** Every channel that a ground has anything of. */
export const channelsIn = ({ channels, topics }: Ground): ChannelId[] => [...channels, ...(topics?.channels ?? [])];

const NOWHERE: Ground = { channels: [], topics: null };
const DIRECT_ONLY: SearchScope = { whole: NOWHERE, open: null, personal: NOWHERE, direct: true };

/** What one has said of topics leaves little of most channels. */
function groundOf(channels: readonly ChannelId[], conditions: readonly Condition[]): Ground {
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

const topicsOf = (channels: readonly ChannelId[], visibilities: readonly Visibility[]): Ground => ({
  channels: [],
  topics: channels.length > 0 ? { channels, visibilities } : null,
});

/** What is not muted is at home, and the other way round. */
function meant({ kind, negated }: Condition): Condition['kind'] | null {
  if (!negated) return kind;
  if (kind === 'muted') return 'home';
  return kind === 'home' ? 'muted' : null;
}

/** What a user does not want to come upon. */
export interface Muting {
  /** Muted whole, but for topics that are unmuted or followed. */
  readonly channelIds: readonly ChannelId[];
  /** Whether muted topics count as such. */
  readonly hasTopics: boolean;
}

/** What stays muted in a narrow: who names a muted channel or topic means it. */
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
