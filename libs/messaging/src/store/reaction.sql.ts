/** Whether the message `m` has reactions. */
export const HAS_REACTION = 'EXISTS (SELECT FROM reaction WHERE reaction.message_id = m.id)';

/** The ids of all messages with reactions, each once: few candidates, where the narrow wants nothing else. */
export const REACTED_MESSAGES = '(SELECT DISTINCT message_id FROM reaction)';
