import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { Received } from './received';

/** A message that was accepted, decrypted as the application does. */
export interface WebPushMessage {
  readonly path: string;
  readonly text: string;
  readonly urgency: string;
  readonly ttl: number;
  readonly topic: string | null;
}

const LONGEST_BODY = 4_096;
const DAY = 86_400;

/** A push service, and the applications that have subscribed to it. */
export class WebPushServer {
  readonly taken = new Received<WebPushMessage>();
  readonly faults: string[] = [];
  rule: (path: string) => { status: number; headers?: Record<string, string> } | null = () => null;
  private readonly subscribers = new Map<string, Subscriber>();

  private constructor(
    private readonly server: Server,
    /** The application server's key, base64url, which subscriptions are bound to. */
    private readonly applicationKey: string,
  ) {}

  static async start(applicationKey: string): Promise<WebPushServer> {
    const server = createServer();
    const service = new WebPushServer(server, applicationKey);
    server.on('request', (request, response) => void service.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A new subscription, as the JSON of a browser. */
  subscribe(): string {
    const path = `/push/${randomBytes(9).toString('base64url')}`;
    const subscriber = new Subscriber();
    this.subscribers.set(path, subscriber);
    return JSON.stringify({ endpoint: `${this.origin}${path}`, expirationTime: null, keys: subscriber.keys });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url!;
    const fault = await this.faultOf(request, Buffer.concat(parts));
    if (fault) this.faults.push(fault);
    const said = fault ? { status: 400 } : this.rule(path);
    const subscriber = this.subscribers.get(path);
    if (said) return void response.writeHead(said.status, said.headers).end();
    if (!subscriber) return void response.writeHead(410).end();
    const { headers } = request;
    this.taken.add({
      path,
      text: subscriber.open(Buffer.concat(parts)),
      urgency: String(headers.urgency),
      ttl: Number(headers.ttl),
      topic: headers.topic ? String(headers.topic) : null,
    });
    response.writeHead(201, { location: `${this.origin}/message/1` }).end();
  }

  private async faultOf({ method, headers }: IncomingMessage, body: Buffer): Promise<string | null> {
    if (method !== 'POST') return `method ${method}`;
    if (headers['content-encoding'] !== 'aes128gcm') return 'encoding';
    if (!/^\d+$/.test(String(headers.ttl))) return 'TTL';
    if (!['very-low', 'low', 'normal', 'high'].includes(String(headers.urgency))) return 'urgency';
    if (headers.topic && !/^[\w-]{1,32}$/.test(String(headers.topic))) return 'topic';
    if (body.length > LONGEST_BODY) return 'length';
    const [, token, key] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    if (!token || key !== this.applicationKey) return 'vapid';
    const found = await jwtVerify(token, verifierOf(key), { algorithms: ['ES256'], audience: this.origin }).catch(
      () => null,
    );
    if (!found || !/^(mailto:|https:)/.test(found.payload.sub ?? '')) return 'vapid token';
    return found.payload.exp! - Date.now() / 1000 > DAY ? 'vapid expiry' : null;
  }
}

/** An application's side of RFC 8291, written from the RFC alone. */
class Subscriber {
  private readonly curve = createECDH('prime256v1');
  private readonly publicKey = this.curve.generateKeys();
  private readonly secret = randomBytes(16);

  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.publicKey.toString('base64url'), auth: this.secret.toString('base64url') };
  }

  /** @throws Error when it was not encrypted for this one */
  open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const idLength = body[20];
    const senderKey = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const shared = this.curve.computeSecret(senderKey);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, senderKey]);
    const material = derive(shared, this.secret, info, 32);
    const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

const derive = (material: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, length));

/** The point of a key as a key that Node verifies with. */
function verifierOf(key: string) {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}
