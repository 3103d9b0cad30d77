import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { OrganizationChanges } from '../app/organization-changes.service';
import { answerOf, ChangeOrganizationRequest, ChangeOrganizationResponse, wishOf } from './organization.dto';

@Controller('api/v1')
export class OrganizationController {
  constructor(private readonly changes: OrganizationChanges) {}

  @Operation('PATCH', 'realm', {
    summary: "Change the organization's settings",
    section: 'reference realtime-and-push 7.6',
    tag: 'organization',
    request: ChangeOrganizationRequest,
    response: ChangeOrganizationResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Parameters() request: ChangeOrganizationRequest,
  ): Promise<ChangeOrganizationResponse> {
    return answerOf(await this.changes.change(actor, wishOf(request)));
  }
}
