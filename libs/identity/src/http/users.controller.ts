import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Profiles, ProfileOptions } from '../app/profiles.service';
import { UserCreation } from '../app/user-creation.service';
import {
  CreateUserRequest,
  CreateUserResponse,
  GetUserRequest,
  GetUserResponse,
  ListUsersRequest,
  ListUsersResponse,
  OwnUserResponse,
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
  ) {}

  @Operation('POST', 'users', {
    summary: 'Create a user',
    section: 'reference identity-and-channels 13.4',
    tag: 'users',
    request: CreateUserRequest,
    response: CreateUserResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async create(@CurrentActor() actor: Actor, @Parameters() request: CreateUserRequest): Promise<CreateUserResponse> {
    const { email, password, full_name: fullName } = request;
    return { user_id: (await this.creation.byAdministrator(actor, { email, password, fullName })).id };
  }

  @Operation('GET', 'users', {
    summary: 'Get users',
    section: 'interface 21',
    tag: 'users',
    request: ListUsersRequest,
    response: ListUsersResponse,
  })
  async list(@CurrentActor() actor: Actor, @Parameters() request: ListUsersRequest): Promise<ListUsersResponse> {
    return { members: await this.profiles.list(actor, request.user_ids, optionsOf(request)) };
  }

  @Operation('GET', 'users/me', {
    summary: 'Get own user',
    section: 'reference identity-and-channels 13.3',
    tag: 'users',
    response: OwnUserResponse,
  })
  own(@CurrentActor() actor: Actor): Promise<OwnUserResponse> {
    return this.profiles.own(actor);
  }

  @Operation('GET', 'users/:user', {
    summary: 'Get a user by id or by e-mail address',
    section: 'interface 23 and reference identity-and-channels 13.2',
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
}
