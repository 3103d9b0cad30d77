import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { Content } from './narrow';

/** A term of a narrow with everything looked up. */
export type Condition = { readonly negated: boolean } & (
  | {
      readonly kind: 'channels';
      readonly channelIds: readonly ChannelId[];
      /** One channel by its name or id, not all of a kind. */
      readonly isNamed: boolean;
    }
  | { readonly kind: 'topic'; readonly topic: string }
  /** Exactly these, ascending; none: no conversation at all. */
  | { readonly kind: 'conversation'; readonly participantIds: readonly UserId[] }
  | { readonly kind: 'sender'; readonly senderId: UserId }
  | { readonly kind: 'message'; readonly messageId: MessageId }
  | { readonly kind: 'has'; readonly content: Content }
  | { readonly kind: 'direct' | 'unread' | 'starred' | 'alerted' | 'resolved' }
);

type ChannelCondition = Condition & { kind: 'channels' };

/** Where one user looks for messages. */
export interface SearchScope {
  /** Channels that are searched whole. */
  readonly whole: readonly ChannelId[];
  /** Channels of which only the personal history counts. */
  readonly personal: readonly ChannelId[];
  readonly direct: boolean;
}

/** A channel whose content the user reads. */
interface Readable {
  readonly id: ChannelId;
  readonly history: 'all' | 'received';
}

/**
 * In the personal history, unless the narrow asks for channels; what flags decide is personal always (reference:
 * messaging 3, "Personal vs shared history").
 */
export function searchScope(
  conditions: readonly Condition[],
  readable: readonly Readable[],
  isGuest: boolean,
): SearchScope {
  const positive = conditions.filter(({ negated }) => !negated);
  if (positive.some(({ kind }) => kind === 'direct' || kind === 'conversation')) {
    return { whole: [], personal: [], direct: true };
  }
  const asked = positive.filter((one): one is ChannelCondition => one.kind === 'channels');
  if (asked.length === 0) {
    const excludesDirect = positive.some(({ kind }) => kind === 'topic' || kind === 'resolved');
    return { whole: [], personal: readable.map(({ id }) => id), direct: !excludesDirect };
  }
  const channels = readable.filter(({ id }) => asked.every(({ channelIds }) => channelIds.includes(id)));
  const isPersonal = conditions.some(isDecidedByFlags) || (isGuest && !asked.some(({ isNamed }) => isNamed));
  const isWhole = ({ history }: Readable): boolean => !isPersonal && history === 'all';
  return {
    whole: channels.filter(isWhole).map(({ id }) => id),
    personal: channels.filter((one) => !isWhole(one)).map(({ id }) => id),
    direct: false,
  };
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

const DECIDED_BY_FLAGS = new Set<Condition['kind']>(['direct', 'unread', 'starred', 'alerted']);
const isDecidedByFlags = ({ kind }: Condition): boolean => DECIDED_BY_FLAGS.has(kind);
