import { ChannelPrivacyIsInvalid } from './errors';

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
