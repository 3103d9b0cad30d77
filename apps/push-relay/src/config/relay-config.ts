import { resolve } from 'node:path';
import type { TransportSettings } from '../transports/settings';
import { readRelaySettings, RelaySettings } from './relay-settings';

/** Everything that the relay's operator can set, checked as a whole before anything starts (docs/push-relay.md). */
export class RelayConfig {
  /** Address and port that the relay listens on. */
  readonly host: string;
  readonly port: number;
  /** External PostgreSQL >= 14, of the relay's own; null: embedded, under the data directory. */
  readonly databaseUrl: string | null;
  /** Absolute path of the database (when embedded) and the secret. */
  readonly dataDirectory: string;
  /** What tokens and keys are sealed with; null: a file in the data directory. */
  readonly secretKey: string | null;
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Limits by address and quotas by organization. */
  readonly rateLimits: boolean;
  /** Notifications and registrations of one organization. */
  readonly quotas: { readonly perMinute: number; readonly perDay: number };
  readonly transports: TransportSettings;
  readonly logLevel: string;
  /** PARLEY_RELAY_ names in the environment that this version does not read. */
  readonly unknownNames: readonly string[];

  constructor(settings: RelaySettings) {
    this.host = settings.PARLEY_RELAY_HOST;
    this.port = settings.PARLEY_RELAY_PORT;
    this.databaseUrl = settings.PARLEY_RELAY_DATABASE_URL;
    this.dataDirectory = resolve(settings.PARLEY_RELAY_DATA_DIR);
    this.secretKey = settings.PARLEY_RELAY_SECRET_KEY;
    this.trustedProxies = settings.PARLEY_RELAY_TRUSTED_PROXIES;
    this.rateLimits = settings.PARLEY_RELAY_RATE_LIMITS;
    this.quotas = {
      perMinute: settings.PARLEY_RELAY_QUOTA_PER_MINUTE,
      perDay: settings.PARLEY_RELAY_QUOTA_PER_DAY,
    };
    this.transports = settings.transports;
    this.logLevel = settings.PARLEY_RELAY_LOG_LEVEL;
    this.unknownNames = settings.unknown;
  }

  /** @throws ConfigurationIsInvalid listing every fault at once */
  static fromEnvironment(environment: NodeJS.ProcessEnv): RelayConfig {
    return new RelayConfig(readRelaySettings(environment));
  }
}
