import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { UserStatuses } from './user-statuses.service';
import { GiveOwnStatusRequest, GiveStatusRequest, statusIn, StatusResponse } from './user-status.dto';
import { userIdIn } from '../users/user-id.parameter';

const SECTION = 'docs/protocol/personal.md';
const TAG = 'statuses';

@Controller('api/v1')
export class UserStatusesController {
  constructor(private readonly statuses: UserStatuses) {}

  @HumansOnly()
  @Operation('POST', 'users/me/status', {
    summary: 'Say what one is doing',
    section: SECTION,
    tag: TAG,
    request: GiveOwnStatusRequest,
  })
  async say(@CurrentActor() actor: Actor, @Parameters() request: GiveOwnStatusRequest): Promise<object> {
    await this.statuses.say(actor, { ...statusIn(request), isAway: request.away });
    return {};
  }

  @Operation('GET', 'users/:user_id/status', {
    summary: 'Get what a user is doing',
    section: SECTION,
    tag: TAG,
    response: StatusResponse,
  })
  async get(@CurrentActor() actor: Actor, @Param('user_id') userId: string): Promise<StatusResponse> {
    return { status: await this.statuses.of(actor, userIdIn(userId)) };
  }

  @HumansOnly()
  @Operation('POST', 'users/:user_id/status', {
    summary: 'Say what somebody else is doing',
    section: SECTION,
    tag: TAG,
    request: GiveStatusRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async sayFor(
    @CurrentActor() actor: Actor,
    @Param('user_id') userId: string,
    @Parameters() request: GiveStatusRequest,
  ): Promise<object> {
    await this.statuses.sayFor(actor, userIdIn(userId), statusIn(request));
    return {};
  }
}
