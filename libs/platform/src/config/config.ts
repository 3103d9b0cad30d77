import { join, resolve } from 'node:path';
import { DatabaseAccess, Pooler } from '../database/connections/database-access';
import type { ObjectStorePlace } from '../files/object-store';
import { objectStoreOf } from './object-store-settings';
import { baseUrlOf, readSettings, Settings } from './settings';

/** Everything the operator can set, checked as a whole before anything starts (docs/operators.md). */
export class Config {
  /** Address and port that the server listens on. */
  readonly host: string;
  readonly port: number;
  /** External PostgreSQL >= 14; null: embedded, under the data directory. */
  readonly databaseUrl: string | null;
  /** A replica of that PostgreSQL, which answers reads; `null`: there is none. */
  readonly databaseReadUrl: string | null;
  /** Connections to the database that requests of one process may take. */
  readonly databasePool: number;
  /** The pooler in front of an external PostgreSQL; `null`: none. */
  readonly databasePooler: Pooler;
  /** The time limits of the database are that many times as long. */
  readonly databasePatience: number;
  /** Absolute path of the database (when embedded), uploads and secrets. */
  readonly dataDirectory: string;
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
  /** Host part of placeholder and bot addresses. */
  readonly emailDomain: string;
  /** Where mails are handed in, with user and password; null: they are kept for the operator. */
  readonly smtpUrl: string | null;
  /** The sender of mails. An empty name means that each mail sets its own. */
  readonly mailFrom: { name: string; address: string };
  /** Secret shared by all nodes; null: a file in the data directory. */
  readonly secretKey: string | null;
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly rateLimits: boolean;
  readonly devLogin: boolean;
  /** Identity providers may have private addresses and be asked without encryption. */
  readonly ssoAllowsPrivateAddresses: boolean;
  /** The token that permits reading measurements from anywhere; `null`: none. */
  readonly metricsToken: string | null;
  /** Every client that reaches the server may read metrics. */
  readonly metricsPublic: boolean;
  /** Server-wide switch of web-public channels. */
  readonly webPublicChannels: boolean;
  /** Whether pictures of users without an upload come from the external service. Otherwise the server draws them. */
  readonly gravatar: boolean;
  /** Absolute path of the directory with everything that was uploaded; all nodes share it. */
  readonly uploadsDirectory: string;
  /** What keeps uploaded files instead of that directory; null: the directory does. */
  readonly objectStore: ObjectStorePlace | null;
  /** Largest file that may be uploaded. */
  readonly maxUploadMib: number;
  /** The total size limit for the files of an organization without its own limit; `null`: unlimited. */
  readonly uploadQuotaMib: number | null;
  /** A file that no message has linked is removed after this many days. */
  readonly unusedUploadDays: number;
  /** Whose endings and common words the search knows; `simple`: none. */
  readonly searchLanguage: string;
  /** The time limit of one request that deletes a topic. The next request continues. */
  readonly topicDeletionMs: number;
  /** The time limit of one request that moves messages or waits for another move. A worker does the rest. */
  readonly moveMs: number;
  /** What carries notifications to phones: its address without a slash at the end, and our credentials there; null: there is none. */
  readonly pushRelay: { readonly url: string; readonly organizationId: string; readonly key: string } | null;
  /** Where clients link to calls at, unless the organization names another server. */
  readonly jitsiServerUrl: string;
  /** Address of its API without a slash at the end, and the secret shared with it; null: there is none. */
  readonly bigBlueButton: { readonly url: string; readonly secret: string } | null;
  /** The number of server processes on this machine, behind one port. */
  readonly processes: number;
  /** The time for which a stopping node reports itself as not ready and still serves. */
  readonly drainSeconds: number;
  readonly logLevel: string;
  /** PARLEY_ names in the environment that this version does not read. */
  readonly unknownNames: readonly string[];
  /** First start only: the organization and its owner. */
  readonly firstOrganization: { name: string; ownerEmail: string; ownerPassword: string | null; ownerName: string };

