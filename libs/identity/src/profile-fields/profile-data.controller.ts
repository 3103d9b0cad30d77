import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ProfileFields } from './profile-fields.service';
import { ChangeProfileDataRequest, RemoveProfileDataRequest } from './profile-fields.dto';

const SECTION = 'docs/protocol/organizations.md';
const TAG = 'own account';

@HumansOnly()
@Controller('api/v1')
export class ProfileDataController {
  constructor(private readonly profileFields: ProfileFields) {}

  @Operation('PATCH', 'users/me/profile_data', {
    summary: 'Fill in own custom profile fields',
    section: SECTION,
    tag: TAG,
    request: ChangeProfileDataRequest,
  })
  async change(@CurrentActor() actor: Actor, @Parameters() request: ChangeProfileDataRequest): Promise<object> {
    await this.profileFields.change(actor, request.data);
    return {};
  }

  @Operation('DELETE', 'users/me/profile_data', {
    summary: 'Empty own custom profile fields',
    section: SECTION,
    tag: TAG,
    request: RemoveProfileDataRequest,
  })
  async remove(@CurrentActor() actor: Actor, @Parameters() request: RemoveProfileDataRequest): Promise<object> {
    await this.profileFields.change(
      actor,
      request.data.map((id) => ({ id, value: null })),
    );
    return {};
  }
}
