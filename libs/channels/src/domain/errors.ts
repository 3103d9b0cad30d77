import { DomainError } from '@app/kernel';

/** Unknown, or not for this actor: which of the two is not told. */
export class ChannelIdIsInvalid extends DomainError {
  constructor() {
    super('Invalid channel ID');
  }
}

/** As `ChannelIdIsInvalid`, for a channel that was named. */
export class ChannelNameIsUnknown extends DomainError {
  constructor(name: string) {
    super(`Invalid channel name '${name}'`);
  }
}

export class ChannelsAreUnknown extends DomainError {
  constructor(names: readonly string[]) {
    super(`These channels do not exist: ${names.join(', ')}`);
  }
}

export class ChannelNameIsInvalid extends DomainError {}

export class ChannelPrivacyIsInvalid extends DomainError {}

export class ChannelFolderIsUnknown extends DomainError {
  constructor() {
    super('Invalid channel folder ID');
  }
}

export class ChannelCreationIsNotPermitted extends DomainError {
  constructor(kind: 'public' | 'private' | 'web-public') {
    super(`You are not permitted to create ${kind} channels`);
  }
}

export class WebPublicChannelsAreOff extends DomainError {
  constructor() {
    super('Web-public channels are not enabled');
  }
}

export class DefaultChannelCannotBePrivate extends DomainError {
  constructor() {
    super('A default channel cannot be private');
  }
}

export class TopicsPolicyIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to set the topics policy of a channel');
  }
}

export class DeletePolicyIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to set who may delete messages in a channel');
  }
}

export class ChannelAccessIsDenied extends DomainError {
  constructor(name: string) {
    super(`You cannot access the channel '${name}'`);
  }
}

export class AddingSubscribersIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to subscribe other users');
  }
}

export class RemovingSubscribersIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to unsubscribe other users');
  }
}

export class TooManySubscriptions extends DomainError {
  constructor(limit: number) {
    super(`Too many subscriptions at once (limit: 1000 channels, ${limit} pairs of channel and user)`);
  }
}

export class TooManyChanges extends DomainError {
  constructor(limit: number) {
    super(`Too many changes at once (limit: ${limit})`);
  }
}

export class PrincipalIsDeactivated extends DomainError {
  constructor() {
    super('The user is deactivated');
  }
}

export class NotSubscribed extends DomainError {
  constructor(channelId: number) {
    super(`Not subscribed to the channel with ID ${channelId}`);
  }
}

export class SubscriptionPropertyIsUnknown extends DomainError {
  constructor(property: string) {
    super(`Unknown subscription property: ${property}`);
  }
}

export class SubscriptionValueIsInvalid extends DomainError {}

export class ColorIsInvalid extends DomainError {
  constructor() {
    super('color is not a valid hex color code');
  }
}

export class NothingToChange extends DomainError {
  constructor() {
    super('Nothing to do: give "add" or "delete"');
  }
}
