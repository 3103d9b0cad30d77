import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { Received } from './received';

/** A message that was accepted, as the phone receives it. */
export interface FcmMessage {
  readonly token: string;
  readonly data: Record<string, string>;
  readonly priority: string;
}

/** The answer of the service: null accepts the message. */
export interface FcmRefusal {
  readonly status: number;
  /** Such as UNREGISTERED; the detail that clients read. */
  readonly errorCode?: string;
  /** Fields with an error, such as message.token. */
  readonly fields?: readonly string[];
  readonly retryAfter?: number;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LONGEST_DATA = 4_096;
const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/**
 * Firebase Cloud Messaging on this machine: a token service that checks assertions and HTTP v1 with its documented
 * checks. It answers violations of the protocol as Google does and records them in `faults`.
 */
export class FcmServer {
  readonly taken = new Received<FcmMessage>();
  /** All that were well-formed, refused ones included. */
  readonly asked = new Received<FcmMessage>();
  readonly faults: string[] = [];
  /** Its answer to a message, perhaps after a delay. */
  rule: (message: FcmMessage) => FcmRefusal | null | Promise<FcmRefusal | null> = () => null;
  /** False: the account is unknown, and earlier tokens are rejected too. */
  knowsAccount = true;
  /** The lifetime of access tokens in seconds. */
  tokenSeconds = 3_600;
  tokensGiven = 0;
  private readonly tokens = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    private readonly project: string,
  ) {}

  static async start(port = 0, project = 'parley-test'): Promise<FcmServer> {
    const server = createServer();
    const fcm = new FcmServer(server, project);
    server.on('request', (request, response) => void fcm.answer(request, response));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return fcm;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The key file that an operator downloads, as JSON. */
  get serviceAccount(): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: this.project,
      private_key_id: 'key-1',
      private_key: accountKeys().privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: this.account,
      token_uri: `${this.url}/token`,
    });
  }

  /** As after an operator's revocation: clients have to request new tokens. */
  forgetTokens(): void {
    this.tokens.clear();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private get account(): string {
    return `relay@${this.project}.iam.gserviceaccount.invalid`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request).catch(() => null);
    if (body === null) return; // The client has disconnected.
    const { status, headers, json } =
      request.url === '/token' ? await this.giveToken(request, body) : await this.take(request, body);
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(json));
  }

  private async giveToken({ method, headers }: IncomingMessage, body: string): Promise<FcmResponse> {
    const refuse = (error: string): FcmResponse => ({ status: 400, json: { error, error_description: 'No.' } });
    if (!this.knowsAccount) return refuse('invalid_grant');
    const form = new URLSearchParams(body);
    const claims = await jwtVerify(form.get('assertion') ?? '', accountKeys().publicKey, {
      algorithms: ['RS256'],
      issuer: this.account,
      audience: `${this.url}/token`,
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: 300,
      clockTolerance: 10,
    }).then(
      ({ payload, protectedHeader }) => ({ ...payload, kid: protectedHeader.kid }),
      (error: Error) => error.message,
    );
    if (typeof claims === 'string') return this.fault(`assertion: ${claims}`) ?? refuse('invalid_grant');
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    if (method !== 'POST' || !isForm || form.get('grant_type') !== GRANT)
      return this.fault('token request') ?? refuse('invalid_request');
    if (claims.kid !== 'key-1' || claims.exp! - claims.iat! > 3_600 || (claims as { scope?: string }).scope !== SCOPE)
      return this.fault('claims of the assertion') ?? refuse('invalid_scope');
    const token = `ya29.${randomBytes(24).toString('base64url')}`;
    this.tokens.set(token, Date.now() + this.tokenSeconds * 1000);
    this.tokensGiven++;
    return { status: 200, json: { access_token: token, expires_in: this.tokenSeconds, token_type: 'Bearer' } };
  }

  private async take({ method, url, headers }: IncomingMessage, body: string): Promise<FcmResponse> {
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!this.knowsAccount || (this.tokens.get(bearer) ?? 0) < Date.now()) return refusal({ status: 401 });
    if (method !== 'POST' || url !== `/v1/projects/${this.project}/messages:send`)
      return this.fault(`${method} ${url}`) ?? refusal({ status: 404 });
    const message = messageOf(headers['content-type'], body);
    if (typeof message === 'string') return this.fault(message) ?? refusal({ status: 400 });
    this.asked.add(message);
    const said = await this.rule(message);
    if (said) return refusal(said);
    this.taken.add(message);
    return { status: 200, json: { name: `projects/${this.project}/messages/${this.taken.all.length}` } };
  }

  private fault(what: string): null {
    this.faults.push(what);
    return null;
  }
}

type Keys = ReturnType<typeof newKeys>;
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
let keys: Keys | null = null;
/** One pair for all accounts of a run: making it takes long. */
const accountKeys = (): Keys => (keys ??= newKeys());

interface FcmResponse {
  status: number;
  headers?: Record<string, string>;
  json: object;
}

function refusal({ status, errorCode, fields = [], retryAfter }: FcmRefusal): FcmResponse {
  const details = [
    ...(errorCode ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] : []),
    ...(fields.length > 0
      ? [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: fields.map((field) => ({ field, description: 'No.' })),
          },
        ]
      : []),
  ];
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    json: { error: { code: status, message: 'No.', status: STATUSES[status] ?? 'UNKNOWN', details } },
  };
}

/** The message, or its error. */
function messageOf(type: string | undefined, body: string): FcmMessage | string {
  if (!type?.startsWith('application/json')) return `type ${type}`;
  const { message, ...others } = JSON.parse(body) as { message?: Record<string, unknown> };
  const { token, data, android, ...more } = message ?? {};
  const extra = [...Object.keys(others), ...Object.keys(more)];
  if (extra.length > 0) return `more than is allowed: ${extra.join(', ')}`;
  if (typeof token !== 'string' || token === '') return 'no token';
  if (!isTexts(data)) return 'data that are not all strings';
  if (JSON.stringify(data).length > LONGEST_DATA) return 'data that are too long';
  const { priority, ...rest } = (android ?? {}) as Record<string, unknown>;
  if ((priority !== 'high' && priority !== 'normal') || Object.keys(rest).length > 0) return 'android';
  return { token, data, priority };
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
