import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { GroupContents } from './group-contents.service';
import { GroupMembership } from './group-membership.service';
import { userGroupIdIn } from '../user-groups/user-group-id.parameter';
import { userIdIn } from '../users/user-id.parameter';
import {
  ChangeMembersRequest,
  ChangeSubgroupsRequest,
  IsMemberResponse,
  MembersRequest,
  MembersResponse,
  SubgroupsRequest,
  SubgroupsResponse,
} from './user-group-members.dto';

const SECTION = 'docs/protocol/groups.md';
const TAG = 'user groups';

@Controller('api/v1/user_groups/:user_group_id')
export class UserGroupMembersController {
  constructor(
    private readonly contents: GroupContents,
    private readonly membership: GroupMembership,
  ) {}

  @Operation('POST', 'members', {
    summary: 'Change members and subgroups of a user group',
    section: SECTION,
    tag: TAG,
    request: ChangeMembersRequest,
  })
  async changeMembers(
    @CurrentActor() actor: Actor,
    @Param('user_group_id') id: string,
    @Parameters() request: ChangeMembersRequest,
  ): Promise<object> {
    const { add, delete: remove, add_subgroups: addSubgroups, delete_subgroups: removeSubgroups } = request;
    await this.contents.change(actor, userGroupIdIn(id), { add, remove, addSubgroups, removeSubgroups });
    return {};
  }

  @Operation('GET', 'members', {
    summary: 'Get the members of a user group',
    section: SECTION,
    tag: TAG,
    request: MembersRequest,
    response: MembersResponse,
  })
  async members(
    @CurrentActor() actor: Actor,
    @Param('user_group_id') id: string,
    @Parameters() request: MembersRequest,
  ): Promise<MembersResponse> {
    return { members: await this.membership.members(actor, userGroupIdIn(id), request.direct_member_only) };
  }

  @Operation('GET', 'members/:user_id', {
    summary: 'Ask whether a user is in a user group',
    section: SECTION,
    tag: TAG,
    request: MembersRequest,
    response: IsMemberResponse,
  })
  async isMember(
    @CurrentActor() actor: Actor,
    @Param('user_group_id') id: string,
    @Param('user_id') user: string,
    @Parameters() request: MembersRequest,
  ): Promise<IsMemberResponse> {
    const [groupId, userId] = [userGroupIdIn(id), userIdIn(user)];
    return {
      is_user_group_member: await this.membership.isMember(actor, groupId, userId, request.direct_member_only),
    };
  }

  @Operation('POST', 'subgroups', {
    summary: 'Change the subgroups of a user group',
    section: SECTION,
    tag: TAG,
    request: ChangeSubgroupsRequest,
  })
  async changeSubgroups(
    @CurrentActor() actor: Actor,
    @Param('user_group_id') id: string,
    @Parameters() request: ChangeSubgroupsRequest,
  ): Promise<object> {
    const { add: addSubgroups, delete: removeSubgroups } = request;
    await this.contents.change(actor, userGroupIdIn(id), { add: [], remove: [], addSubgroups, removeSubgroups });
    return {};
  }

  @Operation('GET', 'subgroups', {
    summary: 'Get the subgroups of a user group',
    section: SECTION,
    tag: TAG,
    request: SubgroupsRequest,
    response: SubgroupsResponse,
  })
  async subgroups(
    @CurrentActor() actor: Actor,
    @Param('user_group_id') id: string,
    @Parameters() request: SubgroupsRequest,
  ): Promise<SubgroupsResponse> {
    return { subgroups: await this.membership.subgroups(actor, userGroupIdIn(id), request.direct_subgroup_only) };
  }
}
