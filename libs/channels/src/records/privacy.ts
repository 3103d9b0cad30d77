import { ChannelPrivacyIsInvalid } from '../errors';

export interface Privacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
}

/** The privacy in a request; `null`: absent from the request. */
export interface WantedPrivacy {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean | null;
}

/**
 * One of the four presets: web-public, public, private with shared history, private with protected history. By default
 * history is shared in public channels and protected in private ones.
 * @throws ChannelPrivacyIsInvalid for any other combination
 */
export function privacyOf({ isPrivate, isWebPublic, historyPublicToSubscribers }: WantedPrivacy): Privacy {
  const isShared = historyPublicToSubscribers ?? !isPrivate;
  if (isWebPublic && isPrivate) throw new ChannelPrivacyIsInvalid('A web-public channel cannot be private');
  if (!isPrivate && !isShared) throw new ChannelPrivacyIsInvalid('Only a private channel can have protected history');
  return { isPrivate, isWebPublic, historyPublicToSubscribers: isShared };
}

/** The change of privacy in a request; `null`: absent from the request. */
export interface PrivacyChange {
  readonly isPrivate: boolean | null;
  readonly isWebPublic: boolean | null;
  readonly historyPublicToSubscribers: boolean | null;
}

/**
 * The privacy of a channel after a change. If the request changes the kind without naming the history, the default of
 * the new kind applies.
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
