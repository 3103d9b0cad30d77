import { DomainError } from '@app/kernel';

/** The message is absent, in another organization, or not readable. All cases get the same answer. */
export class MessageIsInvalid extends DomainError {
  constructor() {
    super('Invalid message(s)');
  }
}

export class MessageIsEmpty extends DomainError {
  constructor() {
    super('Message must not be empty');
  }
}

export class MessageContainsNull extends DomainError {
  constructor() {
    super('Message must not contain null bytes');
  }
}

export class TopicIsMissing extends DomainError {
  constructor() {
    super('Missing topic');
  }
}

/** Also for a topic without messages of the actor. */
export class TopicIsUnknown extends DomainError {
  constructor(topic: string) {
    super(`No such topic '${topic}'`);
  }
}

export class TopicHasInvalidCharacter extends DomainError {
  constructor(position: number) {
    super(`Invalid character in topic, at position ${position}!`);
  }
}

export class TopicIsRequired extends DomainError {
  constructor(emptyTopicName: string) {
    super(`A topic is required in this channel: '${emptyTopicName}' is not available`, 'BAD_REQUEST', {
      empty_topic_display_name: emptyTopicName,
    });
  }
}

export class TopicsAreNotAllowed extends DomainError {
  constructor(emptyTopicName: string) {
    super(`Only the '${emptyTopicName}' topic is allowed in this channel`, 'BAD_REQUEST', {
      empty_topic_display_name: emptyTopicName,
    });
  }
}

/** Also for a channel that the sender may not see. */
export class ChannelDoesNotExist extends DomainError {
  constructor(readonly channel: number | string) {
    const isId = typeof channel === 'number';
    super(
      isId ? `Channel with ID '${channel}' does not exist` : `Channel '${channel}' does not exist`,
      'STREAM_DOES_NOT_EXIST',
      isId ? { stream_id: channel } : { stream: channel },
    );
  }
}

export class SendingIsNotAuthorized extends DomainError {
  constructor(channelName: string) {
    super(`Not authorized to send to channel '${channelName}'`);
  }
}

export class PostingIsNotPermitted extends DomainError {
  constructor() {
    super('You do not have permission to post in this channel.');
  }
}

export class ChannelWildcardIsNotPermitted extends DomainError {
  constructor() {
    super(
      'You do not have permission to use channel wildcard mentions in this channel.',
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    );
  }
}

export class TopicWildcardIsNotPermitted extends DomainError {
  constructor() {
    super(
      'You do not have permission to use topic wildcard mentions in this topic.',
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    );
  }
}

export class GroupMentionIsNotPermitted extends DomainError {
  constructor(groupName: string) {
    super(`You are not allowed to mention user group '${groupName}'.`);
  }
}

export class RecipientsAreMissing extends DomainError {
  constructor() {
    super('Message must have recipients');
  }
}

export class RecipientsAreTooMany extends DomainError {
  constructor(most: number) {
    super(`A direct message has ${most} recipients at most`);
  }
}

export class RecipientIsUnknown extends DomainError {
  constructor(recipient: number | string) {
    super(typeof recipient === 'number' ? `Invalid user ID ${recipient}` : `Invalid email '${recipient}'`);
  }
}

export class RecipientIsDeactivated extends DomainError {
  constructor(fullName: string) {
    super(`'${fullName}' is no longer using this organization`);
  }
}

export class DirectMessagesAreDisabled extends DomainError {
  constructor() {
    super('Direct messages are disabled in this organization.');
  }
}

export class ConversationIsNotAuthorized extends DomainError {
  constructor() {
    super('This conversation does not include any users who can authorize it.');
  }
}

export class ConversationMayNotBeStarted extends DomainError {
  constructor() {
    super('You do not have permission to initiate direct message conversations.');
  }
}

export class TypingIsKeptSecret extends DomainError {
  constructor(where: 'direct' | 'channel') {
    super(`User has disabled typing notifications for ${where} messages`);
  }
}

export class TypingHasNoRecipients extends DomainError {
  constructor() {
    super("Empty 'to' list");
  }
}

export class FlagIsUnknown extends DomainError {
  constructor(flag: string) {
    super(`Invalid flag: '${flag}'`);
  }
}

export class FlagIsNotEditable extends DomainError {
  constructor(flag: string) {
    super(`Flag not editable: '${flag}'`);
  }
}

export class FlagOperationIsUnknown extends DomainError {
  constructor(operation: string) {
    super(`Invalid message flag operation: '${operation}'`);
  }
}

export class AnchorIsMissing extends DomainError {
  constructor() {
    super("Missing 'anchor' argument.");
  }
}

export class AnchorIsInvalid extends DomainError {
  constructor() {
    super('Invalid anchor');
  }
}

export class AnchorMayNotBeExcluded extends DomainError {
  constructor() {
    super('The anchor can only be excluded at an end of the range');
  }
}

export class TooManyMessagesRequested extends DomainError {
  constructor(maximum: number) {
    super(`Too many messages requested (maximum ${maximum}).`);
  }
}

/** An invalid term; `desc` contains the reason. */
export class NarrowTermIsInvalid extends DomainError {
  constructor(desc: string) {
    super(`Invalid narrow operator: ${desc}`, 'BAD_NARROW', { desc });
  }
}

export class NarrowContradictsItself extends DomainError {
  constructor() {
    const desc = 'No message can be both a channel message and direct message';
    super(`Invalid narrow operator combination: ${desc}`, 'BAD_NARROW', { desc });
  }
}

/**
 * The search exceeded its time limit. An example is a word that is frequent in messages of other users and absent from
 * the reader's.
 */
export class SearchTakesTooLong extends DomainError {
  constructor() {
    super('This search takes too long; look for rarer words, or in one channel');
  }
}

export class SearchIsBlank extends DomainError {
  constructor() {
    super('A search must have words to look for');
  }
}

export class ReadReceiptsAreDisabled extends DomainError {
  constructor() {
    super('Read receipts are disabled in this organization.');
  }
}

/** The client used the key for another send. */
export class SendKeyIsUsed extends DomainError {
  constructor() {
    super('Another message was sent under this idempotency key');
  }
}

export class SendKeyIsInvalid extends DomainError {
  constructor() {
    super('Invalid Idempotency-Key: 8 to 200 visible ASCII characters');
  }
}

/**
 * The requested messages are too long. None can be left out, because a missing message would mean that it does not
 * exist.
 */
export class MessagesAreTooLong extends DomainError {
  constructor() {
    super('The messages are too long for one answer; ask for fewer of them');
  }
}
