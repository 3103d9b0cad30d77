import { Actor, CurrentActor, Operation } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { MutedUsers } from './muted-users.service';
import { userIdIn } from '../users/user-id.parameter';

const SECTION = 'docs/protocol/organizations.md';
const TAG = 'own account';
const PATH = 'users/me/muted_users/:user_id';

@Controller('api/v1')
export class MutedUsersController {
  constructor(private readonly mutedUsers: MutedUsers) {}

  @Operation('POST', PATH, { summary: 'Mute a user', section: SECTION, tag: TAG })
  async mute(@CurrentActor() actor: Actor, @Param('user_id') userId: string): Promise<object> {
    await this.mutedUsers.mute(actor, userIdIn(userId));
    return {};
  }

  @Operation('DELETE', PATH, { summary: 'Unmute a user', section: SECTION, tag: TAG })
  async unmute(@CurrentActor() actor: Actor, @Param('user_id') userId: string): Promise<object> {
    await this.mutedUsers.unmute(actor, userIdIn(userId));
    return {};
  }
}