  constructor(settings: Settings) {
    this.host = settings.HOST;
    this.port = settings.PORT;
    this.databaseUrl = settings.DATABASE_URL;
    this.databaseReadUrl = settings.DATABASE_READ_URL;
    this.databasePool = settings.PARLEY_DATABASE_POOL;
    this.databasePooler = settings.PARLEY_DATABASE_POOLER;
    this.databasePatience = settings.PARLEY_DATABASE_PATIENCE;
    this.dataDirectory = resolve(settings.PARLEY_DATA_DIR);
    this.baseUrl = baseUrlOf(settings);
    this.emailDomain = settings.PARLEY_EMAIL_DOMAIN ?? mailDomainOf(this.baseUrl);
    this.smtpUrl = settings.PARLEY_SMTP_URL;
    this.mailFrom = mailboxOf(settings.PARLEY_MAIL_FROM ?? `noreply@${this.emailDomain}`);
    this.secretKey = settings.PARLEY_SECRET_KEY;
    this.trustedProxies = settings.PARLEY_TRUSTED_PROXIES;
    this.rateLimits = settings.PARLEY_RATE_LIMITS;
    this.devLogin = settings.PARLEY_DEV_LOGIN;
    this.ssoAllowsPrivateAddresses = settings.PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES;
    this.metricsToken = settings.PARLEY_METRICS_TOKEN;
    this.metricsPublic = settings.PARLEY_METRICS_PUBLIC;
    this.webPublicChannels = settings.PARLEY_WEB_PUBLIC_CHANNELS;
    this.gravatar = settings.PARLEY_GRAVATAR;
    this.uploadsDirectory = resolve(settings.PARLEY_UPLOADS_DIR ?? join(settings.PARLEY_DATA_DIR, 'uploads'));
    this.objectStore = objectStoreOf(settings);
    this.maxUploadMib = settings.PARLEY_MAX_UPLOAD_MIB;
    this.uploadQuotaMib = settings.PARLEY_UPLOAD_QUOTA_MIB;
    this.unusedUploadDays = settings.PARLEY_UNUSED_UPLOAD_DAYS;
    this.searchLanguage = settings.PARLEY_SEARCH_LANGUAGE;
    this.topicDeletionMs = settings.PARLEY_TOPIC_DELETION_MS;
    this.moveMs = settings.PARLEY_MOVE_MS;
    this.pushRelay = relayOf(settings);
    this.jitsiServerUrl = settings.PARLEY_JITSI_SERVER_URL;
    this.bigBlueButton = bigBlueButtonOf(settings);
    this.processes = settings.PARLEY_PROCESSES;
    this.drainSeconds = settings.PARLEY_DRAIN_SECONDS;
    this.logLevel = settings.PARLEY_LOG_LEVEL;
    this.unknownNames = settings.unknown;
    this.firstOrganization = {
      name: settings.PARLEY_ORG_NAME,
      ownerEmail: settings.PARLEY_OWNER_EMAIL,
      ownerPassword: settings.PARLEY_OWNER_PASSWORD,
      ownerName: settings.PARLEY_OWNER_NAME,
    };
  }

  /** How the database at that address is reached: the operator's, or the embedded one. */
  databaseAccess(url: string): DatabaseAccess {
    const { databasePool, databasePooler, databasePatience, databaseReadUrl } = this;
    return new DatabaseAccess(url, databasePool, databasePooler, databasePatience, databaseReadUrl);
  }

  /** @throws ConfigurationIsInvalid listing every fault at once */
  static fromEnvironment(environment: NodeJS.ProcessEnv): Config {
    return new Config(readSettings(environment));
  }
}

/** An IP address or a bare name is not valid after `@`. Such servers get a domain that never receives mail. */
function mailDomainOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/i.test(hostname) ? hostname : 'parley.invalid';
}

function relayOf({
  PARLEY_PUSH_RELAY_URL: url,
  PARLEY_PUSH_RELAY_ORG_ID: organizationId,
  PARLEY_PUSH_RELAY_ORG_KEY: key,
}: Settings): Config['pushRelay'] {
  return url === null || organizationId === null || key === null ? null : { url, organizationId, key };
}

function bigBlueButtonOf({
  PARLEY_BIG_BLUE_BUTTON_URL: url,
  PARLEY_BIG_BLUE_BUTTON_SECRET: secret,
}: Settings): Config['bigBlueButton'] {
  return url === null || secret === null ? null : { url, secret };
}

function mailboxOf(text: string): { name: string; address: string } {
  const [, name, address] = /^(.*)<(.+)>$/.exec(text) ?? [null, '', text];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}
