import { type GivenPads, OneTimePad } from '../credentials/one-time-pad';
import { OneTimePadIsInvalid } from './login.errors';

/** The pad of the app that waits; `null`: none does. @throws OneTimePadIsInvalid also for one pad of each kind */
export function padAmong(given: GivenPads): OneTimePad | null {
  const pad = OneTimePad.among(given);
  if (pad === undefined) throw new OneTimePadIsInvalid();
  return pad;
}
