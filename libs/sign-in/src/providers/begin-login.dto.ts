import { OneTimePad, sameSitePath } from '@app/identity';
import { Text } from '@app/platform';
import { OptionIsInvalid } from './provider.errors';

/** The query of the address that begins a login at a provider. */
export class BeginLoginRequest {
  @Text({ doc: 'A path of this server to go to afterwards.', maxLength: 2_000, required: false })
  next: string | null = null;

  @Text({ doc: 'The one-time pad of an app that waits for its key.', maxLength: 200, required: false })
  mobile_flow_otp: string | null = null;

  @Text({ doc: 'The one-time pad of a desktop app.', maxLength: 200, required: false })
  desktop_flow_otp: string | null = null;
}

/** Where a login leads. */
export interface LoginGoal {
  /** A path of this server. */
  readonly next: string;
  /** The one-time pad of a waiting app, in hexadecimal. */
  readonly pad: string | null;
}

/** @throws OptionIsInvalid */
export function goalOf({ next, mobile_flow_otp: pad, desktop_flow_otp: desktopPad }: BeginLoginRequest): LoginGoal {
  if (desktopPad !== null) throw new OptionIsInvalid('desktop_flow_otp', 'is not supported by this server');
  if (pad !== null && !OneTimePad.from(pad))
    throw new OptionIsInvalid('mobile_flow_otp', 'must consist of 64 hexadecimal digits');
  return { next: sameSitePath(next), pad };
}
