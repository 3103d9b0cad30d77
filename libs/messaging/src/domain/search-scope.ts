import type { ChannelId, MessageId, UserId } from '@app/kernel';

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
  | { readonly kind: 'direct' | 'unread' | 'starred' | 'resolved' }
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

/** Without muted channels, unless a term names one: who asks for it means it. */
export function unmutedScope(
  { whole, personal, direct }: SearchScope,
  conditions: readonly Condition[],
  muted: readonly ChannelId[],
): SearchScope {
  const isMeant = conditions.some((one) => one.kind === 'channels' && one.isNamed && !one.negated);
  if (isMeant || muted.length === 0) return { whole, personal, direct };
  const isHeard = (id: ChannelId): boolean => !muted.includes(id);
  return { whole: whole.filter(isHeard), personal: personal.filter(isHeard), direct };
}

const isDecidedByFlags = ({ kind }: Condition): boolean => kind === 'direct' || kind === 'unread' || kind === 'starred';
