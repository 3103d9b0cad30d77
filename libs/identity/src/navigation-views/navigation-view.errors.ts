import { DomainError } from '@app/kernel';

/** The view is absent or belongs to another user. Both cases get the same answer. */
export class NavigationViewDoesNotExist extends DomainError {
  constructor() {
    super('Navigation view does not exist.');
  }
}

export class NavigationViewExistsAlready extends DomainError {
  constructor() {
    super('Navigation view already exists.');
  }
}

export class NavigationViewNameIsTaken extends DomainError {
  constructor() {
    super('There is a navigation view of this name already.');
  }
}

export class NavigationViewIsIncomplete extends DomainError {
  constructor(field: string) {
    super(`${field} cannot be blank`);
  }
}

export class BuiltInViewHasNoName extends DomainError {
  constructor() {
    super('Built-in views cannot have a custom name.');
  }
}

export class CustomViewNeedsName extends DomainError {
  constructor() {
    super('Custom views must have a valid name.');
  }
}

export class ThereAreTooManyNavigationViews extends DomainError {
  constructor(most: number) {
    super(`There can be at most ${most} navigation views`);
  }
}
