import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generateVAPIDKeys } from 'web-push';
import { NodeProcess } from '../../scale/node-process';
import { query } from '../database-contents';
import { emptyDatabase, newDatabase } from '../databases';
import { encode, Parameters } from '../person';
import { freePort } from '../ports';
import { LAST_RESORT_MS } from '../last-resort';
import { until } from '../until';
import { ApnsServer } from './apns-server';
import { FcmServer } from './fcm-server';
import { RELAY, relayCommand } from './relay-process';
import { TestDevice } from './test-device';
import { WebPushServer } from './web-push-server';

const OWNER = 'olivia.sentinel@example.org';

/** A user with an account at the server. */
export interface Account {
  readonly id: number;
  ask(
    method: string,
    path: string,
    parameters?: Parameters,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** The body of a success. */
  ok(method: string, path: string, parameters?: Parameters): Promise<Record<string, unknown>>;
}

/** A server and a relay, each a process with a database of its own, and the services of Google and Apple. */
export class PushStage {
  server: NodeProcess;
  relay: NodeProcess;
  fcm: FcmServer;
  apns: ApnsServer;
  web: WebPushServer;
  serverDatabase: string;
  relayDatabase: string;
  organization: { id: string; key: string };
  /** The key for which applications encrypt their registrations. */
  relayKey: string;
  private relayPort: number;
  private readonly vapid = generateVAPIDKeys();
  private readonly relaySecret = randomBytes(32).toString('hex');
  private readonly directory = mkdtempSync(join(tmpdir(), 'parley-push-'));
  private readonly said: string[] = [];

  get relayUrl(): string {
    return `http://127.0.0.1:${this.relayPort}`;
  }

  static async start(): Promise<PushStage> {
    const stage = new PushStage();
    [stage.fcm, stage.apns] = await Promise.all([FcmServer.start(), ApnsServer.start()]);
    stage.web = await WebPushServer.start(stage.vapid.publicKey);
    [stage.serverDatabase, stage.relayDatabase] = await Promise.all([newDatabase(), emptyDatabase()]);
    stage.relayPort = await freePort();
    stage.organization = await stage.addOrganization('Example');
    await Promise.all([stage.startRelay(), stage.startServer()]);
    stage.relayKey = /[A-Za-z0-9+/]{43}=/.exec(stage.relay.output)![0];
    return stage;
  }

  private async startRelay(): Promise<void> {
    this.relay = NodeProcess.start(this.relayPort, this.relayEnvironment(), RELAY);
    await this.relay.ready();
  }

  private async startServer(): Promise<void> {
    this.server = NodeProcess.start(await freePort(), {
      DATABASE_URL: this.serverDatabase,
      PARLEY_DATA_DIR: this.directory,
      PARLEY_ORG_NAME: 'Sentinel works',
      PARLEY_OWNER_EMAIL: OWNER,
      PARLEY_OWNER_PASSWORD: 'a long enough secret',
      PARLEY_DEV_LOGIN: '1',
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_LOG_LEVEL: 'warn',
      PARLEY_PUSH_RELAY_URL: this.relayUrl,
      PARLEY_PUSH_RELAY_ORG_ID: this.organization.id,
      PARLEY_PUSH_RELAY_ORG_KEY: this.organization.key,
      NODE_ENV: 'test',
    });
    await this.server.ready();
  }

  async killRelay(): Promise<void> {
    await this.relay.kill();
    this.said.push(this.relay.output);
  }

  /** At the same address; leases of the dead one expire as half a minute later. */
  async restartRelay(): Promise<void> {
    this.relay = await this.relay.killAndRestart();
    await this.relay.ready();
    await query(this.relayDatabase, "UPDATE relay_delivery SET at = at - interval '1 minute' WHERE NOT is_sent");
  }

  /** At the same address; leases of the dead one expire as some minutes later. */
  async restartServer(): Promise<void> {
    this.server = await this.server.killAndRestart();
    await this.server.ready();
    await query(this.serverDatabase, 'UPDATE push_delivery SET due_at = now()');
  }

  /** Makes retries of the server due at once; running work continues. */
  async hurry(): Promise<void> {
    const soon = "SET due_at = now() WHERE due_at > now() AND due_at < now() + interval '65 seconds'";
    await query(this.serverDatabase, `UPDATE push_delivery ${soon}`);
    await query(this.serverDatabase, `UPDATE push_shown ${soon}`);
  }

  /** Until the condition holds, the server retries repeatedly; it pauses some seconds for a relay that has failed. */
  async hurryUntil(isSo: () => Promise<boolean> | boolean): Promise<void> {
    for (const end = Date.now() + LAST_RESORT_MS; !(await isSo());) {
      if (Date.now() > end) throw new Error('It never came to be so.');
      await this.hurry();
      await delay(50);
    }
  }

