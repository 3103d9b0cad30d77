import { DomainError } from '@app/kernel';

/** The channel is absent, or the actor may not see it. Both cases get the same answer. */
export class ChannelIdIsInvalid extends DomainError {
  constructor() {
    super('Invalid channel ID');
  }
}

/** As `ChannelIdIsInvalid`, for a channel name. */
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

export class ChannelNameIsTaken extends DomainError {
  constructor(name: string) {
    super('A channel of that name already exists', 'CHANNEL_ALREADY_EXISTS', { channel_name: name });
  }
}

export class ChannelPrivacyIsInvalid extends DomainError {}

export class ChannelFolderIsUnknown extends DomainError {
  constructor() {
    super('Invalid channel folder ID');
  }
}

export class ChannelFolderNameIsInvalid extends DomainError {}

export class ChannelFolderNameIsTaken extends DomainError {
  constructor(name: string) {
    super(`A channel folder named '${name}' already exists`);
  }
}

export class ChannelFolderIsInUse extends DomainError {
  constructor() {
    super('A folder that holds channels cannot be archived');
  }
}

export class ChannelFolderOrderIsInvalid extends DomainError {
  constructor() {
    super('The order must name every channel folder once');
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

export class ChannelNameIsTheSame extends DomainError {
  constructor() {
    super('The channel has that name already');
  }
}

/** The actor can read the channel. Others get `ChannelIdIsInvalid`. */
export class AdministeringIsNotPermitted extends DomainError {
  constructor() {
    super('You are not permitted to administer this channel');
  }
}

/**
 * Administering a channel does not include reading it. Settings that decide who reads it may be changed only by
 * readers.
 */
export class ContentAccessIsRequired extends DomainError {
  constructor() {
    super('Only those who can read the channel may change this');
  }
}

export class DefaultChannelsAreForAdministrators extends DomainError {
  constructor() {
    super('You are not permitted to change the default channels');
  }
}

export class ChannelIsArchived extends DomainError {
  constructor() {
    super('The channel is archived');
  }
}

export class ChannelIsNotArchived extends DomainError {
  constructor() {
    super('The channel is not archived');
  }
}

/** Without subscribers, an unarchived private channel would be visible to no user. */
export class ArchivedChannelIsDeserted extends DomainError {
  constructor() {
    super('A private channel without subscribers cannot be unarchived');
  }
}

export class ModerationChannelCannotBePublic extends DomainError {
  constructor() {
    super('The channel of moderation requests cannot be made public');
  }
}

/** The message contains the displayed name of the empty topic. */
export class ChannelHasNamedTopics extends DomainError {
  constructor(emptyTopicName: string) {
    super('The channel has messages in topics with a name', 'BAD_REQUEST', {
      empty_topic_display_name: emptyTopicName,
    });
  }
}
