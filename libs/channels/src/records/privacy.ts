import { ChannelPrivacyIsInvalid } from '../errors';

export interface Privacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
}

/** What a request says about privacy; null: it does not say. */
export interface WantedPrivacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean | null;
}

/**
 * One of the four presets: web-public, public, private with shared history, private with protected history. Who does not
 * say gets shared history in public channels and protected history in private ones.
 * @throws ChannelPrivacyIsInvalid for any other combination
 */
export function privacyOf({ isPrivate, isWebPublic, historyPublicToSubscribers }: WantedPrivacy): Privacy {
  const isShared = historyPublicToSubscribers ?? !isPrivate;
  if (isWebPublic && isPrivate) throw new ChannelPrivacyIsInvalid('A web-public channel cannot be private');
  if (!isPrivate && !isShared) throw new ChannelPrivacyIsInvalid('Only a private channel can have protected history');
  return { isPrivate, isWebPublic, historyPublicToSubscribers: isShared };
}

/** What a change of a channel says about privacy; null: it does not say. */
export interface PrivacyChange {
  readonly isPrivate: boolean | null;
  readonly isWebPublic: boolean | null;
  readonly historyPublicToSubscribers: boolean | null;
}

/**
 * The privacy of a channel after a change. Who says whether it is private, and nothing about history, gets the history
 * that a new channel of that kind has.
 * @throws ChannelPrivacyIsInvalid as `privacyOf`
 */
export function changedPrivacy(current: Privacy, change: PrivacyChange): Privacy {
  const keptHistory = change.isPrivate === null ? current.historyPublicToSubscribers : null;
  return privacyOf({
    isPrivate: change.isPrivate ?? current.isPrivate,
    isWebPublic: change.isWebPublic ?? current.isWebPublic,
    historyPublicToSubscribers: change.historyPublicToSubscribers ?? keptHistory,
  });
}

export const isSamePrivacy = (one: Privacy, other: Privacy): boolean =>
  one.isPrivate === other.isPrivate &&
  one.isWebPublic === other.isWebPublic &&
  one.historyPublicToSubscribers === other.historyPublicToSubscribers;
