import { DomainError } from '@app/kernel';

/** The field is absent or belongs to another organization. Both cases get the same answer. */
export class ProfileFieldIsUnknown extends DomainError {
  constructor(id: number) {
    super(`Field id ${id} not found.`);
  }
}

export class ProfileFieldNameIsInvalid extends DomainError {}

export class ProfileFieldNameIsTaken extends DomainError {
  constructor() {
    super('A field with that label already exists.');
  }
}

export class ProfileFieldDataIsInvalid extends DomainError {}

export class DefaultProfileFieldIsFixed extends DomainError {
  constructor() {
    super('Default custom field cannot be updated.');
  }
}

export class ProfileFieldIsNoSummary extends DomainError {
  constructor() {
    super('Field type not supported for display in profile summary.');
  }
}

export class ProfileSummaryIsFull extends DomainError {
  constructor(limit: number) {
    super(`Only ${limit} custom profile fields can be displayed in the profile summary.`);
  }
}

export class TooManyProfileFields extends DomainError {
  constructor(limit: number) {
    super(`There can be at most ${limit} custom profile fields`);
  }
}

export class ProfileFieldOrderIsInvalid extends DomainError {
  constructor() {
    super('Invalid order mapping.');
  }
}

export class ProfileFieldIsNotEditable extends DomainError {
  constructor() {
    super('You are not allowed to change this field. Contact an administrator to update it.');
  }
}

/** The value follows an identity provider, so a change here would not last. */
export class ProfileValueIsManaged extends DomainError {
  constructor(field: string, manager: string) {
    super(`${manager} decides the value of ${field}: please change it there`);
  }
}

export class ProfileValueIsInvalid extends DomainError {}
