import type { OneTimePad } from '@app/identity';

/** Where a login leads. */
export interface LoginGoal {
  /** A path of this server. */
  readonly next: string;
  /** The one-time pad of a waiting app; `null`: none waits. */
  readonly pad: OneTimePad | null;
  /** The provider must ask the person, although it knows the browser. */
  readonly asksAgain: boolean;
}
