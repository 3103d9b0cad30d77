import { BenchUser, call, Bench } from '../support';

/** Writes entries like those of sent messages into the event log, each in a transaction of its own, without a server. */
export class LogWriter {
  private constructor(private readonly bench: Bench) {}

  /** Sends one message, whose entry is the pattern of all later ones. */
  static async open(bench: Bench, sender: BenchUser, channel: number): Promise<LogWriter> {
    const { database } = bench;
    await call(bench, sender, 'POST', 'messages', { type: 'channel', to: channel, topic: 'bench', content: 'm-1' });
    await database.query(`CREATE TABLE bench_pattern AS
      SELECT organization_id, kind, audience, payload::text AS payload FROM event_log
      WHERE kind = 'message' ORDER BY xid DESC LIMIT 1`);
    await database.query(`CREATE PROCEDURE bench_write(first int, many int) LANGUAGE plpgsql AS $$
      BEGIN
        FOR number IN first .. first + many - 1 LOOP
          INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)
            SELECT 0, organization_id, kind, audience, replace(payload, 'm-1', 'm' || number)::jsonb FROM bench_pattern;
          COMMIT;
        END LOOP;
      END $$`);
    await database.query('SET synchronous_commit = off');
    return new LogWriter(bench);
  }

  async write(first: number, many: number): Promise<void> {
    await this.bench.database.query(`CALL bench_write(${first}, ${many})`);
  }
}
