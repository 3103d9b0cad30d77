import type { Server } from 'node:http';
import 'reflect-metadata';
import { Passwords, Role, UserRoles } from '@app/identity';
import { Config, originOfWork, Transactions, Workers } from '@app/platform';
import { EventLog, QueueControl, Registry } from '@app/realtime';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { RunningServer, startServer } from '../../apps/server/src/boot';
import { LogTail } from '../../libs/realtime/src/event-log/log-tail.service';
import { EventLogMaintenance } from '../../libs/realtime/src/delivery/event-log-maintenance.service';
import { Contract, contractAt } from './contract';
import { noteContract, noteEvent, noteRequest } from './coverage';
import { newDatabase } from './databases';
import { PARLEY_DATABASE_PATIENCE } from './last-resort';
import { freePort } from './ports';
import { ApiResponse, Body, encode, Parameters, Person } from './person';
import { exchange } from './exchange';
import { usualNodes } from './one-node';
import { RoundRobin } from './round-robin';

/** Of all accounts. */
const PASSWORD = 'a long enough secret';

const ROLES = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 } as const;

/** A server of its own on a database of its own, with one organization and its owner. */
export class World {
  private constructor(
    /** Several if the world is asked for more than one; tests read the first, as `service` does. */
    readonly nodes: readonly RunningServer[],
    /** The target of requests: the only node, or all of them in turn. */
    readonly url: string,
    private readonly turns: RoundRobin | null,
    readonly databaseUrl: string,
    readonly directory: string,
    readonly contract: Contract,
  ) {
    this.direct = new Pool({ connectionString: databaseUrl, allowExitOnIdle: true });
    this.direct.on('error', () => undefined); // A test ended the connection; the next statement opens another.
  }

  owner: Person;
  /** A connection takes longer to open than most statements take, so it is kept for the next one. */
  private readonly direct: Pool;
  private readonly underWay = new Set<{ method: string; path: string }>();

