/** Whether the message `m` has reactions. */
export const HAS_REACTION = 'EXISTS (SELECT FROM reaction WHERE reaction.message_id = m.id)';
