import { LoginPageRequest, OneTimePad, padAmong, sameSitePath } from '@app/identity';
import { Flag } from '@app/platform';

/** The query of the address that begins a login at a provider. */
export class BeginLoginRequest extends LoginPageRequest {
  @Flag({ doc: 'The provider must ask the person again, although it knows the browser.', required: false })
  reauthenticate = false;
}

/** Where a login leads. */
export interface LoginGoal {
  /** A path of this server. */
  readonly next: string;
  /** The one-time pad of a waiting app; `null`: none waits. */
  readonly pad: OneTimePad | null;
  /** The provider must ask the person, although it knows the browser. */
  readonly asksAgain: boolean;
}

/** @throws OneTimePadIsInvalid */
export const goalOf = ({ next, reauthenticate: asksAgain, ...pads }: BeginLoginRequest): LoginGoal => ({
  next: sameSitePath(next),
  pad: padAmong(pads),
  asksAgain,
});
