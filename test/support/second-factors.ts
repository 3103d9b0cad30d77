import { Secret, TOTP } from 'otpauth';
import { Browser } from './browser';
import type { Person } from './person';
import type { World } from './world';

const PERIOD_MS = 30_000;

/** An authenticator app that is set up for an account. */
export class Authenticator {
  private constructor(
    readonly id: number,
    readonly secret: string,
    readonly recoveryCodes: string[],
    private readonly world: World,
  ) {}

  /** Sets one up in a browser with a new session. */
  static async setUp(browser: Browser, world: World): Promise<Authenticator> {
    const { body } = await browser.json('POST', 'users/me/second_factors', { kind: 'totp' });
    const { id, secret } = body as unknown as { id: number; secret: string };
    const app = new Authenticator(id, secret, [], world);
    const confirmed = await browser.json('POST', `users/me/second_factors/${id}/confirm`, { code: app.code() });
    if (confirmed.status !== 200) throw new Error(`Not confirmed: ${JSON.stringify([body, confirmed.body])}`);
    app.recoveryCodes.push(...(confirmed.body.recovery_codes as string[]));
    await app.forgetSteps();
    return app;
  }

  /** Of the time step that is so many steps away. */
  code(steps = 0): string {
    return codeOf(this.secret, steps);
  }

  /** A code for a login, though another one used the same time step. */
  async freshCode(): Promise<string> {
    await this.forgetSteps();
    return this.code();
  }

  private async forgetSteps(): Promise<void> {
    await this.world.sql('UPDATE second_factor SET last_step = 0 WHERE id = $1', [this.id]);
  }
}

export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * PERIOD_MS });

/** A user who has an authenticator app. */
export async function withAuthenticator(world: World, person: Person): Promise<Authenticator> {
  const browser = new Browser(world.url);
  await browser.logIn(person.email);
  return Authenticator.setUp(browser, world);
}

/** A code that neither the app shows now nor beside now. */
export function wrongCode({ secret }: { secret: string }): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code))!;
}
