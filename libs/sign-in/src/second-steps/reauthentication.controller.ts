import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { FreshAuthentication } from '../second-factors/fresh-authentication.service';
import { ReauthenticationRequest } from './reauthentication.dto';

/** Users prove again who they are, for actions that need a fresh login. */
@HumansOnly()
@Controller('api/v1')
export class ReauthenticationController {
  constructor(private readonly fresh: FreshAuthentication) {}

  @Operation('POST', 'users/me/reauthentication', {
    summary: 'Make the login of the session fresh again',
    section: "Parley's own, docs/company-login.md",
    tag: 'authentication',
    request: ReauthenticationRequest,
    errors: ['PASSWORD_AUTH_DISABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  async renew(
    @CurrentActor() actor: Actor,
    @Parameters() { password, code }: ReauthenticationRequest,
  ): Promise<object> {
    await this.fresh.renew(actor, password, code);
    return {};
  }
}
