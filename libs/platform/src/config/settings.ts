import { availableParallelism } from 'node:os';
import { Pooler, USUAL_POOL_SIZE } from '../database/connections/database-access';
import { ConfigurationIsInvalid, readerOf } from './environment';
import { ObjectStoreSettings, readObjectStoreSettings } from './object-store-settings';
import { isLoopbackHost } from './loopback';
import {
  addressList,
  basicUser,
  hostName,
  logLevel,
  longEnough,
  onOff,
  port,
  postgresUrl,
  printable,
  serviceUrl,
  webUrl,
  whole,
} from './parsers';

/** The environment variables that Parley reads, parsed; defaults filled in. Same names as in docs/operators.md. */
export interface Settings extends ObjectStoreSettings {
  HOST: string;
  PORT: number;
  DATABASE_URL: string | null;
  DATABASE_READ_URL: string | null;
  PARLEY_DATABASE_POOL: number;
  PARLEY_DATABASE_POOLER: Pooler;
  PARLEY_DATABASE_PATIENCE: number;
  PARLEY_DATA_DIR: string;
  PARLEY_BASE_URL: string | null;
  PARLEY_EMAIL_DOMAIN: string | null;
  PARLEY_SMTP_URL: string | null;
  PARLEY_MAIL_FROM: string | null;
  PARLEY_SECRET_KEY: string | null;
  PARLEY_TRUSTED_PROXIES: string[];
  PARLEY_RATE_LIMITS: boolean;
  PARLEY_DEV_LOGIN: boolean;
  PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: boolean;
  PARLEY_METRICS_TOKEN: string | null;
  PARLEY_METRICS_PUBLIC: boolean;
  PARLEY_WEB_PUBLIC_CHANNELS: boolean;
  PARLEY_GRAVATAR: boolean;
  PARLEY_UPLOADS_DIR: string | null;
  PARLEY_MAX_UPLOAD_MIB: number;
  PARLEY_UPLOAD_QUOTA_MIB: number | null;
  PARLEY_UNUSED_UPLOAD_DAYS: number;
  PARLEY_SEARCH_LANGUAGE: string;
  PARLEY_TOPIC_DELETION_MS: number;
  PARLEY_MOVE_MS: number;
  PARLEY_PUSH_RELAY_URL: string | null;
  PARLEY_PUSH_RELAY_ORG_ID: string | null;
  PARLEY_PUSH_RELAY_ORG_KEY: string | null;
  PARLEY_JITSI_SERVER_URL: string;
  PARLEY_BIG_BLUE_BUTTON_URL: string | null;
  PARLEY_BIG_BLUE_BUTTON_SECRET: string | null;
  PARLEY_PROCESSES: number;
  PARLEY_DRAIN_SECONDS: number;
  PARLEY_LOG_LEVEL: string;
  PARLEY_ORG_NAME: string;
  PARLEY_OWNER_EMAIL: string;
  PARLEY_OWNER_PASSWORD: string | null;
  PARLEY_OWNER_NAME: string;
  /** PARLEY_ names in the environment that this version does not read. They cause a warning, not an error. */
  unknown: string[];
}

/** The prefix of the push relay's settings, which may be in the same environment. */
const OF_THE_RELAY = 'PARLEY_RELAY_';