  /** @param reach where the nodes find the database that is at an address, if by another address */
  static async start(
    environment: NodeJS.ProcessEnv = {},
    count = usualNodes(),
    reach = (databaseUrl: string) => databaseUrl,
  ): Promise<World> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-world-'));
    const databaseUrl = await newDatabase(environment.TEST_TEMPLATE);
    if (environment.TEST_FILES) cpSync(environment.TEST_FILES, directory, { recursive: true });
    const turns = count > 1 ? await RoundRobin.start() : null;
    const reachedAt = reach(databaseUrl);
    const nodes: RunningServer[] = [];
    try {
      while (nodes.length < count)
        nodes.push(await startServer(await configOfNode(directory, turns, environment), reachedAt));
      turns?.between(nodes.map(({ url }) => url));
      const url = turns?.url ?? nodes[0].url;
      const contract = await contractAt(url);
      noteContract(contract.document);
      const world = new World(nodes, url, turns, databaseUrl, directory, contract);
      for (const node of nodes) {
        world.followEvents(node);
        closeNoIdleConnection(node);
        node.app.get(Workers, { strict: false }).longestRestMs = 0; // tests make rows without traffic
        hashOnce(node);
      }
      world.owner = await world.login('olivia@example.org', 'Olivia Owner');
      return world;
    } catch (error) {
      await turns?.stop();
      for (const node of nodes) await node.stop(); // Otherwise this process would never end.
      throw error;
    }
  }

  /** The first node. */
  get server(): RunningServer {
    return this.nodes[0];
  }

  /** The same world, whose every request goes to one node. */
  at(node: number): World {
    return Object.create(this, { url: { value: this.nodes[node].url } }) as World;
  }

  /** A service of the first node, for what has no operation yet. */
  service<T>(type: abstract new (...args: never[]) => T): T {
    return this.server.app.get<T>(type as never, { strict: false });
  }

  member = (name: string): Promise<Person> => this.person(name, ROLES.member);
  guest = (name: string): Promise<Person> => this.person(name, ROLES.guest);
  moderator = (name: string): Promise<Person> => this.person(name, ROLES.moderator);
  admin = (name: string): Promise<Person> => this.person(name, ROLES.admin);

  async setRole(person: Person, role: keyof typeof ROLES): Promise<void> {
    await this.service(UserRoles).set(this.organizationId, person.id as never, ROLES[role]);
  }

  get organizationId(): never {
    return this.server.firstStart.organizationId as never;
  }

  async stop(): Promise<void> {
    await this.turns?.stop();
    for (const node of this.nodes) await node.stop();
    await this.direct.end();
    rmSync(this.directory, { recursive: true, force: true });
  }

  async request(
    method: string,
    path: string,
    parameters: Parameters = {},
    authorization?: string,
  ): Promise<ApiResponse> {
    const encoded = encode(parameters);
    const inQuery = method === 'GET';
    const url = `${this.url}/api/v1/${path}${inQuery && encoded.size > 0 ? `?${encoded}` : ''}`;
    const headers: Record<string, string> = {
      'user-agent': 'ParleyTest/1.0',
      ...(authorization ? { authorization } : {}),
    };
    const request = { method, path };
    this.underWay.add(request);
    const answer = await exchange(url, { method, headers, ...(inQuery ? {} : { body: encoded }) });
    this.underWay.delete(request);
    const body = JSON.parse(answer.text) as Body;
    this.observe(method, path, [...encoded.keys()], answer.status, body);
    return { status: answer.status, headers: answer.headers, body };
  }

  /** Checks an answer against the contract, and records it for the test; for requests that other code makes too. */
  observe(method: string, path: string, parameters: readonly string[], status: number, body: Body): void {
    this.contract.assert(method, `/api/v1/${path}`, status, body);
    const operation = this.contract.operationOf(method, `/api/v1/${path}`);
    if (operation) noteRequest(operation.name, parameters, body.result === 'success' ? null : body.code!);
  }

  /** Records the events of a request while it is the only one; direct calls of services do not count. */
  private followEvents({ app }: RunningServer): void {
    const log = app.get(EventLog, { strict: false });
    const { kinds } = app.get(Registry, { strict: false });
    const tell = log.tell.bind(log);
    log.tell = (...events) => {
      const [only] = this.underWay;
      const operation =
        this.underWay.size === 1 && originOfWork().client !== null
          ? this.contract.operationOf(only.method, `/api/v1/${only.path}`)
          : undefined;
      if (operation) for (const { kind } of events) noteEvent(operation.name, kinds.get(kind)?.type ?? kind, kind);
      tell(...events);
    };
  }

  /** Stops all workers and maintenance: for tests that count the statements of requests. */
  async withoutWorkers(): Promise<void> {
    for (const { app } of this.nodes) {
      app.get(EventLogMaintenance, { strict: false }).beforeApplicationShutdown();
      await app.get(Workers, { strict: false }).beforeApplicationShutdown();
    }
  }

  /** Resolves when all committed events have reached the queues of every node. */
  async settled(): Promise<void> {
    const transactions = this.service(Transactions);
    const xid = await transactions.run([], async () => {
      this.service(QueueControl).forgetCredentialsOf(this.organizationId, 0 as never);
      const { rows } = await transactions.required.client.query<{ xid: number }>(
        'SELECT pg_current_xact_id()::text::bigint AS xid',
      );
      return rows[0].xid;
    });
    for (const { app } of this.nodes) {
      const tail = app.get(LogTail, { strict: false });
      while (tail.position.xid < xid) await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Direct access, for what the interface does not show. */
  async sql<T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.direct.query(text, values)).rows as T[];
  }

  private async person(name: string, role: Role): Promise<Person> {
    const email = `${name.toLowerCase().replace(/\W+/g, '.')}@example.org`;
    const fullName = name.includes(' ') ? name : `${name[0].toUpperCase()}${name.slice(1)} Example`;
    const { status, body } = await this.owner.post('users', {
      email,
      password: PASSWORD,
      full_name: fullName,
    });
    if (status !== 200) throw new Error(`No account for ${name}: ${JSON.stringify(body)}`);
    if (role !== ROLES.member) await this.service(UserRoles).set(this.organizationId, body.user_id as never, role);
    return this.login(email, fullName);
  }

  private async login(email: string, fullName: string): Promise<Person> {
    const { trustedProxies, baseUrl } = this.server.app.get(Config);
    const { status, body } =
      trustedProxies.length > 0 || baseUrl.startsWith('https:')
        ? await this.request('POST', 'fetch_api_key', { username: email, password: PASSWORD })
        : await this.request('POST', 'dev_fetch_api_key', { username: email });
    if (status !== 200) throw new Error(`No key for ${email}: ${JSON.stringify(body)}`);
    return new Person(this, body.user_id as number, email, fullName, body.api_key as string);
  }
}

/**
 * Of one more node on the directory; `environment` wins. The nodes behind a balancer share its address, as in
 * production.
 */
async function configOfNode(
  directory: string,
  turns: RoundRobin | null,
  environment: NodeJS.ProcessEnv,
): Promise<Config> {
  return Config.fromEnvironment({
    PORT: String(await freePort()),
    PARLEY_DATA_DIR: directory,
    PARLEY_RATE_LIMITS: 'off',
    PARLEY_DATABASE_PATIENCE,
    ...(isForThisMachine(environment) && { PARLEY_DEV_LOGIN: '1' }),
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_OWNER_EMAIL: 'olivia@example.org',
    PARLEY_OWNER_PASSWORD: PASSWORD,
    PARLEY_OWNER_NAME: 'Olivia Owner',
    ...(turns && { PARLEY_BASE_URL: turns.url }),
    ...environment,
  });
}

/** Logins without a password succeed only where no other machine could connect. */
const isForThisMachine = ({ PARLEY_BASE_URL, PARLEY_TRUSTED_PROXIES }: NodeJS.ProcessEnv): boolean =>
  PARLEY_BASE_URL === undefined && PARLEY_TRUSTED_PROXIES === undefined;

/**
 * Otherwise the server may close one at the moment in which a test sends a request on it: clients close theirs after
 * four seconds.
 */
function closeNoIdleConnection({ app }: RunningServer): void {
  (app.getHttpServer() as Server).keepAliveTimeout = 0;
}

/** Test accounts have the same password, and a hash of it takes as long as several requests. */
function hashOnce({ app }: RunningServer): void {
  const passwords = app.get(Passwords, { strict: false });
  const hash = passwords.hash.bind(passwords);
  let known: Promise<string> | null = null;
  passwords.hash = (password) => (password === PASSWORD ? (known ??= hash(password)) : hash(password));
}
