import { Actor, CurrentActor, Heavy, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { NewUserGroups } from './new-user-groups.service';
import { UserGroupChanges } from './user-group-changes.service';
import { UserGroupsSnapshot } from '../user-groups/user-groups.snapshot';
import { userGroupIdIn } from '../user-groups/user-group-id.parameter';
import {
  CreateUserGroupRequest,
  CreateUserGroupResponse,
  ListUserGroupsRequest,
  ListUserGroupsResponse,
  settingsIn,
  UpdateUserGroupRequest,
} from './user-groups.dto';

@Controller('api/v1')
export class UserGroupsController {
  constructor(
    private readonly snapshot: UserGroupsSnapshot,
    private readonly newGroups: NewUserGroups,
    private readonly changes: UserGroupChanges,
  ) {}

  @Operation('POST', 'user_groups/create', {
    summary: 'Create a user group',
    section: 'docs/protocol/groups.md',
    tag: 'user groups',
    request: CreateUserGroupRequest,
    response: CreateUserGroupResponse,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Parameters() request: CreateUserGroupRequest,
  ): Promise<CreateUserGroupResponse> {
    const { name, description, members, subgroups } = request;
    const permissions = settingsIn(request);
    return { group_id: await this.newGroups.create(actor, { name, description, members, subgroups, permissions }) };
  }

  @Heavy()
  @Operation('GET', 'user_groups', {
    summary: 'Get user groups',
    section: 'docs/protocol/groups.md',
    tag: 'user groups',
    request: ListUserGroupsRequest,
    response: ListUserGroupsResponse,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Parameters() request: ListUserGroupsRequest,
  ): Promise<ListUserGroupsResponse> {
    return { user_groups: await this.snapshot.list(actor, request.include_deactivated_groups) };
  }

  @Operation('PATCH', 'user_groups/:user_group_id', {
    summary: 'Update a user group',
    section: 'docs/protocol/groups.md',
    tag: 'user groups',
    request: UpdateUserGroupRequest,
    errors: ['EXPECTATION_MISMATCH'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('user_group_id') id: string,
    @Parameters() request: UpdateUserGroupRequest,
  ): Promise<object> {
    const { name, description, deactivated } = request;
    const change = { name, description, deactivated, permissions: settingsIn(request) };
    await this.changes.update(actor, userGroupIdIn(id), change);
    return {};
  }

  @Operation('POST', 'user_groups/:user_group_id/deactivate', {
    summary: 'Deactivate a user group',
    section: 'docs/protocol/groups.md',
    tag: 'user groups',
    errors: ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
  })
  async deactivate(@CurrentActor() actor: Actor, @Param('user_group_id') id: string): Promise<object> {
    await this.changes.deactivate(actor, userGroupIdIn(id));
    return {};
  }
}
