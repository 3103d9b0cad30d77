import { OneTimePad, type PadKind, SECOND_STEP_SECONDS } from '@app/identity';
import { Clock, type OrganizationId } from '@app/kernel';
import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Apart from tokens of rows, which have no such character. Also says what was sealed, as other values are, too. */
const PREFIX = 'passkey.';
/** Browsers keep no cookie of more than 4,096 bytes, with its name and its attributes. */
const LONGEST_TOKEN = 3_800;

/** A login with a passkey that has begun. */
export interface PasskeyStep {
  readonly organizationId: OrganizationId;
  /** What the passkey must sign. */
  readonly challenge: string;
  readonly next: string;
  readonly pad: OneTimePad | null;
}

interface Sealed {
  readonly is: typeof PREFIX;
  readonly organizationId: OrganizationId;
  readonly challenge: string;
  readonly next: string;
  readonly pad?: string;
  readonly padKind?: PadKind;
  /** UNIX time in seconds. */
  readonly until: number;
}

/**
 * Logins with a passkey that have begun. All of it is encrypted in the token of the browser: visitors without an account
 * begin such logins, so beginning one writes nothing.
 */
@Injectable()
export class PasskeySteps {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** The token of the step. Where the path to go to makes the cookie too long, the login leads to the first page. */
  seal(step: PasskeyStep): string {
    const token = this.tokenOf(step);
    return token.length <= LONGEST_TOKEN ? token : this.tokenOf({ ...step, next: '/' });
  }

  /** `null`: no token of a login with a passkey in this organization, or too old. */
  open(organizationId: OrganizationId, token: string): PasskeyStep | null {
    if (!isPasskeyToken(token)) return null;
    const sealed = this.opened(token.slice(PREFIX.length));
    if (sealed?.is !== PREFIX || sealed.organizationId !== organizationId) return null;
    if (sealed.until <= this.clock.seconds()) return null;
    const { challenge, next, pad, padKind } = sealed;
    return { organizationId, challenge, next, pad: pad === undefined ? null : OneTimePad.from(pad, padKind) };
  }

  private tokenOf({ organizationId, challenge, next, pad }: PasskeyStep): string {
    const sealed: Sealed = {
      is: PREFIX,
      ...{ organizationId, challenge, next },
      ...(pad && { pad: pad.hex, padKind: pad.kind }),
      until: this.clock.seconds() + SECOND_STEP_SECONDS,
    };
    return `${PREFIX}${this.secrets.seal(JSON.stringify(sealed)).toString('base64url')}`;
  }

  /** `null`: changed on its way, or of another secret. */
  private opened(text: string): Sealed | null {
    try {
      return JSON.parse(this.secrets.open(Buffer.from(text, 'base64url'))) as Sealed;
    } catch {
      return null;
    }
  }
}

export const isPasskeyToken = (token: string): boolean => token.startsWith(PREFIX);
