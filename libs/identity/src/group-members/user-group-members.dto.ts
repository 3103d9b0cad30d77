import { Flag, Integers } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';

export class ChangeMembersRequest {
  @Integers({ doc: 'Ids of users that are to be in the group.', required: false })
  add: number[] = [];

  @Integers({ doc: 'Ids of users that are to be in it no longer.', required: false })
  delete: number[] = [];

  @Integers({ doc: 'Ids of groups that are to be in it.', required: false })
  add_subgroups: number[] = [];

  @Integers({ doc: 'Ids of groups that are to be in it no longer.', required: false })
  delete_subgroups: number[] = [];
}

export class ChangeSubgroupsRequest {
  @Integers({ doc: 'Ids of groups that are to be in the group.', required: false })
  add: number[] = [];

  @Integers({ doc: 'Ids of groups that are to be in it no longer.', required: false })
  delete: number[] = [];
}

export class MembersRequest {
  @Flag({ doc: 'Leaves out who is in it through other groups alone.', required: false })
  direct_member_only = false;
}

export class MembersResponse {
  @ApiProperty({ type: [Number], description: 'Ids of active users, ascending.' })
  members: number[];
}

export class IsMemberResponse {
  @ApiProperty()
  is_user_group_member: boolean;
}

export class SubgroupsRequest {
  @Flag({ doc: 'Leaves out what is in it through other groups alone.', required: false })
  direct_subgroup_only = false;
}

export class SubgroupsResponse {
  @ApiProperty({ type: [Number], description: 'Ids of groups, ascending.' })
  subgroups: number[];
}
