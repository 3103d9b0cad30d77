import { isIP } from 'node:net';

/** The environment variables that Parley reads, parsed; defaults filled in. Same names as in docs/operators.md. */
export interface Settings {
  HOST: string;
  PORT: number;
  DATABASE_URL: string | null;
  PARLEY_DATA_DIR: string;
  PARLEY_BASE_URL: string | null;
  PARLEY_EMAIL_DOMAIN: string | null;
  PARLEY_SMTP_URL: string | null;
  PARLEY_MAIL_FROM: string | null;
  PARLEY_SECRET_KEY: string | null;
  PARLEY_TRUSTED_PROXIES: string[];
  PARLEY_RATE_LIMITS: boolean;
  PARLEY_DEV_LOGIN: boolean;
  PARLEY_WEB_PUBLIC_CHANNELS: boolean;
  PARLEY_GRAVATAR: boolean;
  PARLEY_UPLOADS_DIR: string | null;
  PARLEY_MAX_UPLOAD_MIB: number;
  PARLEY_UPLOAD_QUOTA_MIB: number | null;
  PARLEY_UNUSED_UPLOAD_DAYS: number;
  PARLEY_SEARCH_LANGUAGE: string;
  PARLEY_TOPIC_DELETION_MS: number;
  PARLEY_LOG_LEVEL: string;
  PARLEY_ORG_NAME: string;
  PARLEY_OWNER_EMAIL: string;
  PARLEY_OWNER_PASSWORD: string | null;
  PARLEY_OWNER_NAME: string;
  /** PARLEY_ names in the environment that this version does not read; worth a warning, not a refusal. */
  unknown: string[];
}

export class ConfigurationIsInvalid extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n- ${faults.join('\n- ')}`,
    );
    this.name = 'ConfigurationIsInvalid';
  }
}

/** @throws ConfigurationIsInvalid with one sentence per fault */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const faults: string[] = [];
  const value = (name: string): string | null => environment[name]?.trim() || null;
  const checked = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, expected: string): T => {
    const text = value(name);
    if (text === null) return fallback;
    const parsed = parse(text);
    if (parsed !== undefined) return parsed;
    faults.push(
      `${name} is ${JSON.stringify(name.includes('PASSWORD') || name.includes('SMTP') ? '***' : text)}, expected ${expected}.`,
    );
    return fallback;
  };
  const text = (name: string, fallback: string): string => value(name) ?? fallback;

  const settings: Settings = {
    HOST: checked('HOST', '127.0.0.1', hostName, 'an address or host name to listen on'),
    PORT: checked('PORT', 9991, port, 'a port number from 1 to 65535'),
    DATABASE_URL: checked('DATABASE_URL', null, postgresUrl, 'postgres://user:password@host:port/database'),
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
    PARLEY_WEB_PUBLIC_CHANNELS: checked('PARLEY_WEB_PUBLIC_CHANNELS', true, onOff, 'on or off'),
    PARLEY_GRAVATAR: checked('PARLEY_GRAVATAR', true, onOff, 'on or off'),
    PARLEY_UPLOADS_DIR: value('PARLEY_UPLOADS_DIR'),
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
  settings.unknown = Object.keys(environment).filter((name) => name.startsWith('PARLEY_') && !(name in settings));
  if (faults.length > 0) throw new ConfigurationIsInvalid(faults);
  return settings;
}

/** Whose endings PostgreSQL 14 knows; newer ones know them, too. */
const SEARCH_LANGUAGES =
  'arabic armenian basque catalan danish dutch english finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish'.split(
    ' ',
  );
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const hostName = (text: string) => (isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : undefined);
const searchLanguage = (text: string) =>
  ['simple', ...SEARCH_LANGUAGES].includes(text.toLowerCase()) ? text.toLowerCase() : undefined;
const logLevel = (text: string) => (LOG_LEVELS.includes(text) ? text : undefined);
const longEnough = (length: number) => (text: string) => (text.length >= length ? text : undefined);
const emailAddress = (text: string) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : undefined);
const mailDomain = (text: string) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) ? text.toLowerCase() : undefined);

function port(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65535 ? Number(text) : undefined;
}

const whole = (least: number, most: number) => (text: string) =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

function onOff(text: string): boolean | undefined {
  if (['on', '1', 'true', 'yes'].includes(text.toLowerCase())) return true;
  return ['off', '0', 'false', 'no'].includes(text.toLowerCase()) ? false : undefined;
}

function postgresUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined;
}

function smtpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
}

/** An address, or a name before one in angle brackets. */
const mailbox = (text: string) =>
  /^([^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(text) ? text : undefined;

function webUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search ? text : undefined;
}

function addressList(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const valid = parts.every((part) => {
    const [address, bits, ...rest] = part.split('/');
    return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
  });
  return valid ? parts : undefined;
}