  /** The server has no pending notifications. */
  async isDone(): Promise<boolean> {
    const [{ left }] = await query<{ left: number }>(
      this.serverDatabase,
      `SELECT (SELECT count(*) FROM push_due) + (SELECT count(*) FROM push_delivery)
         + (SELECT count(*) FROM push_recheck) + (SELECT count(*) FROM push_shown WHERE is_over) AS left`,
    );
    return Number(left) === 0;
  }

  async owner(): Promise<Account> {
    return this.login(OWNER);
  }

  async join(name: string): Promise<Account> {
    const email = `${name}.sentinel@example.org`;
    const owner = await this.owner();
    await owner.ok('POST', 'users', { email, password: 'a long enough secret', full_name: `${name} Sentinel` });
    return this.login(email);
  }

  /** Registers the device for the account; resolves when the server calls it active. */
  async register(account: Account, device: TestDevice): Promise<void> {
    await account.ok('POST', 'mobile_push/register', device.registration(this.relayKey));
    await until(async () => (await this.devicesOf(account))[String(device.accountId)]?.status === 'active');
  }

  async devicesOf(account: Account): Promise<Record<string, { status: string; error_code?: string | null }>> {
    const { push_devices: devices } = await account.ok('POST', 'register', { event_types: ['push_device'] });
    return devices as Record<string, { status: string }>;
  }

  /** Everything that the relay has logged, shown and stored. */
  async tracesOfRelay(): Promise<string> {
    const metrics = await (await fetch(`${this.relayUrl}/metrics`)).text();
    const tables = await query<{ name: string }>(
      this.relayDatabase,
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    const rows = await Promise.all(
      tables.map(({ name }) => query<{ row: string }>(this.relayDatabase, `SELECT t::text AS row FROM ${name} t`)),
    );
    return [...this.said, this.relay.output, metrics, ...rows.flat().map(({ row }) => row)].join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([this.server?.kill(), this.relay?.kill()]);
    await Promise.all([this.fcm.stop(), this.apns.stop(), this.web.stop()]);
    rmSync(this.directory, { recursive: true, force: true });
  }

  private relayEnvironment(): NodeJS.ProcessEnv {
    const { key, keyId, teamId, appIds } = this.apns.credentials;
    return {
      PARLEY_RELAY_PORT: String(this.relayPort),
      PARLEY_RELAY_DATABASE_URL: this.relayDatabase,
      PARLEY_RELAY_DATA_DIR: join(this.directory, 'relay'),
      PARLEY_RELAY_SECRET_KEY: this.relaySecret,
      PARLEY_RELAY_LOG_LEVEL: 'debug',
      PARLEY_RELAY_FCM_SERVICE_ACCOUNT_FILE: this.file('account.json', this.fcm.serviceAccount),
      PARLEY_RELAY_FCM_URL: this.fcm.url,
      PARLEY_RELAY_APNS_KEY_FILE: this.file('key.p8', key),
      PARLEY_RELAY_APNS_KEY_ID: keyId,
      PARLEY_RELAY_APNS_TEAM_ID: teamId,
      PARLEY_RELAY_APNS_APP_IDS: appIds.join(','),
      PARLEY_RELAY_APNS_SERVER: this.apns.url,
      PARLEY_RELAY_VAPID_PRIVATE_KEY: this.vapid.privateKey,
      PARLEY_RELAY_VAPID_SUBJECT: 'https://relay.example',
      PARLEY_RELAY_WEB_PUSH_ORIGINS: this.web.origin,
      NODE_EXTRA_CA_CERTS: this.file('authority.pem', this.apns.authority),
      NODE_ENV: 'test',
    };
  }

  private async addOrganization(name: string): Promise<{ id: string; key: string }> {
    const environment = { ...this.relayEnvironment(), PARLEY_RELAY_LOG_LEVEL: 'error' };
    const said = await relayCommand(['organizations', 'add', name], environment);
    const id = /PARLEY_PUSH_RELAY_ORG_ID=(\S+)/.exec(said)![1];
    const key = /PARLEY_PUSH_RELAY_ORG_KEY=(\S+)/.exec(said)![1];
    return { id, key };
  }

  private file(name: string, content: string): string {
    const path = join(this.directory, name);
    writeFileSync(path, content);
    return path;
  }

  private async login(email: string): Promise<Account> {
    const { body } = await this.request('', 'POST', 'dev_fetch_api_key', { username: email });
    const authorization = `Basic ${Buffer.from(`${email}:${body.api_key as string}`).toString('base64')}`;
    const ask: Account['ask'] = (method, path, parameters = {}) =>
      this.request(authorization, method, path, parameters);
    return {
      id: body.user_id as number,
      ask,
      ok: async (method, path, parameters) => {
        const { status, body: answer } = await ask(method, path, parameters);
        if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
        return answer;
      },
    };
  }

  private async request(authorization: string, method: string, path: string, parameters: Parameters) {
    const encoded = encode(parameters);
    const isGet = method === 'GET';
    const response = await fetch(`${this.server.url}/api/v1/${path}${isGet ? `?${encoded}` : ''}`, {
      method,
      headers: authorization ? { authorization } : {},
      ...(isGet ? {} : { body: encoded }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
}
