import { Actor, CurrentActor, HumansOnly, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { PersonalSettingsChanges } from './personal-settings-changes.service';
import { ChangePersonalSettingsRequest, personalSettingsPatchIn } from './personal-settings.dto';

/** The operation, and two older ones that it replaced. All three accept the same parameters. */
const description = (summary: string) => ({
  summary,
  section: 'docs/protocol/settings.md',
  tag: 'own account',
  request: ChangePersonalSettingsRequest,
});

@HumansOnly()
@Controller('api/v1')
export class PersonalSettingsController {
  constructor(private readonly changes: PersonalSettingsChanges) {}

  @Operation('PATCH', 'settings', description('Change own settings'))
  async change(@CurrentActor() actor: Actor, @Parameters() request: ChangePersonalSettingsRequest): Promise<object> {
    await this.changes.change(actor, personalSettingsPatchIn(request));
    return {};
  }

  @Operation('PATCH', 'settings/display', description('Change own settings, as older clients do'))
  changeDisplay(@CurrentActor() actor: Actor, @Parameters() request: ChangePersonalSettingsRequest): Promise<object> {
    return this.change(actor, request);
  }

  @Operation('PATCH', 'settings/notifications', description('Change own settings, as older clients do'))
  changeNotifications(
    @CurrentActor() actor: Actor,
    @Parameters() request: ChangePersonalSettingsRequest,
  ): Promise<object> {
    return this.change(actor, request);
  }
}
