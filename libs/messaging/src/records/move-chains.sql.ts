/** Removes those of the chains `$1` whose last message was moved or deleted. */
export const FORGET_EMPTY_CHAINS = `
  DELETE FROM channel_move v
  WHERE v.id = ANY ($1::bigint[]) AND NOT EXISTS (SELECT FROM message m WHERE m.move_id = v.id)`;
