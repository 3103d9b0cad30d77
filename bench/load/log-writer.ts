import { BenchUser, call, Bench } from '../support';

/** Writes entries like those of sent messages into the event log, without a server. */
export class LogWriter {
  private constructor(
    private readonly bench: Bench,
    private readonly together: number,
  ) {}

  /**
   * Sends one message, whose entry is the pattern of all later ones.
   * @param together so many entries share a transaction, as those of concurrent sends do
   */
  static async open(bench: Bench, sender: BenchUser, channel: number, together = 1): Promise<LogWriter> {
    const { database } = bench;
    await call(bench, sender, 'POST', 'messages', { type: 'channel', to: channel, topic: 'bench', content: 'm-1' });
    await database.query(`CREATE TABLE bench_pattern AS
      SELECT organization_id, kind, audience, payload::text AS payload FROM event_log
      WHERE kind = 'message' ORDER BY xid DESC LIMIT 1`);
    await database.query(`CREATE PROCEDURE bench_write(first int, many int, together int) LANGUAGE plpgsql AS $$
      BEGIN
        FOR start IN first .. first + many - 1 BY together LOOP
          INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)
            SELECT number - start, organization_id, kind, audience, replace(payload, 'm-1', 'm' || number)::jsonb
            FROM bench_pattern, generate_series(start, least(start + together, first + many) - 1) AS number;
          COMMIT;
        END LOOP;
      END $$`);
    await database.query('SET synchronous_commit = off');
    return new LogWriter(bench, together);
  }

  async write(first: number, many: number): Promise<void> {
    await this.bench.database.query(`CALL bench_write(${first}, ${many}, ${this.together})`);
  }
}
