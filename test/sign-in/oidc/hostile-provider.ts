import { createHash, randomBytes } from 'node:crypto';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import * as jose from 'jose';
import { Attack, ATTACKS, MINUTE } from './attacks';

export interface Person {
  sub?: unknown;
  email?: unknown;
  email_verified?: unknown;
  [claim: string]: unknown;
}

interface Grant {
  readonly person: Person;
  readonly nonce: string;
  readonly challenge: string;
}

const CLIENT = 'parley';
const now = () => Math.floor(Date.now() / 1000);

/** An OpenID Connect provider of the tests' own. It behaves well, but for the attack that is switched on. */
export class HostileProvider {
  attack: Attack | null = null;
  /** The paths that were asked for, in their order. */
  readonly asked: string[] = [];
  private readonly grants = new Map<string, Grant>();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly key: jose.CryptoKey,
    private readonly foreignKey: jose.CryptoKey,
    private readonly published: jose.JWK,
  ) {
    server.on('connection', (socket) => this.sockets.add(socket.on('close', () => this.sockets.delete(socket))));
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(): Promise<HostileProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pair = await jose.generateKeyPair('RS256', { extractable: true });
    const foreign = await jose.generateKeyPair('RS256');
    const published = { ...(await jose.exportJWK(pair.publicKey)), kid: 'known', alg: 'RS256', use: 'sig' };
    return new HostileProvider(server, issuer, pair.privateKey, foreign.privateKey, published);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  onConnection(listener: () => void): void {
    this.server.on('connection', listener);
  }

  /** What a browser brings back after the person has logged in here: a query. */
  logIn(authorizationUrl: string, person: Person): string {
    const asked = new URL(authorizationUrl).searchParams;
    const code = randomBytes(16).toString('hex');
    this.grants.set(code, { person, nonce: asked.get('nonce')!, challenge: asked.get('code_challenge')! });
    const query = { code, state: asked.get('state')!, iss: this.issuer };
    return String(new URLSearchParams({ ...query, ...this.change('query') }));
  }

  /** A token that ends logins, with other claims where a test says so; `undefined` leaves a claim out. */
  async logoutToken(changes: Record<string, unknown> = {}, header: object = {}, isForeign = false): Promise<string> {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const usual = { iss: this.issuer, aud: CLIENT, iat: now(), exp: now() + 120, jti: randomBytes(8).toString('hex') };
    return this.signed({ ...usual, events, ...changes }, { typ: 'logout+jwt', ...header }, isForeign);
  }

  /** Tells the server that it has ended the logins of the person. */
  async endLogins(url: string, slug: string, sub: string): Promise<void> {
    const body = new URLSearchParams({ logout_token: await this.logoutToken({ sub }) });
    const { status } = await fetch(`${url}/oidc/backchannel/${slug}`, { method: 'POST', body });
    if (status !== 200) throw new Error(`The logout was not done: ${status}`);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?')[0];
    this.asked.push(path);
    const { silent, redirected, huge } = this.wire();
    if (silent === path) return;
    if (redirected === path) return void response.writeHead(302, { location: `${this.issuer}/elsewhere` }).end();
    if (huge === path) return this.flood(response);
    const body = await this.bodyOf(path, request);
    response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async bodyOf(path: string, request: IncomingMessage): Promise<object | null> {
    if (path === '/.well-known/openid-configuration') return this.discovery();
    if (path === '/jwks') return { keys: [this.published] };
    if (path === '/token') return this.tokens(await textOf(request));
    if (path === '/userinfo') return this.userInfo(request.headers.authorization ?? '');
    return null;
  }

  private discovery(): object {
    const at = (path: string) => this.issuer + path;
    return {
      issuer: this.issuer,
      authorization_endpoint: at('/authorize'),
      token_endpoint: at('/token'),
      userinfo_endpoint: at('/userinfo'),
      jwks_uri: at('/jwks'),
      end_session_endpoint: at('/end'),
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.change('discovery'),
    };
  }

  private async tokens(form: string): Promise<object> {
    const sent = new URLSearchParams(form);
    const code = sent.get('code') ?? '';
    const grant = this.grants.get(code);
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== challenge) return { error: 'invalid_grant' };
    const { person, nonce } = grant;
    const usual = { iss: this.issuer, aud: CLIENT, iat: now(), exp: now() + 5 * MINUTE, nonce, sid: `of ${code}` };
    const asked = person.auth_time === undefined ? {} : { auth_time: person.auth_time };
    const claims = { ...usual, sub: person.sub, ...asked, ...this.change('claims') };
    const id_token = await this.idToken(claims);
    return { access_token: code, token_type: 'Bearer', expires_in: 300, id_token };
  }

  private userInfo(authorization: string): object {
    const { person } = this.grants.get(authorization.replace('Bearer ', ''))!;
    return { ...person, ...this.change('userInfo') };
  }

  private async idToken(claims: object): Promise<string> {
    const { header = {}, isForeign = false } = this.attack ? ATTACKS[this.attack] : {};
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    if ('alg' in header && header.alg === 'none') return `${text({ alg: 'none' })}.${text(claims)}.`;
    if ('alg' in header && header.alg === 'HS256') {
      const secret = Buffer.from(JSON.stringify(this.published));
      return new jose.SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', kid: 'known' }).sign(secret);
    }
    return this.signed(claims, header, isForeign);
  }

  private signed(claims: object, header: object, isForeign: boolean): Promise<string> {
    const protectedHeader = { alg: 'RS256', kid: 'known', ...header };
    return new jose.SignJWT({ ...claims })
      .setProtectedHeader(protectedHeader)
      .sign(isForeign ? this.foreignKey : this.key);
  }

  private change(part: 'query' | 'claims' | 'userInfo' | 'discovery'): Record<string, string> {
    const change = this.attack && ATTACKS[this.attack][part];
    return (change ? change(this.issuer) : {}) as Record<string, string>;
  }

  private wire() {
    return this.attack ? ATTACKS[this.attack] : {};
  }

  private flood(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    const part = Buffer.alloc(1_000_000, ' ');
    let left = 20;
    const more = () => (left-- > 0 ? response.write(part, more) : response.end('{}'));
    more();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
