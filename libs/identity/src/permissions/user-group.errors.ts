import { DomainError } from '@app/kernel';
import type { GroupObjection } from './group-objection';

export class UserGroupIsUnknown extends DomainError {
  constructor(id: number | string) {
    super(`Invalid user group ID: ${id}`);
  }
}

export class UserGroupIsDeactivated extends DomainError {
  constructor() {
    super('The user group is deactivated');
  }
}

export class GroupSettingMemberIsUnknown extends DomainError {
  constructor(userId: number) {
    super(`Invalid user ID: ${userId}`);
  }
}

export class GroupSettingIsNotAllowed extends DomainError {
  constructor(setting: string, groupName: string) {
    super(`The setting '${setting}' cannot be the group '${groupName}'`);
  }
}

export class SystemGroupIsRequired extends DomainError {
  constructor(setting: string) {
    super(`The setting '${setting}' must be a system group`, 'SYSTEM_GROUP_REQUIRED', { setting_name: setting });
  }
}

/** For the command line, where operators name groups by name. */
export class UserGroupNameIsUnknown extends DomainError {
  constructor(name: string) {
    super(`There is no user group '${name}'`);
  }
}

/** The group is a system group, or the caller may not manage it. The same answer for all operations. */
export class UserGroupIsNotYours extends DomainError {
  constructor() {
    super('Insufficient permission');
  }
}

/** The name and the members come from a company directory. */
export class UserGroupIsManaged extends DomainError {
  constructor(manager: string) {
    super(`This user group is managed by ${manager}`);
  }
}

export class UserGroupNameIsInvalid extends DomainError {}

export class UserGroupNameIsTaken extends DomainError {
  constructor(name: string) {
    super(`A user group '${name}' exists already`);
  }
}

/** The user is unknown, deactivated, in another organization, or a system bot. All cases get the same answer. */
export class GroupMemberIsInvalid extends DomainError {
  constructor(userId: number) {
    super(`Invalid user ID: ${userId}`);
  }
}

export class UserIsInGroupAlready extends DomainError {
  constructor(userId: number) {
    super(`User ${userId} is already a member of this group`);
  }
}

export class UserIsNotInGroup extends DomainError {
  constructor(userId: number) {
    super(`There is no member ${userId} in this user group`);
  }
}

export class GroupIsSubgroupAlready extends DomainError {
  constructor(groupId: number) {
    super(`User group ${groupId} is already a subgroup of this group`);
  }
}

export class GroupIsNotSubgroup extends DomainError {
  constructor(groupId: number) {
    super(`User group ${groupId} is not a subgroup of this group`);
  }
}

export class GroupWouldContainItself extends DomainError {
  constructor(groupId: number) {
    super(`User group ${groupId} contains this group: a group cannot be inside itself`);
  }
}

export class UserGroupIsInUse extends DomainError {
  constructor(objections: readonly GroupObjection[]) {
    super('Cannot deactivate a user group that is in use', 'CANNOT_DEACTIVATE_GROUP_IN_USE', { objections });
  }
}
