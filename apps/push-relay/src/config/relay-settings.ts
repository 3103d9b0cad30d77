import {
  addressList,
  ConfigurationIsInvalid,
  hostName,
  logLevel,
  longEnough,
  onOff,
  port,
  postgresUrl,
  readerOf,
  whole,
} from '@app/platform';
import { readTransportSettings, TRANSPORT_VARIABLES, TransportSettings } from '../transports/settings';
import { MAX_REQUESTS } from '../notifications/notify-request';

/** The environment variables that the relay reads, parsed; defaults filled in. Same names as in docs/push-relay.md. */
export interface RelaySettings {
  PARLEY_RELAY_HOST: string;
  PARLEY_RELAY_PORT: number;
  PARLEY_RELAY_DATABASE_URL: string | null;
  PARLEY_RELAY_DATA_DIR: string;
  PARLEY_RELAY_SECRET_KEY: string | null;
  PARLEY_RELAY_TRUSTED_PROXIES: string[];
  PARLEY_RELAY_RATE_LIMITS: boolean;
  PARLEY_RELAY_QUOTA_PER_MINUTE: number;
  PARLEY_RELAY_QUOTA_PER_DAY: number;
  PARLEY_RELAY_LOG_LEVEL: string;
  transports: TransportSettings;
  /** PARLEY_RELAY_ names that this version does not read. They cause a warning, not an error. */
  unknown: string[];
}

/** A quota smaller than a full batch would refuse that batch for ever. */
const quota = whole(MAX_REQUESTS, 1_000_000_000);
const QUOTA_EXPECTED = `a whole number of notifications, ${MAX_REQUESTS} or more`;

/** @throws ConfigurationIsInvalid with one sentence per fault */
export function readRelaySettings(environment: NodeJS.ProcessEnv): RelaySettings {
  const { faults, text, checked } = readerOf(environment);
  const settings: RelaySettings = {
    PARLEY_RELAY_HOST: checked('PARLEY_RELAY_HOST', '127.0.0.1', hostName, 'an address or host name to listen on'),
    PARLEY_RELAY_PORT: checked('PARLEY_RELAY_PORT', 9992, port, 'a port number from 1 to 65535'),
    PARLEY_RELAY_DATABASE_URL: checked(
      'PARLEY_RELAY_DATABASE_URL',
      null,
      postgresUrl,
      'postgres://user:password@host:port/database',
    ),
    PARLEY_RELAY_DATA_DIR: text('PARLEY_RELAY_DATA_DIR', './data/relay'),
    PARLEY_RELAY_SECRET_KEY: checked('PARLEY_RELAY_SECRET_KEY', null, longEnough(32), 'at least 32 characters'),
    PARLEY_RELAY_TRUSTED_PROXIES: checked(
      'PARLEY_RELAY_TRUSTED_PROXIES',
      [],
      addressList,
      'addresses or CIDR ranges separated by commas',
    ),
    PARLEY_RELAY_RATE_LIMITS: checked('PARLEY_RELAY_RATE_LIMITS', true, onOff, 'on or off'),
    PARLEY_RELAY_QUOTA_PER_MINUTE: checked('PARLEY_RELAY_QUOTA_PER_MINUTE', 60_000, quota, QUOTA_EXPECTED),
    PARLEY_RELAY_QUOTA_PER_DAY: checked('PARLEY_RELAY_QUOTA_PER_DAY', 5_000_000, quota, QUOTA_EXPECTED),
    PARLEY_RELAY_LOG_LEVEL: checked(
      'PARLEY_RELAY_LOG_LEVEL',
      'info',
      logLevel,
      'one of trace, debug, info, warn, error, fatal, silent',
    ),
    transports: readTransportSettings(environment, faults),
    unknown: [],
  };
  const known = new Set<string>([...Object.keys(settings), ...TRANSPORT_VARIABLES]);
  settings.unknown = Object.keys(environment).filter((name) => name.startsWith('PARLEY_RELAY_') && !known.has(name));
  if (faults.length > 0) throw new ConfigurationIsInvalid(faults);
  return settings;
}
