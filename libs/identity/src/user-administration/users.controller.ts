import {
  Actor,
  ActorOrSpectator,
  CurrentActor,
  Heavy,
  OpenToSpectators,
  Operation,
  Parameters,
  ReplicaReads,
  RequestHost,
} from '@app/platform';
import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { FreshLogins } from '../credentials/fresh-logins.service';
import { Deactivations } from '../deactivation/deactivations.service';
import { Profiles, ProfileOptions } from '../profiles/profiles.service';
import { UserCreation } from './user-creation.service';
import { UserUpdates } from '../profiles/user-updates.service';
import { isOwner, Role } from '../roles/role';
import { userIdIn } from '../users/user-id.parameter';
import { WrittenList, withWritten } from './written-list.parameter';
import {
  CreateUserRequest,
  CreateUserResponse,
  DeactivateUserRequest,
  GetUserRequest,
  GetUserResponse,
  ListUsersRequest,
  ListUsersResponse,
  OwnUserResponse,
  UpdateUserRequest,
} from './users.dto';

const optionsOf = ({ client_gravatar, include_custom_profile_fields }: GetUserRequest): ProfileOptions => ({
  clientGravatar: client_gravatar,
  profileData: include_custom_profile_fields,
});

@Controller('api/v1')
export class UsersController {
  constructor(
    private readonly profiles: Profiles,
    private readonly creation: UserCreation,
    private readonly updates: UserUpdates,
    private readonly deactivations: Deactivations,
    private readonly fresh: FreshLogins,
    private readonly reads: ReplicaReads,
  ) {}

  @Operation('POST', 'users', {
    summary: 'Create a user',
    section: 'docs/protocol/users.md',
    tag: 'users',
    request: CreateUserRequest,
    response: CreateUserResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async create(@CurrentActor() actor: Actor, @Parameters() request: CreateUserRequest): Promise<CreateUserResponse> {
    const { email, password, full_name: fullName } = request;
    return { user_id: (await this.creation.byAdministrator(actor, { email, password, fullName })).id };
  }

  @OpenToSpectators()
  @Heavy()
  @Operation('GET', 'users', {
    summary: 'Get users',
    section: 'docs/protocol/users.md',
    tag: 'users',
    request: ListUsersRequest,
    response: ListUsersResponse,
  })
  async list(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Parameters() request: ListUsersRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ members: ListUsersResponse['members'] | WrittenList }> {
    const { user_ids: ids } = request;
    if (!actor) return { members: await this.profiles.listForSpectator(host, ids) };
    const texts = await this.reads.run(actor, () => this.profiles.list(actor, ids, optionsOf(request)));
    void reply.type('application/json; charset=utf-8').serializer(withWritten('members'));
    return { members: new WrittenList(texts) };
  }

  @Operation('GET', 'users/me', {
    summary: 'Get own user',
    section: 'docs/protocol/users.md',
    tag: 'users',
    response: OwnUserResponse,
  })
  own(@CurrentActor() actor: Actor): Promise<OwnUserResponse> {
    return this.profiles.own(actor);
  }

  @Operation('DELETE', 'users/me', {
    summary: 'Deactivate own user',
    section: 'docs/protocol/users.md',
    tag: 'users',
    errors: ['CANNOT_DEACTIVATE_LAST_USER', 'REAUTHENTICATION_REQUIRED'],
  })
  async leave(@CurrentActor() actor: Actor): Promise<object> {
    await this.fresh.assertFresh(actor);
    await this.deactivations.leave(actor);
    return {};
  }

  @Operation('GET', 'users/:user', {
    summary: 'Get a user by id or by e-mail address',
    section: 'docs/protocol/users.md',
    tag: 'users',
    request: GetUserRequest,
    response: GetUserResponse,
  })
  async get(
    @CurrentActor() actor: Actor,
    @Param('user') user: string,
    @Parameters() request: GetUserRequest,
  ): Promise<GetUserResponse> {
    return { user: await this.profiles.find(actor, user, optionsOf(request)) };
  }

  @Operation('PATCH', 'users/:user', {
    summary: 'Update a user, found by id or by e-mail address',
    section: 'docs/protocol/users.md',
    tag: 'users',
    request: UpdateUserRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('user') user: string,
    @Parameters() request: UpdateUserRequest,
  ): Promise<object> {
    const { full_name: fullName, role, profile_data: profile, new_email: email } = request;
    // Owners alone make and unmake owners.
    if (role !== undefined && isOwner(actor.role)) await this.fresh.assertFresh(actor);
    await this.updates.update(actor, user, { fullName, role: role as Role | undefined, profile, email });
    return {};
  }

  @Operation('DELETE', 'users/:user_id', {
    summary: 'Deactivate a user',
    section: 'docs/protocol/users.md',
    tag: 'users',
    request: DeactivateUserRequest,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'REAUTHENTICATION_REQUIRED'],
  })
  async deactivate(
    @CurrentActor() actor: Actor,
    @Param('user_id') id: string,
    @Parameters() { deactivation_notification_comment: written }: DeactivateUserRequest,
  ): Promise<object> {
    // A form cannot express a missing comment, so clients send the word `null`.
    const comment = written === 'null' ? null : written;
    await this.deactivations.deactivate(actor, userIdIn(id), comment);
    return {};
  }

  @Operation('POST', 'users/:user_id/reactivate', {
    summary: 'Reactivate a user',
    section: 'docs/protocol/users.md',
    tag: 'users',
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async reactivate(@CurrentActor() actor: Actor, @Param('user_id') id: string): Promise<object> {
    await this.deactivations.reactivate(actor, userIdIn(id));
    return {};
  }
}
