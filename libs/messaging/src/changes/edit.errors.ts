import { DomainError } from '@app/kernel';

/** The errors of edits and moves (docs/protocol/edits.md), in the order of their checks. */

export class NothingToChange extends DomainError {
  constructor() {
    super('Nothing to change');
  }
}

export class DirectMessagesCannotBeMoved extends DomainError {
  constructor() {
    super('Direct messages cannot be moved to channels.');
  }
}

export class DirectMessagesHaveNoTopics extends DomainError {
  constructor() {
    super('Direct messages cannot have topics.');
  }
}

export class PropagationNeedsMove extends DomainError {
  constructor() {
    super('Invalid propagate_mode without topic edit');
  }
}

export class ContentCannotChangeWithChannel extends DomainError {
  constructor() {
    super('Cannot change message content while changing channel');
  }
}

export class WidgetsCannotBeEdited extends DomainError {
  constructor() {
    super('Widgets cannot be edited.');
  }
}

export class EmptyTopicCannotBeResolved extends DomainError {
  constructor() {
    super('General chat cannot be marked as resolved');
  }
}

/** The text differs from the one that the client expected. */
export class ContentIsNotAsExpected extends DomainError {
  constructor() {
    super("'prev_content_sha256' value does not match the expected value.", 'EXPECTATION_MISMATCH');
  }
}

export class EditingIsOff extends DomainError {
  constructor() {
    super('Your organization has turned off message editing');
  }
}

export class EditingIsNotPermitted extends DomainError {
  constructor() {
    super("You don't have permission to edit this message");
  }
}

export class EditingIsTooLate extends DomainError {
  constructor() {
    super('The time limit for editing this message has passed');
  }
}

export class ResolvingIsNotPermitted extends DomainError {
  constructor() {
    super("You don't have permission to resolve topics in this channel.");
  }
}

export class TopicEditIsTooLate extends DomainError {
  constructor() {
    super("The time limit for editing this message's topic has passed.");
  }
}

export class MovingIsNotPermitted extends DomainError {
  constructor() {
    super("You don't have permission to move this message");
  }
}

export class ChannelEditIsTooLate extends DomainError {
  constructor() {
    super("The time limit for editing this message's channel has passed");
  }
}

/** Only a part of the topic may be moved, from that message on. */
export class OnlyPartMayBeMoved extends DomainError {
  constructor(firstId: number | null, allowed: number, total: number) {
    super(
      `Only the newest ${allowed} of ${total} messages in this topic may still be moved`,
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      {
        first_message_id_allowed_to_move: firstId,
        total_messages_in_topic: total,
        total_messages_allowed_to_move: allowed,
      },
    );
  }
}

/** An earlier move of the topic is still running. The request changes nothing and may be repeated. */
export class TopicIsBeingMoved extends DomainError {
  constructor(readonly jobId: number) {
    super('Messages of this topic are still being moved. Try again in a moment.');
  }
}

export class EditHistoryIsOff extends DomainError {
  constructor() {
    super('Message edit history is disabled in this organization');
  }
}
