import { UserIsUnknown } from '@app/identity';
import { Actor, CurrentActor, HumansOnly, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { FreshAuthentication } from './fresh-authentication.service';
import { ListFactorCountsResponse, RemovedFactorsResponse } from './lost-factors.dto';
import { FactorResets } from './factor-resets.service';
import { ProofRequest } from './second-factors.dto';

const SECTION = 'issue 22, second factors';
const TAG = 'authentication';

/** Second factors of other users, for administrators. */
@HumansOnly()
@Controller('api/v1')
export class LostFactorsController {
  constructor(
    private readonly lost: FactorResets,
    private readonly fresh: FreshAuthentication,
  ) {}

  @Operation('GET', 'realm/second_factors', {
    summary: 'List the users who have a second factor',
    section: SECTION,
    tag: TAG,
    response: ListFactorCountsResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async counts(@CurrentActor() actor: Actor): Promise<ListFactorCountsResponse> {
    const counts = await this.lost.counts(actor);
    return { users: counts.map(({ userId, count }) => ({ user_id: userId, count })) };
  }

  @Operation('DELETE', 'users/:user_id/second_factors', {
    summary: 'Remove the second factors of a user who has lost them',
    section: SECTION,
    tag: TAG,
    request: ProofRequest,
    response: RemovedFactorsResponse,
    errors: ['PASSWORD_AUTH_DISABLED', 'REAUTHENTICATION_REQUIRED', 'UNAUTHORIZED_PRINCIPAL'],
  })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('user_id') given: string,
    @Parameters() proof: ProofRequest,
  ): Promise<RemovedFactorsResponse> {
    const userId = pathId(given, () => new UserIsUnknown());
    await this.lost.assertMayRemove(actor, userId);
    await this.fresh.assert(actor, proof);
    return { removed: await this.lost.remove(actor.organizationId, userId) };
  }
}
