/**
 * The relation `drawn` (position), drawn after the transaction id was assigned. So a watermark above the position was
 * sampled after the transaction had begun, and waits for it. And log entries are in the order of positions.
 */
export const DRAWN = `
  own AS MATERIALIZED (SELECT pg_current_xact_id() AS xid),
  drawn AS MATERIALIZED (SELECT CASE WHEN own.xid IS NOT NULL THEN nextval('message_id_seq') END AS position FROM own)`;
