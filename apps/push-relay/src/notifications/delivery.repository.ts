import { Database, prepared } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** That one device is shown one thing. */
export interface Showing {
  readonly deviceId: string;
  readonly collapseHash: string;
}

/** `ours`: the caller sends it. `sent`: it has been sent. `busy`: another request sends it, or failed just now. */
export type Claim = 'ours' | 'sent' | 'busy';

/** Longer than a sending may take: a request that has not reported by then has failed. */
const LEASE = "interval '30 seconds'";
/** The time in which a server may repeat a request. */
const KEPT = "interval '1 day'";

const GIVEN = 'unnest($1::bigint[], $2::text[]) AS given (device_id, collapse_hash)';

const CLAIM = prepared(
  `INSERT INTO relay_delivery (device_id, collapse_hash)
   SELECT device_id, collapse_hash FROM ${GIVEN} ORDER BY device_id, collapse_hash
   ON CONFLICT (device_id, collapse_hash) DO UPDATE SET at = now()
   WHERE NOT relay_delivery.is_sent AND relay_delivery.at < now() - ${LEASE}
   RETURNING device_id::text AS "deviceId", collapse_hash AS "collapseHash"`,
);
const SENT = prepared(
  `SELECT device_id::text AS "deviceId", collapse_hash AS "collapseHash"
   FROM relay_delivery JOIN ${GIVEN} USING (device_id, collapse_hash) WHERE is_sent`,
);
const CONFIRM = prepared(
  `UPDATE relay_delivery SET is_sent = true, at = now() FROM ${GIVEN}
   WHERE relay_delivery.device_id = given.device_id AND relay_delivery.collapse_hash = given.collapse_hash`,
);
const GIVE_BACK = prepared(
  `DELETE FROM relay_delivery USING ${GIVEN}
   WHERE relay_delivery.device_id = given.device_id AND relay_delivery.collapse_hash = given.collapse_hash
     AND NOT is_sent`,
);

@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  /**
   * Claims deliveries that are unsent and unclaimed. They must differ from each other. Returns the claims in the order
   * of `showings`.
   */
  async claim(showings: readonly Showing[]): Promise<Claim[]> {
    const ours = keysOf(await this.database.rows<Showing>(CLAIM, columnsOf(showings)));
    const others = showings.filter((showing) => !ours.has(keyOf(showing)));
    const sent = keysOf(others.length === 0 ? [] : await this.database.rows<Showing>(SENT, columnsOf(others)));
    return showings.map((showing) => {
      if (ours.has(keyOf(showing))) return 'ours';
      return sent.has(keyOf(showing)) ? 'sent' : 'busy';
    });
  }

  async confirm(showings: readonly Showing[]): Promise<void> {
    if (showings.length > 0) await this.database.write(CONFIRM, columnsOf(showings));
  }

  /** They were not sent: the next caller may try. */
  async giveBack(showings: readonly Showing[]): Promise<void> {
    if (showings.length > 0) await this.database.write(GIVE_BACK, columnsOf(showings));
  }

  /** Releases all claims. For the start of the only process: no other one can be sending. */
  async giveAllBack(): Promise<void> {
    await this.database.write('DELETE FROM relay_delivery WHERE NOT is_sent');
  }

  /** Removes some deliveries that no server repeats any more. Returns their number. */
  async forgetOld(most: number): Promise<number> {
    return this.database.write(
      `DELETE FROM relay_delivery WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM relay_delivery WHERE at < now() - ${KEPT} ORDER BY at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
      [most],
    );
  }

  /** The number of deliveries to be removed, and by how many seconds the oldest is overdue. */
  async old(): Promise<{ waiting: number; oldestSeconds: number }> {
    const row = await this.database.row<{ waiting: number; oldestSeconds: number }>(
      `SELECT count(*) AS waiting,
         coalesce(extract(epoch FROM now() - ${KEPT} - min(at)), 0)::float8 AS "oldestSeconds"
       FROM relay_delivery WHERE at < now() - ${KEPT}`,
    );
    return row!;
  }
}

/** As a key of maps; neither part holds a space. */
export const keyOf = ({ deviceId, collapseHash }: Showing): string => `${deviceId} ${collapseHash}`;

const keysOf = (showings: readonly Showing[]): Set<string> => new Set(showings.map(keyOf));

const columnsOf = (showings: readonly Showing[]): [string[], string[]] => [
  showings.map(({ deviceId }) => deviceId),
  showings.map(({ collapseHash }) => collapseHash),
];
