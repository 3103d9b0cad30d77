import { Organizations } from '@app/identity';
import { Actor, CurrentActor, HumansOnly, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { FreshAuthentication } from './fresh-authentication.service';
import { newChallenge, Passkeys } from './passkeys.service';
import { svgOf } from './qr-code';
import { DEFAULT_LABELS } from './second-factor';
import { SecondFactorIsUnknown } from './second-factor.errors';
import { SecondFactors } from './second-factors.service';
import { TotpSecrets } from './totp-secrets.service';
import {
  ConfirmSecondFactorRequest,
  ListSecondFactorsResponse,
  NewSecondFactorRequest,
  NewSecondFactorResponse,
  ProofRequest,
  RecoveryCodesResponse,
} from './second-factors.dto';

const SECTION = 'issue 22, second factors';
const TAG = 'authentication';

/** The caller's own second factors. */
@HumansOnly()
@Controller('api/v1/users/me/second_factors')
export class SecondFactorsController {
  constructor(
    private readonly factors: SecondFactors,
    private readonly fresh: FreshAuthentication,
    private readonly secrets: TotpSecrets,
    private readonly passkeys: Passkeys,
    private readonly organizations: Organizations,
  ) {}

  @Operation('GET', '', {
    summary: 'List own second factors',
    section: SECTION,
    tag: TAG,
    response: ListSecondFactorsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListSecondFactorsResponse> {
    const { factors, codesLeft, isRequired } = await this.factors.list(actor);
    return {
      second_factors: factors.map(({ id, kind, label, createdAt, lastUsedAt }) => ({
        id,
        kind,
        label,
        date_created: createdAt,
        last_used: lastUsedAt,
      })),
      recovery_codes_left: codesLeft,
      is_required: isRequired,
      is_login_fresh: await this.fresh.isFresh(actor),
    };
  }

  @Operation('POST', '', {
    summary: 'Begin to set up a second factor',
    section: SECTION,
    tag: TAG,
    request: NewSecondFactorRequest,
    response: NewSecondFactorResponse,
    errors: ['PASSWORD_AUTH_DISABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  async begin(
    @CurrentActor() actor: Actor,
    @Parameters() { kind, label, password, code }: NewSecondFactorRequest,
  ): Promise<NewSecondFactorResponse> {
    await this.fresh.assert(actor, { password, code });
    const name = label?.trim() || DEFAULT_LABELS[kind];
    const organization = await this.organizations.current(actor.organizationId);
    if (kind === 'totp') {
      const sealedSecret = this.secrets.make();
      const id = await this.factors.begin(actor, kind, name, { sealedSecret });
      const { secret, uri, qrCode } = this.secrets.show(sealedSecret, organization.name, actor.deliveryEmail);
      const qr_code = `data:image/svg+xml,${encodeURIComponent(svgOf(qrCode))}`;
      return { id, secret, otpauth_uri: uri, qr_code };
    }
    const challenge = newChallenge();
    const id = await this.factors.begin(actor, kind, name, { challenge });
    const user = { ...actor, id: actor.userId };
    return { id, options: await this.passkeys.creationOptions(organization, user, challenge) };
  }

  @Operation('POST', ':factor_id/confirm', {
    summary: 'Confirm a second factor by what it answers',
    section: SECTION,
    tag: TAG,
    request: ConfirmSecondFactorRequest,
    response: RecoveryCodesResponse,
  })
  async confirm(
    @CurrentActor() actor: Actor,
    @Param('factor_id') id: string,
    @Parameters() { code, credential }: ConfirmSecondFactorRequest,
  ): Promise<RecoveryCodesResponse> {
    return { recovery_codes: await this.factors.confirm(actor, idIn(id), { code, credential }) };
  }

  @Operation('DELETE', ':factor_id', {
    summary: 'Remove one of the own second factors',
    section: SECTION,
    tag: TAG,
    request: ProofRequest,
    errors: ['PASSWORD_AUTH_DISABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('factor_id') id: string,
    @Parameters() proof: ProofRequest,
  ): Promise<object> {
    await this.fresh.assert(actor, proof);
    await this.factors.remove(actor, idIn(id));
    return {};
  }

  @Operation('POST', 'recovery_codes', {
    summary: 'Replace the own recovery codes',
    section: SECTION,
    tag: TAG,
    request: ProofRequest,
    response: RecoveryCodesResponse,
    errors: ['PASSWORD_AUTH_DISABLED', 'REAUTHENTICATION_REQUIRED'],
  })
  async renewCodes(@CurrentActor() actor: Actor, @Parameters() proof: ProofRequest): Promise<RecoveryCodesResponse> {
    await this.fresh.assert(actor, proof);
    return { recovery_codes: await this.factors.renewCodes(actor) };
  }
}

const idIn = (path: string): number => pathId(path, () => new SecondFactorIsUnknown());
