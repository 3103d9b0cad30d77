import { Flag, Integers, Json, Text } from '@app/platform';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { UserGroupObject } from '../user-groups/user-group-object.client-events';
import { checkGroupSetting, GroupSetting } from '../roles/group-setting';
import { checkGroupSettingChange, GroupSettingChange } from '../permissions/group-setting-change';
import { groupSettingChangeSchema, groupSettingSchema } from '../permissions/group-setting.parameter';
import { MAX_GROUP_DESCRIPTION_LENGTH } from './user-group-name';
import { USER_GROUP_SETTINGS, UserGroupSettingName } from '../roles/setting-tables';

/** A setting of a new group: its value alone. */
const Setting = (doc: string): PropertyDecorator =>
  Json({ doc, required: false, schema: groupSettingSchema, check: checkGroupSetting });

/** A setting of an existing group: the new value, and the value that the client expects now. */
const SettingChange = (doc: string): PropertyDecorator =>
  Json({ doc, required: false, schema: groupSettingChangeSchema, check: checkGroupSettingChange });

export class CreateUserGroupRequest {
  @Text({ doc: 'Up to 100 characters; no two groups have the same, in exactly that case.' })
  name: string;

  @Text({ doc: 'May be empty.', maxLength: MAX_GROUP_DESCRIPTION_LENGTH })
  description: string;

  @Integers({ doc: 'Ids of users. The creator is a member only if named.' })
  members: number[];

  @Integers({ doc: 'Ids of groups that are to be in it.', required: false })
  subgroups: number[] = [];

  @Setting('Who may add members and subgroups. Default: the creator.')
  can_add_members_group?: GroupSetting;

  @Setting('Who may join by themselves.')
  can_join_group?: GroupSetting;

  @Setting('Who may leave by themselves.')
  can_leave_group?: GroupSetting;

  @Setting('Who may change the group in every way. Not `role:internet` or `role:everyone`. Default: the creator.')
  can_manage_group?: GroupSetting;

  @Setting('Who may mention the group, so that its members are notified. Not `role:internet` or `role:owners`.')
  can_mention_group?: GroupSetting;

  @Setting('Who may remove members.')
  can_remove_members_group?: GroupSetting;
}

export class CreateUserGroupResponse {
  @ApiProperty({ type: 'integer' })
  group_id: number;
}

export class UpdateUserGroupRequest {
  @Text({ doc: 'Up to 100 characters; no two groups have the same, in exactly that case.', required: false })
  name?: string;

  @Text({ doc: 'May be empty.', required: false, maxLength: MAX_GROUP_DESCRIPTION_LENGTH })
  description?: string;

  @SettingChange('Who may add members and subgroups.')
  can_add_members_group?: GroupSettingChange;

  @SettingChange('Who may join by themselves.')
  can_join_group?: GroupSettingChange;

  @SettingChange('Who may leave by themselves.')
  can_leave_group?: GroupSettingChange;

  @SettingChange('Who may change the group in every way. Not `role:internet` or `role:everyone`.')
  can_manage_group?: GroupSettingChange;

  @SettingChange('Who may mention the group, so that its members are notified. Not `role:internet` or `role:owners`.')
  can_mention_group?: GroupSettingChange;

  @SettingChange('Who may remove members.')
  can_remove_members_group?: GroupSettingChange;

  @Flag({ doc: 'false reactivates the group; true has no effect.', required: false })
  deactivated?: boolean;
}

export class ListUserGroupsRequest {
  @Flag({ doc: 'Deactivated groups too.', required: false })
  include_deactivated_groups = false;
}

const SETTING: ApiPropertyOptions = { ...groupSettingSchema };

export class UserGroupDto implements UserGroupObject {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX seconds.' })
  date_created: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null for system groups.' })
  creator_id: number | null;

  @ApiProperty({ type: [Number], description: 'Ids of active users who are in it directly, ascending.' })
  members: number[];

  @ApiProperty({ type: [Number], description: 'Ids of groups that are in it directly, ascending.' })
  direct_subgroup_ids: number[];

  @ApiProperty({ description: 'A group made of roles, which cannot be changed.' })
  is_system_group: boolean;

  @ApiProperty()
  deactivated: boolean;

  @ApiProperty(SETTING)
  can_add_members_group: GroupSetting;

  @ApiProperty(SETTING)
  can_join_group: GroupSetting;

  @ApiProperty(SETTING)
  can_leave_group: GroupSetting;

  @ApiProperty(SETTING)
  can_manage_group: GroupSetting;

  @ApiProperty(SETTING)
  can_mention_group: GroupSetting;

  @ApiProperty(SETTING)
  can_remove_members_group: GroupSetting;
}

export class ListUserGroupsResponse {
  @ApiProperty({ type: [UserGroupDto] })
  user_groups: UserGroupDto[];
}

const NAMES = Object.keys(USER_GROUP_SETTINGS) as UserGroupSettingName[];

type SettingsIn = CreateUserGroupRequest | UpdateUserGroupRequest;

/** The settings that the request contains. */
export function settingsIn<Request extends SettingsIn>(request: Request): Pick<Request, UserGroupSettingName> {
  const named = NAMES.filter((name) => request[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, request[name]]));
}
