import { RENDERER_VERSION } from '@app/markdown';
import type { Config, Files } from '@app/platform';
import { Client } from 'pg';
import { lookForLatestUploads } from '../latest-uploads';
import { examineConnections } from './connections';
import { DatabaseProbe } from './database-probe';
import { examineEventLog } from './event-log';
import { Finding, judged, ok, problem, warning } from './finding';
import { examineReplica } from './replica';
import { examineWorkers } from './workers';

const OLDEST_VERSION = 14;
const CONNECT_TIMEOUT_MS = 5_000;
const PATIENCE_MS = 5_000;
const SKEW_SECONDS = { warning: 1, problem: 30 };
const WRITING_SECONDS = { warning: 5, problem: 60 };
/** A mail server that is unreachable for this time is rarely so on purpose. */
const MAIL_SECONDS = { warning: 15 * 60, problem: 24 * 60 * 60 };
/** While a server runs, due renderings are done within seconds. */
const RENDERING_SECONDS = { warning: 10 * 60, problem: 24 * 60 * 60 };
const MAX_STALE = 1_000_000;
/** PostgreSQL refuses to write at about two thousand million. */
const TRANSACTION_AGE = { warning: 500_000_000, problem: 1_500_000_000 };

/** All findings about a database. */
export async function examineDatabase(url: string, config: Config, kept: Files): Promise<Finding[]> {
  const limits = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: PATIENCE_MS + 1_000 };
  const client = new Client({
    connectionString: url,
    // A pooler refuses it: then it is ours alone to end the wait.
    ...(config.databasePooler === null && { statement_timeout: PATIENCE_MS }),
    ...limits,
  });
  const { databaseReadUrl: connectionString } = config;
  client.on('error', () => undefined); // the query under way meets the same fault and reports it
  try {
    await client.connect();
  } catch (error) {
    const advice =
      'See that PostgreSQL runs and that DATABASE_URL names host, port, user, password and database rightly.';
    return [
      problem(
        'database',
        `it cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
        advice,
      ),
    ];
  }
  try {
    const probe = new DatabaseProbe(client);
    return [
      await version(probe),
      await encoding(probe),
      await durability(probe),
      await writing(probe),
      await schema(probe),
      ...(await examineConnections(probe, config)),
      ...(connectionString === null ? [] : [await examineReplica(client, { connectionString, ...limits })]),
      await clock(probe),
      await epoch(probe),
      await examineEventLog(probe),
      await oldestWriter(probe),
      await oldestTransaction(probe),
      await mails(probe, config.smtpUrl !== null),
      await renderings(probe),
      await files(probe, kept),
      ...(await examineWorkers(probe, config)),
    ];
  } finally {
    await client.end();
  }
}

async function version(probe: DatabaseProbe): Promise<Finding> {
  const { number, text } = await probe.version();
  if (number >= OLDEST_VERSION * 10_000) return ok('database', `PostgreSQL ${text}`);
  return problem('database', `PostgreSQL ${text} is too old`, `Move to PostgreSQL ${OLDEST_VERSION} or newer.`);
}

async function encoding(probe: DatabaseProbe): Promise<Finding> {
  const encoding = await probe.encoding();
  if (encoding === 'UTF8') return ok('encoding', encoding);
  return problem(
    'encoding',
    `the database stores text as ${encoding}`,
    'Make a database with ENCODING UTF8 and move there.',
  );
}

async function durability(probe: DatabaseProbe): Promise<Finding> {
  const off = await probe.unsafeSettings();
  if (off.length === 0) return ok('durability', 'what is acknowledged is on the disk');
  return warning(
    'durability',
    `PostgreSQL is set to ${off.join(', ')}: messages that were acknowledged may be lost when the machine fails`,
    'Remove that from its configuration, unless nothing here is worth keeping.',
  );
}

async function writing(probe: DatabaseProbe): Promise<Finding> {
  const reason = await probe.whyItTakesNoWrites();
  if (reason === null) return ok('writing', 'the database takes writes');
  return problem(
    'writing',
    `the database takes no writes: ${reason}`,
    'Make room on its disk; see that DATABASE_URL names no replica, and that default_transaction_read_only is off.',
  );
}

async function schema(probe: DatabaseProbe): Promise<Finding> {
  const { migrations } = await import('@migrations');
  const known = migrations.map(({ name }) => name);
  const done = await probe.migrations();
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const advice = 'Run the version of Parley that this database was last used with, or a newer one.';
    return problem('schema', `the database is newer than this version: it has ${unknown.join(', ')}`, advice);
  }
  const pending = known.filter((name) => !done.includes(name));
  if (pending.length === 0) return ok('schema', `up to date with ${done[done.length - 1]}`);
  return warning(
    'schema',
    `${pending.length} migrations have not run`,
    'Run "npm run parley -- migrate", or start the server.',
  );
}

async function clock(probe: DatabaseProbe): Promise<Finding> {
  const before = Date.now();
  const there = await probe.now();
  const here = (before + Date.now()) / 2;
  const skew = Math.abs(there - here) / 1000;
  const is = `${skew.toFixed(3)} s apart from the clock of the database`;
  return judged('clock', is, skew, SKEW_SECONDS, 'Let both machines set their clocks by NTP.');
}

async function epoch(probe: DatabaseProbe): Promise<Finding> {
  if (await probe.isEpochKnown()) return ok('events', 'the event log was written by this PostgreSQL');
  return warning(
    'events',
    'this is another PostgreSQL, or an older state of it, than the one that wrote the event log',
    'Nothing to be done: the next start empties the log, and clients register anew by themselves.',
  );
}

async function oldestWriter(probe: DatabaseProbe): Promise<Finding> {
  const writer = await probe.oldestWriter();
  if (!writer) return ok('transactions', 'none has been writing for long');
  const { who, seconds } = writer;
  const since = seconds > 0 ? ` for ${Math.round(seconds)} s` : '';
  const is = `${who} has been writing${since}; no event of what comes after is delivered meanwhile`;
  return judged('transactions', is, writer.seconds, WRITING_SECONDS, `End it: ${writer.remedy}`);
}

async function oldestTransaction(probe: DatabaseProbe): Promise<Finding> {
  const age = await probe.transactionAge();
  const is = `the oldest transaction id in use is ${age} transactions old`;
  return judged(
    'vacuum',
    is,
    age,
    TRANSACTION_AGE,
    'See that autovacuum is on, and run VACUUM FREEZE on the whole database.',
  );
}

async function mails(probe: DatabaseProbe, areSent: boolean): Promise<Finding> {
  const { waiting, failed, seconds } = await probe.mails();
  const waitingIs = waiting === 1 ? '1 mail waits' : `${waiting} mails wait`;
  const list = 'See "npm run parley -- mails list".';
  if (!areSent) {
    return warning('mail', `no mail server is named, and ${waitingIs}`, `Set PARLEY_SMTP_URL. ${list}`);
  }
  if (failed > 0) return warning('mail', `${waitingIs}, and ${failed} could not be sent`, list);
  const is = waiting > 0 ? `${waitingIs}, for ${Math.round(seconds)} s at most` : waitingIs;
  return judged('mail', is, seconds, MAIL_SECONDS, list);
}

async function renderings(probe: DatabaseProbe): Promise<Finding> {
  const found = await probe.renderings(RENDERER_VERSION, MAX_STALE);
  if (!found || found.stale + found.asked === 0) return ok('rendering', 'no message waits to be rendered again');
  const { stale, asked, seconds } = found;
  const many = stale === MAX_STALE ? `${stale} or more` : String(stale);
  const is = `${many} messages are as an older version rendered them, and ${asked} were asked to be rendered again`;
  const advice = 'A running server does that in the background: look in its log for the worker "rerenderings".';
  return judged('rendering', is, seconds, RENDERING_SECONDS, advice);
}

async function files(probe: DatabaseProbe, kept: Files): Promise<Finding> {
  const found = await lookForLatestUploads(probe, kept);
  if (!found) return problem('files', 'they cannot be asked for', 'See "uploads" above.');
  const { asked, missing } = found;
  if (missing === 0) return ok('files', 'the latest uploads are where they should be');
  return problem(
    'files',
    `${missing} of the latest ${asked} uploads are not where they should be`,
    'See that PARLEY_UPLOADS_DIR is the directory of before and its share is mounted, or PARLEY_S3_BUCKET the bucket of before. Make no backup until then.',
  );
}
