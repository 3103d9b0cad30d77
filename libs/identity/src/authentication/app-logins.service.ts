import { Injectable } from '@nestjs/common';
import { ApiKeys } from '../credentials/api-keys.service';
import type { OneTimePad } from '../credentials/one-time-pad';
import { Sessions } from '../credentials/sessions.service';
import { desktopPageOf } from '../desktop-logins/desktop-address';
import { DesktopLogins } from '../desktop-logins/desktop-logins.service';
import { Organizations } from '../organizations/organizations.service';
import type { User } from '../records/user';
import { OneTimePadIsInvalid } from './login.errors';
import type { FirstStep } from './second-steps.port';

/** The client name of keys that apps receive through a browser login. */
const APP = 'ZulipMobile';

/** Lets apps in that wait for a login in a browser. Runs in the transaction of the login. */
@Injectable()
export class AppLogins {
  constructor(
    private readonly organizations: Organizations,
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly desktopLogins: DesktopLogins,
  ) {}

  /**
   * The address that leads to the app with its key, encrypted with the one-time pad; for a desktop app the page that
   * has its token. A pad is valid once.
   * @throws OneTimePadIsInvalid
   */
  async open({ user, origin, method, next }: FirstStep & { user: User }, pad: OneTimePad): Promise<string> {
    if (!(await this.sessions.spendPad(pad))) throw new OneTimePadIsInvalid();
    if (pad.kind === 'desktop') {
      const login = { userId: user.id, method, origin, next };
      return desktopPageOf(pad.seal(await this.desktopLogins.issue(user.organizationId, login)));
    }
    const { url: realm } = await this.organizations.current(user.organizationId);
    const key = pad.encrypt(await this.keys.issueForLogin(user, APP, { method: 'browser', origin }));
    const answer = { realm, email: user.deliveryEmail, user_id: String(user.id), otp_encrypted_api_key: key };
    return `zulip://login?${new URLSearchParams(answer)}`;
  }
}
