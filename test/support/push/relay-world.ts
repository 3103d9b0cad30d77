import 'reflect-metadata';
import { Terminal } from '@app/platform';
import { parse, stringify } from 'lossless-json';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningRelay, startRelay } from '../../../apps/push-relay/src/boot';
import { runCommand } from '../../../apps/push-relay/src/cli/program';
import { RelayConfig } from '../../../apps/push-relay/src/config/relay-config';
import { Transport, TRANSPORTS } from '../../../apps/push-relay/src/notifications/notification';
import { Credentials, Organizations } from '../../../apps/push-relay/src/organizations/organizations.service';
import { query } from '../database-contents';
import { emptyDatabase } from '../databases';
import { freePort } from '../ports';
import { ScriptedTransport } from './scripted-transport';
import { TestDevice } from './test-device';

export interface RelayResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Integers are `bigint`. */
  readonly body: Record<string, unknown>;
}

/** A server that may use the relay: its credentials and one of its realms. */
export interface Customer {
  readonly credentials: Credentials;
  readonly realm: string;
}

/** A relay in this process on a database of its own; its notifications are recorded and not sent. */
export class RelayWorld {
  readonly fcm = new ScriptedTransport('fcm');
  readonly apns = new ScriptedTransport('apns');
  readonly webPush = new ScriptedTransport('web_push');
  private tokens = 0;

  private constructor(
    readonly relay: RunningRelay,
    readonly databaseUrl: string,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly directory: string,
  ) {}

  static async start(given: NodeJS.ProcessEnv = {}): Promise<RelayWorld> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-relay-'));
    const databaseUrl = given.PARLEY_RELAY_DATABASE_URL ?? (await emptyDatabase());
    const environment = {
      PARLEY_RELAY_PORT: String(await freePort()),
      PARLEY_RELAY_DATA_DIR: directory,
      PARLEY_RELAY_DATABASE_URL: databaseUrl,
      PARLEY_RELAY_LOG_LEVEL: 'fatal',
      ...given,
    };
    const relay = await startRelay(RelayConfig.fromEnvironment(environment), databaseUrl);
    const world = new RelayWorld(relay, databaseUrl, environment, directory);
    const transports = world.service<Transport[]>(TRANSPORTS);
    transports.splice(0, transports.length, world.fcm, world.apns, world.webPush);
    return world;
  }

  get key(): string {
    return this.relay.firstKey!;
  }

  service<T>(type: symbol | (abstract new (...args: never[]) => T)): T {
    return this.relay.app.get<T>(type as never, { strict: false });
  }

  async customer(name: string = randomUUID()): Promise<Customer> {
    return { credentials: (await this.service(Organizations).add(name))!, realm: randomUUID() };
  }

  /** A phone, with a unique token. */
  android(): Promise<TestDevice> {
    return TestDevice.on({ kind: 'fcm', token: `fcm:token-${++this.tokens}` });
  }

  iphone(): Promise<TestDevice> {
    return TestDevice.on({ kind: 'apns', token: randomBytes(32).toString('hex'), appId: 'org.example.chat' });
  }

  browser(): Promise<TestDevice> {
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    const endpoint = `https://push.example.org/${++this.tokens}`;
    return TestDevice.on({ kind: 'web_push', token: JSON.stringify({ endpoint, keys }) });
  }

  /** As a server forwards it. */
  tryRegister(customer: Customer, device: TestDevice, changes: Record<string, string> = {}): Promise<RelayResponse> {
    const { push_account_id, encrypted_push_registration, bouncer_public_key } = device.registration(this.key);
    const form = { push_account_id, encrypted_push_registration, bouncer_public_key, ...changes };
    return this.post('push/e2ee/register', { realm_uuid: customer.realm, ...form }, customer.credentials);
  }

  /** The id of the device. */
  async register(customer: Customer, device: TestDevice): Promise<bigint> {
    const { status, body } = await this.tryRegister(customer, device);
    if (status !== 200) throw new Error(`${status} ${stringify(body)}`);
    return body.device_id as bigint;
  }

  notify(customer: Customer, push_requests: object[], realm_uuid = customer.realm): Promise<RelayResponse> {
    return this.post('push/e2ee/notify', { realm_uuid, push_requests }, customer.credentials, 'json');
  }

  async post(
    path: string,
    body: Record<string, unknown> | string,
    credentials: Partial<Credentials> | null,
    encoding: 'form' | 'json' = 'form',
  ): Promise<RelayResponse> {
    const text = typeof body === 'string' ? body : encoding === 'json' ? stringify(body)! : formOf(body);
    const basic = Buffer.from(`${credentials?.id}:${credentials?.key}`).toString('base64');
    return this.request(path, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        ...(credentials ? { authorization: `Basic ${basic}` } : {}),
      },
    });
  }

  async request(path: string, init: RequestInit = {}): Promise<RelayResponse> {
    const response = await fetch(`${this.relay.url}/api/v1/remotes/${path}`, init);
    const body = parse(await response.text(), null, (digits) => (/^-?\d+$/.test(digits) ? BigInt(digits) : +digits));
    return { status: response.status, headers: response.headers, body: body as Record<string, unknown> };
  }

  /** A command of the operator, on the database of the running relay. */
  async command(...args: string[]): Promise<{ code: number; out: string[]; complaints: string[] }> {
    const [out, complaints]: string[][] = [[], []];
    const terminal: Terminal = {
      environment: this.environment,
      say: (line) => void out.push(line),
      complain: (line) => void complaints.push(line),
      readLine: async () => '',
    };
    return { code: await runCommand(args, terminal), out, complaints };
  }

  rows<T>(sql: string): Promise<T[]> {
    return query<T>(this.databaseUrl, sql);
  }

  async stop(): Promise<void> {
    await this.relay.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

const formOf = (body: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString();

/** A notification in the request of a server. */
export const request = (deviceId: bigint, changes: object = {}): object => ({
  device_id: deviceId,
  fcm_priority: 'high',
  payload: { push_account_id: 1n, encrypted_data: 'c2VhbGVk' },
  ...changes,
});
