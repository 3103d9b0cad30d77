import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The number of subscribers of each channel, stored with it: every list of channels shows it, and counting half a
 * million subscriptions took nine tenths of its time. Triggers on the periods update the counts, for every writer.
 */
export class SubscriberCounts1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Counts are not taken away again.');
  }
}

const OPEN_END = '9223372036854775807';

/** The open subscriptions that a statement wrote; two of them may be of one channel. */
const change = (parts: readonly { rows: string; by: 1 | -1 }[]) => `
  UPDATE channel c SET subscriber_count = c.subscriber_count + changed.by
  FROM (
    SELECT channel_id, sum(by) AS by FROM (
      ${parts.map(({ rows, by }) => `SELECT channel_id, ${by} AS by FROM ${rows} WHERE to_position = ${OPEN_END}`).join(' UNION ALL ')}
    ) one GROUP BY channel_id
  ) changed
  WHERE c.id = changed.channel_id AND changed.by <> 0`;

const counting = (name: string, body: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$`;

const STATEMENTS = [
  'ALTER TABLE channel ADD COLUMN subscriber_count integer NOT NULL DEFAULT 0',
  `UPDATE channel c SET subscriber_count =
     (SELECT count(*) FROM subscription_period p WHERE p.channel_id = c.id AND p.to_position = ${OPEN_END})`,
  counting('count_new_subscribers', change([{ rows: 'made', by: 1 }])),
  counting(
    'count_changed_subscribers',
    change([
      { rows: 'made', by: 1 },
      { rows: 'gone', by: -1 },
    ]),
  ),
  counting('count_lost_subscribers', change([{ rows: 'gone', by: -1 }])),
  `CREATE TRIGGER subscription_period_made AFTER INSERT ON subscription_period
     REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION count_new_subscribers()`,
  `CREATE TRIGGER subscription_period_changed AFTER UPDATE ON subscription_period
     REFERENCING NEW TABLE AS made OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_changed_subscribers()`,
  `CREATE TRIGGER subscription_period_gone AFTER DELETE ON subscription_period
     REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_lost_subscribers()`,
];
