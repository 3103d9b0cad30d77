import { LoginPageRequest, OneTimePad, padAmong, sameSitePath } from '@app/identity';

/** The query of the address that begins a login at a provider. */
export class BeginLoginRequest extends LoginPageRequest {}

/** Where a login leads. */
export interface LoginGoal {
  /** A path of this server. */
  readonly next: string;
  /** The one-time pad of a waiting app; `null`: none waits. */
  readonly pad: OneTimePad | null;
}

/** @throws OneTimePadIsInvalid */
export const goalOf = ({ next, ...pads }: BeginLoginRequest): LoginGoal => ({
  next: sameSitePath(next),
  pad: padAmong(pads),
});
