import { LoginPageRequest, padAmong, sameSitePath } from '@app/identity';
import { Flag } from '@app/platform';
import type { LoginGoal } from './login-goal';

/** The query of the address that begins a login at a provider. */
export class BeginLoginRequest extends LoginPageRequest {
  @Flag({ doc: 'The provider must ask the person again, although it knows the browser.', required: false })
  reauthenticate = false;
}

/** @throws OneTimePadIsInvalid */
export const goalOf = ({ next, reauthenticate: asksAgain, ...pads }: BeginLoginRequest): LoginGoal => ({
  next: sameSitePath(next),
  pad: padAmong(pads),
  asksAgain,
});
