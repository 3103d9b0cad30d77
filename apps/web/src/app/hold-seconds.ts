import { remember, remembered } from '../ui/remembered';

/** A setting of this browser: how long messages are held before they are sent. */
const NAME = 'parley-hold-seconds';
/** The first one is the default. */
export const HOLD_SECONDS = [0, 5, 10, 20, 30] as const;

export const holdSeconds = (): number =>
  HOLD_SECONDS.find((one) => String(one) === remembered(NAME)) ?? HOLD_SECONDS[0];

export const setHoldSeconds = (seconds: number): void => remember(NAME, seconds === 0 ? null : String(seconds));
