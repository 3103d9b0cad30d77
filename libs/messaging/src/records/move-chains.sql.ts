/** Of the chains `$1`: those whose last message is gone, by a move or a deletion, say nothing any more. */
export const FORGET_EMPTY_CHAINS = `
  DELETE FROM channel_move v
  WHERE v.id = ANY ($1::bigint[]) AND NOT EXISTS (SELECT FROM message m WHERE m.move_id = v.id)`;
