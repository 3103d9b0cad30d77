import { TooManyChanges, TooManySubscriptions } from '../errors';

const MAX_CHANNELS = 1_000;
/** The number of pairs that one transaction can handle within its time limit. */
const MAX_PAIRS = 50_000;
const MAX_SETTING_CHANGES = 2_000;
/** If a request subscribes more users than this, no messages about it are sent. */
const MAX_WRITTEN_TO = 100;

/** @throws TooManySubscriptions; no principals means the actor alone */
export function assertIsReasonable(channels: number, principals: number): void {
  if (channels > MAX_CHANNELS || channels * Math.max(principals, 1) > MAX_PAIRS)
    throw new TooManySubscriptions(MAX_PAIRS);
}

/** @throws TooManyChanges */
export function assertFewChanges(changes: number): void {
  if (changes > MAX_SETTING_CHANGES) throw new TooManyChanges(MAX_SETTING_CHANGES);
}

/** Whether newly subscribed users are told by a message (`max_bulk_new_subscription_messages`). */
export const areWrittenTo = (users: number): boolean => users <= MAX_WRITTEN_TO;
