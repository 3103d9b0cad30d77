/**
 * The relation `drawn` (position), after the transaction id: so a watermark that lies above the position was sampled when
 * the transaction had begun, and waits for it; and the log tells of it in the order of positions.
 */
export const DRAWN = `
  own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid),
  drawn AS MATERIALIZED (SELECT CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS position FROM own)`;
