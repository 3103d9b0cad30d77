import { Client } from 'pg';
import { TAIL_QUERY } from '../../libs/realtime/src/records/event-log.repository';

/** As the reader of the log has them (libs/realtime/src/event-log/tail.service.ts). */
const BATCH = 1_000;
const BUSY_MS = 5;
const QUIET_MS = 1_000;
const QUIET_AFTER_MS = 2_000;

/** What a node does with the event log and nothing else: one connection, the statement of the reader, its intervals. */
export class SimulatedNode {
  /** The number of times that it has asked for new entries. */
  looks = 0;
  private cursor = { xid: 0, ordinal: -1 };
  private lastTraffic = 0;
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | null = null;
  private isStopped = false;
  private readonly waiting: { xid: number; resolve: (at: number) => void }[] = [];

  private constructor(private readonly client: Client) {}

  static async start(connectionString: string): Promise<SimulatedNode> {
    const client = new Client({ connectionString });
    await client.connect();
    const node = new SimulatedNode(client);
    const { rows } = await client.query<{ xid: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid',
    );
    node.cursor = { xid: Number(rows[0]!.xid) - 1, ordinal: 65_535 };
    client.on('notification', () => node.wake?.());
    await client.query('LISTEN parley_event_log');
    node.running = node.run();
    return node;
  }

  private running: Promise<void> = Promise.resolve();

  /** When it has read the entries of that transaction (performance.now()). */
  until(xid: number): Promise<number> {
    return new Promise((resolve) => {
      if (this.cursor.xid >= xid) resolve(performance.now());
      else this.waiting.push({ xid, resolve });
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake?.();
    await this.running;
    await this.client.end();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const values = [String(this.cursor.xid), this.cursor.ordinal, BATCH];
      const { rows } = await this.client.query<{ xid: string; ordinal: number }>({ ...TAIL_QUERY, values });
      this.looks++;
      const newest = rows.at(-1);
      if (newest) this.handOn({ xid: Number(newest.xid), ordinal: newest.ordinal });
      await this.rest();
    }
  }

  private handOn(newest: { xid: number; ordinal: number }): void {
    this.cursor = newest;
    this.lastTraffic = Date.now();
    const now = performance.now();
    const heard = this.waiting.filter(({ xid }) => xid <= newest.xid);
    const left = this.waiting.filter(({ xid }) => xid > newest.xid);
    this.waiting.splice(0, this.waiting.length, ...left);
    for (const { resolve } of heard) resolve(now);
  }

  private rest(): Promise<void> {
    const isQuiet = Date.now() - this.lastTraffic > QUIET_AFTER_MS;
    return new Promise((resolve) => {
      this.wake = () => {
        clearTimeout(this.timer);
        resolve();
      };
      this.timer = setTimeout(resolve, isQuiet ? QUIET_MS : BUSY_MS);
    });
  }
}
