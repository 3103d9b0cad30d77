import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { FreshLogins } from '../credentials/fresh-logins.service';
import { concernsLogins } from './login-settings';
import { OrganizationActivity } from './organization-activity.service';
import { OrganizationChanges } from './organization-changes.service';
import { UserDefaults } from '../personal-settings/user-defaults.service';
import {
  answerOf,
  ChangeOrganizationRequest,
  ChangeOrganizationResponse,
  organizationPatchIn,
} from './organization.dto';
import { PersonalSettingsRequest, settingsIn } from '../personal-settings/personal-settings.dto';

@Controller('api/v1')
export class OrganizationController {
  constructor(
    private readonly changes: OrganizationChanges,
    private readonly activity: OrganizationActivity,
    private readonly userDefaults: UserDefaults,
    private readonly fresh: FreshLogins,
  ) {}

  @Operation('PATCH', 'realm', {
    summary: "Change the organization's settings",
    section: 'docs/protocol/personal.md',
    tag: 'organization',
    request: ChangeOrganizationRequest,
    response: ChangeOrganizationResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'EXPECTATION_MISMATCH', 'SYSTEM_GROUP_REQUIRED', 'REAUTHENTICATION_REQUIRED'],
  })
  async change(
    @CurrentActor() actor: Actor,
    @Parameters() request: ChangeOrganizationRequest,
  ): Promise<ChangeOrganizationResponse> {
    const patch = organizationPatchIn(request);
    if (concernsLogins(patch)) await this.fresh.assertFresh(actor);
    return answerOf(await this.changes.change(actor, patch));
  }

  @Operation('PATCH', 'realm/user_settings_defaults', {
    summary: 'Change the personal settings that newcomers begin with',
    section: 'docs/protocol/events.md',
    tag: 'organization',
    request: PersonalSettingsRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async changeUserDefaults(
    @CurrentActor() actor: Actor,
    @Parameters() request: PersonalSettingsRequest,
  ): Promise<object> {
    await this.userDefaults.change(actor, settingsIn(request));
    return {};
  }

  @Operation('POST', 'realm/deactivate', {
    summary: 'Deactivate the organization',
    section: 'docs/protocol/conventions.md',
    tag: 'organization',
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async deactivate(@CurrentActor() actor: Actor): Promise<object> {
    await this.fresh.assertFresh(actor);
    await this.activity.deactivate(actor);
    return {};
  }
}