/** @throws ConfigurationIsInvalid with one sentence per fault */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const reader = readerOf(environment);
  const { faults, value, text, checked } = reader;

  const settings: Settings = {
    HOST: checked('HOST', '127.0.0.1', hostName, 'an address or host name to listen on'),
    PORT: checked('PORT', 9991, port, 'a port number from 1 to 65535'),
    DATABASE_URL: checked('DATABASE_URL', null, postgresUrl, 'postgres://user:password@host:port/database'),
    DATABASE_READ_URL: checked('DATABASE_READ_URL', null, postgresUrl, 'postgres://user:password@host:port/database'),
    PARLEY_DATABASE_POOL: checked('PARLEY_DATABASE_POOL', USUAL_POOL_SIZE, whole(4, 1_000), 'a number from 4 to 1000'),
    PARLEY_DATABASE_PATIENCE: checked('PARLEY_DATABASE_PATIENCE', 1, whole(1, 60), 'a number from 1 to 60'),
    PARLEY_DATABASE_POOLER: checked('PARLEY_DATABASE_POOLER', null, pooler, 'transaction or none'),
    PARLEY_DATA_DIR: text('PARLEY_DATA_DIR', './data'),
    PARLEY_BASE_URL: checked(
      'PARLEY_BASE_URL',
      null,
      webUrl,
      'an http(s) address without a path, such as https://chat.example.org',
    ),
    PARLEY_EMAIL_DOMAIN: checked('PARLEY_EMAIL_DOMAIN', null, mailDomain, 'a domain name such as chat.example.org'),
    PARLEY_SMTP_URL: checked('PARLEY_SMTP_URL', null, smtpUrl, 'smtp(s)://user:password@host:port'),
    PARLEY_MAIL_FROM: checked(
      'PARLEY_MAIL_FROM',
      null,
      mailbox,
      'an e-mail address, such as chat@example.org or Example Chat <chat@example.org>',
    ),
    PARLEY_SECRET_KEY: checked('PARLEY_SECRET_KEY', null, longEnough(32), 'at least 32 characters'),
    PARLEY_TRUSTED_PROXIES: checked(
      'PARLEY_TRUSTED_PROXIES',
      [],
      addressList,
      'addresses or CIDR ranges separated by commas',
    ),
    PARLEY_RATE_LIMITS: checked('PARLEY_RATE_LIMITS', true, onOff, 'on or off'),
    PARLEY_DEV_LOGIN: checked('PARLEY_DEV_LOGIN', false, onOff, '1 or 0'),
    PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: checked('PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES', false, onOff, '1 or 0'),
    PARLEY_METRICS_TOKEN: checked('PARLEY_METRICS_TOKEN', null, token, 'from 16 to 255 characters without blanks'),
    PARLEY_METRICS_PUBLIC: checked('PARLEY_METRICS_PUBLIC', false, onOff, 'on or off'),
    PARLEY_WEB_PUBLIC_CHANNELS: checked('PARLEY_WEB_PUBLIC_CHANNELS', true, onOff, 'on or off'),
    PARLEY_GRAVATAR: checked('PARLEY_GRAVATAR', true, onOff, 'on or off'),
    PARLEY_UPLOADS_DIR: value('PARLEY_UPLOADS_DIR'),
    ...readObjectStoreSettings(reader),
    PARLEY_MAX_UPLOAD_MIB: checked('PARLEY_MAX_UPLOAD_MIB', 100, whole(1, 100_000), 'a whole number of MiB'),
    PARLEY_UPLOAD_QUOTA_MIB: checked('PARLEY_UPLOAD_QUOTA_MIB', null, whole(0, 1e9), 'a whole number of MiB'),
    PARLEY_UNUSED_UPLOAD_DAYS: checked('PARLEY_UNUSED_UPLOAD_DAYS', 28, whole(1, 36_500), 'a whole number of days'),
    PARLEY_SEARCH_LANGUAGE: checked(
      'PARLEY_SEARCH_LANGUAGE',
      'english',
      searchLanguage,
      `simple or one of ${SEARCH_LANGUAGES.join(', ')}`,
    ),
    PARLEY_TOPIC_DELETION_MS: checked(
      'PARLEY_TOPIC_DELETION_MS',
      50_000,
      whole(0, 600_000),
      'a whole number of milliseconds up to 600000',
    ),
    PARLEY_MOVE_MS: checked('PARLEY_MOVE_MS', 5_000, whole(0, 60_000), 'a whole number of milliseconds up to 60000'),
    PARLEY_PUSH_RELAY_URL: checked(
      'PARLEY_PUSH_RELAY_URL',
      null,
      serviceUrl,
      'an http(s) address, such as https://push.example.org',
    ),
    PARLEY_PUSH_RELAY_ORG_ID: checked(
      'PARLEY_PUSH_RELAY_ORG_ID',
      null,
      basicUser,
      'the id that the relay gave out, such as 0b6a4f4e-6f0f-4d3c-9d57-5b1a7f3b1c55',
    ),
    PARLEY_PUSH_RELAY_ORG_KEY: checked('PARLEY_PUSH_RELAY_ORG_KEY', null, printable, 'the key that the relay gave out'),
    PARLEY_JITSI_SERVER_URL: checked(
      'PARLEY_JITSI_SERVER_URL',
      'https://meet.jit.si',
      serviceUrl,
      'an http(s) address, such as https://meet.example.org',
    ),
    PARLEY_BIG_BLUE_BUTTON_URL: checked(
      'PARLEY_BIG_BLUE_BUTTON_URL',
      null,
      serviceUrl,
      'an http(s) address, such as https://bbb.example.org/bigbluebutton',
    ),
    PARLEY_BIG_BLUE_BUTTON_SECRET: checked(
      'PARLEY_BIG_BLUE_BUTTON_SECRET',
      null,
      printable,
      'the shared secret of the BigBlueButton server',
    ),
    PARLEY_PROCESSES: checked(
      'PARLEY_PROCESSES',
      1,
      (given) => (given === 'auto' ? availableParallelism() : whole(1, 128)(given)),
      'a whole number from 1 to 128, or auto',
    ),
    PARLEY_DRAIN_SECONDS: checked('PARLEY_DRAIN_SECONDS', 0, whole(0, 600), 'a whole number of seconds up to 600'),
    PARLEY_LOG_LEVEL: checked(
      'PARLEY_LOG_LEVEL',
      'info',
      logLevel,
      'one of trace, debug, info, warn, error, fatal, silent',
    ),
    PARLEY_ORG_NAME: text('PARLEY_ORG_NAME', 'Parley'),
    PARLEY_OWNER_EMAIL: checked('PARLEY_OWNER_EMAIL', 'owner@parley.example', emailAddress, 'an e-mail address'),
    PARLEY_OWNER_PASSWORD: checked('PARLEY_OWNER_PASSWORD', null, longEnough(6), 'at least 6 characters'),
    PARLEY_OWNER_NAME: text('PARLEY_OWNER_NAME', 'Owner'),
    unknown: [],
  };

  if (settings.PARLEY_DEV_LOGIN && environment.NODE_ENV === 'production') {
    faults.push('PARLEY_DEV_LOGIN hands out keys without a password and is refused with NODE_ENV=production.');
  }
  if (settings.PARLEY_DEV_LOGIN && settings.PARLEY_TRUSTED_PROXIES.length > 0)
    faults.push(
      'PARLEY_DEV_LOGIN takes whoever asks through a proxy on this machine for this machine: unset it, or PARLEY_TRUSTED_PROXIES.',
    );
  if (settings.PARLEY_DEV_LOGIN && !isLoopbackHost(new URL(baseUrlOf(settings)).hostname))
    faults.push(`PARLEY_DEV_LOGIN is for this machine alone, and ${baseUrlOf(settings)} is an address for others.`);
  if (settings.PARLEY_DATABASE_POOLER !== null && settings.DATABASE_URL === null)
    faults.push(
      'PARLEY_DATABASE_POOLER needs DATABASE_URL: nothing stands between the server and its embedded PostgreSQL.',
    );
  if (settings.DATABASE_READ_URL !== null && settings.DATABASE_URL === null)
    faults.push('DATABASE_READ_URL needs DATABASE_URL: the embedded PostgreSQL has no replica.');
  for (const together of [RELAY, BIG_BLUE_BUTTON]) {
    const given = together.filter((name) => value(name) !== null);
    const missing = together.filter((name) => value(name) === null);
    if (given.length > 0 && missing.length > 0)
      faults.push(`${given.join(' and ')} need${given.length === 1 ? 's' : ''} ${missing.join(' and ')} beside.`);
  }
  settings.unknown = Object.keys(environment).filter(
    (name) => name.startsWith('PARLEY_') && !name.startsWith(OF_THE_RELAY) && !(name in settings),
  );
  if (faults.length > 0) throw new ConfigurationIsInvalid(faults);
  return settings;
}

