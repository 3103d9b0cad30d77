import { DomainError } from '@app/kernel';

/**
 * The same answer for five cases: the bot is absent, is in another organization, is not a bot, belongs to the server,
 * or belongs to another user.
 */
export class BotIsUnknown extends DomainError {
  constructor() {
    super('No such bot');
  }
}

/** An administrator asked for a bot with a stronger role than the administrator's. */
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

/** The owner is unknown, deactivated, a bot, or a guest. */
export class BotOwnerIsInvalid extends DomainError {
  constructor() {
    super('Failed to change owner: no such user');
  }
}

/** The channel is unknown, or the user who chooses it for the bot may not read it. */
export class BotChannelIsUnknown extends DomainError {
  constructor(name: string) {
    super(`Invalid channel name '${name}'`);
  }
}
