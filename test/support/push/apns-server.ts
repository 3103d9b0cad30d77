import { generateKeyPairSync } from 'node:crypto';
import {
  createSecureServer,
  Http2SecureServer,
  IncomingHttpHeaders,
  ServerHttp2Session,
  ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { Received } from './received';
import { localCertificate } from './certificate';

/** A notification that was accepted, as the phone receives it. */
export interface ApnsNotification {
  readonly token: string;
  readonly topic: string;
  readonly pushType: string;
  readonly priority: string;
  readonly collapseId: string | null;
  /** JSON text: its integers may be larger than JavaScript's. */
  readonly body: string;
}

export interface ApnsRefusal {
  readonly status: number;
  readonly reason: string;
}

const KEY_ID = 'ABC123DEFG';
const TEAM_ID = 'TEAM456789';
const HOUR = 3_600;
const LONGEST_BODY = 4_096;
const KNOWN_HEADERS = new Set([
  ':method',
  ':path',
  ':scheme',
  ':authority',
  'authorization',
  'apns-topic',
  'apns-push-type',
  'apns-priority',
  'apns-expiration',
  'apns-collapse-id',
]);

/**
 * Apple's Push Notification service on this machine: HTTP/2 with TLS, provider tokens by ES256. It answers violations
 * of the protocol as Apple does and records them in `faults`.
 */
export class ApnsServer {
  readonly taken = new Received<ApnsNotification>();
  readonly asked = new Received<ApnsNotification>();
  readonly faults: string[] = [];
  rule: (notification: ApnsNotification) => ApnsRefusal | null | Promise<ApnsRefusal | null> = () => null;
  knowsKey = true;
  readonly appId = 'org.example.chat';
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  private readonly sessions = new Set<ServerHttp2Session>();

  private constructor(
    private readonly server: Http2SecureServer,
    /** PEM of the authority that clients of this server have to trust. */
    readonly authority: string,
  ) {}

  static async start(): Promise<ApnsServer> {
    const { key, certificate } = localCertificate();
    const server = createSecureServer({ key, cert: certificate });
    const apns = new ApnsServer(server, certificate);
    server.on('session', (session) => {
      apns.sessions.add(session);
      session.once('close', () => apns.sessions.delete(session));
    });
    server.on('sessionError', () => undefined); // clients that hang up
    server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      void apns.answer(stream, headers);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return apns;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** The signing key as Apple issues it, and its ids. */
  get credentials() {
    const key = this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { key, keyId: KEY_ID, teamId: TEAM_ID, appIds: [this.appId] };
  }

  /** Ends all connections in order, as Apple's servers do from time to time. */
  sayGoodbye(): void {
    for (const session of this.sessions) session.goaway();
  }

  async stop(): Promise<void> {
    for (const session of this.sessions) session.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const said = await this.judge(headers, Buffer.concat(parts).toString());
    if (stream.destroyed) return;
    if (!said) return void stream.respond({ ':status': 200, 'apns-id': 'an-id' }, { endStream: true });
    stream.respond({ ':status': said.status, 'content-type': 'application/json' });
    stream.end(JSON.stringify({ reason: said.reason, ...(said.status === 410 && { timestamp: Date.now() }) }));
  }

  private async judge(headers: IncomingHttpHeaders, body: string): Promise<ApnsRefusal | null> {
    const token = /^\/3\/device\/([0-9a-f]+)$/i.exec(String(headers[':path']))?.[1];
    if (headers[':method'] !== 'POST' || !token) return this.fault(400, 'BadPath');
    const signature = await this.judgeToken(String(headers.authorization ?? ''));
    if (signature) return signature;
    const topic = String(headers['apns-topic'] ?? '');
    if (topic !== this.appId) return this.fault(400, topic === '' ? 'MissingTopic' : 'TopicDisallowed');
    const form = faultOfForm(headers, body);
    if (form) return this.fault(400, form);
    const notification: ApnsNotification = {
      token,
      topic,
      body,
      pushType: String(headers['apns-push-type']),
      priority: String(headers['apns-priority']),
      collapseId: headers['apns-collapse-id'] ? String(headers['apns-collapse-id']) : null,
    };
    this.asked.add(notification);
    const said = await this.rule(notification);
    if (!said) this.taken.add(notification);
    return said;
  }

  private async judgeToken(authorization: string): Promise<ApnsRefusal | null> {
    const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
    if (!token) return this.fault(403, 'MissingProviderToken');
    if (!this.knowsKey) return { status: 403, reason: 'InvalidProviderToken' };
    const found = await jwtVerify(token, this.keys.publicKey, { algorithms: ['ES256'], issuer: TEAM_ID }).catch(
      () => null,
    );
    if (!found || found.protectedHeader.kid !== KEY_ID) return this.fault(403, 'InvalidProviderToken');
    const age = Date.now() / 1000 - (found.payload.iat ?? 0);
    return age > HOUR ? this.fault(403, 'ExpiredProviderToken') : null;
  }

  private fault(status: number, reason: string): ApnsRefusal {
    this.faults.push(reason);
    return { status, reason };
  }
}

function faultOfForm(headers: IncomingHttpHeaders, body: string): string | null {
  const strange = Object.keys(headers).filter((name) => !KNOWN_HEADERS.has(name));
  if (strange.length > 0) return `BadHeaders ${strange.join(' ')}`;
  const [type, priority] = [headers['apns-push-type'], headers['apns-priority']];
  if (type !== 'alert' && type !== 'background') return 'InvalidPushType';
  if (priority !== '10' && priority !== '5') return 'BadPriority';
  if (type === 'background' && priority !== '5') return 'BadPriority';
  const expiration = Number(headers['apns-expiration']);
  if (!Number.isInteger(expiration) || expiration < Date.now() / 1000) return 'BadExpirationDate';
  if (String(headers['apns-collapse-id'] ?? '').length > 64) return 'BadCollapseId';
  if (Buffer.byteLength(body) > LONGEST_BODY) return 'PayloadTooLarge';
  const { aps } = JSON.parse(body || '{}') as { aps?: Record<string, unknown> };
  if (typeof aps !== 'object') return 'PayloadEmpty';
  const isSilent = aps['content-available'] === 1 && aps.alert === undefined && aps.sound === undefined;
  return type === 'background' && !isSilent ? 'BadPayloadOfBackground' : null;
}