/** All of them, or none. */
const RELAY = ['PARLEY_PUSH_RELAY_URL', 'PARLEY_PUSH_RELAY_ORG_ID', 'PARLEY_PUSH_RELAY_ORG_KEY'] as const;

const BIG_BLUE_BUTTON = ['PARLEY_BIG_BLUE_BUTTON_URL', 'PARLEY_BIG_BLUE_BUTTON_SECRET'] as const;

/** Whose endings PostgreSQL 14 knows; newer ones know them, too. */
const SEARCH_LANGUAGES =
  'arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish'.split(
    ' ',
  );

/** The public address without a trailing slash. */
export const baseUrlOf = ({
  PARLEY_BASE_URL: url,
  HOST,
  PORT,
}: Pick<Settings, 'PARLEY_BASE_URL' | 'HOST' | 'PORT'>): string =>
  (url ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`).replace(/\/+$/, '');

const token = (text: string) => (/^[\x21-\x7e]{16,255}$/.test(text) ? text : undefined);
/** null is a pooler, too: none. */
const pooler = (text: string): Pooler | undefined =>
  ({ none: null, transaction: 'transaction' as const })[text.toLowerCase()];
const searchLanguage = (text: string) =>
  ['simple', ...SEARCH_LANGUAGES].includes(text.toLowerCase()) ? text.toLowerCase() : undefined;
const emailAddress = (text: string) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : undefined);
const mailDomain = (text: string) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) ? text.toLowerCase() : undefined);

function smtpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
}

/** An address, or a name before one in angle brackets. */
const mailbox = (text: string) =>
  /^([^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(text) ? text : undefined;
