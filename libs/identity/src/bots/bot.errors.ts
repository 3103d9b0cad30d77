import { DomainError } from '@app/kernel';

/** Unknown, of another organization, no bot, the server's, or somebody else's: all answer alike. */
export class BotIsUnknown extends DomainError {
  constructor() {
    super('No such bot');
  }
}

/** To administrators, of bots that may do more than they. */
export class BotIsStronger extends DomainError {
  constructor() {
    super('Insufficient permission');
  }
}

export class BotCreationIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to create bots of this kind');
  }
}

export class BotTypeIsInvalid extends DomainError {
  constructor() {
    super('Invalid bot type');
  }
}

export class BotNameIsInvalid extends DomainError {
  constructor() {
    super('Bad name or username');
  }
}

export class BotEmailIsTaken extends DomainError {
  constructor() {
    super('Username already in use');
  }
}

export class BotNameIsTaken extends DomainError {
  constructor() {
    super('Name is already in use');
  }
}

/** Unknown, deactivated, a bot, or a guest. */
export class BotOwnerIsInvalid extends DomainError {
  constructor() {
    super('Failed to change owner: no such user');
  }
}

/** Unknown, or not readable for the user who gives it to the bot. */
export class BotChannelIsUnknown extends DomainError {
  constructor(name: string) {
    super(`Invalid channel name '${name}'`);
  }
}
