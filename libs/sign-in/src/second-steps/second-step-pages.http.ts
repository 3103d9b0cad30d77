import type { PageContent } from '@app/platform';
import { Organization, Users } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { Passkeys } from '../second-factors/passkeys.service';
import { TotpSecrets } from '../second-factors/totp-secrets.service';
import { codePage, passkeyPage, setUpPage, Step } from './second-step.page';
import type { WaitingLogin } from './waiting-logins.service';

/** The page of a login that waits: a code, a passkey, or a factor to set up. */
@Injectable()
export class SecondStepPages {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly totpSecrets: TotpSecrets,
    private readonly users: Users,
  ) {}

  async of(organization: Organization, login: WaitingLogin, step: Step): Promise<PageContent> {
    const { userId, sealedSecret, challenge } = login;
    const options = await this.passkeys.requestOptions(organization, userId, challenge ?? '');
    if (userId === null) return passkeyPage(step, JSON.stringify(options));
    if (sealedSecret === null) return codePage(step, options.allowCredentials?.length ? JSON.stringify(options) : null);
    const { deliveryEmail } = await this.users.get(organization.id, userId);
    return setUpPage(step, this.totpSecrets.show(sealedSecret, organization.name, deliveryEmail));
  }
}
