import type { Clock } from '@app/kernel';
import { importPKCS8, SignJWT } from 'jose';
import type { ServiceAccount } from './service-account';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 3_600;
/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000;
const PATIENCE_MS = 5_000;

/** The account is not known, its key is not accepted, or it may not do this. */
export class AccountIsRefused extends Error {
  override readonly name = 'AccountIsRefused';
}

/** Tokens that let a service account make requests for a while (OAuth 2.0 with a signed assertion, RFC 7523). */
export class AccessTokens {
  private current: { token: string; until: number } | null = null;
  private coming: Promise<string> | null = null;

  constructor(
    private readonly account: ServiceAccount,
    private readonly clock: Clock,
  ) {}

  /**
   * A token that is valid for a minute at least; concurrent callers share one fetch.
   * @throws AccountIsRefused; any other error: it could not be fetched now
   */
  async get(): Promise<string> {
    if (this.current && this.current.until > this.clock.now().getTime()) return this.current.token;
    this.coming ??= this.fetch().finally(() => (this.coming = null));
    return this.coming;
  }

  /** The service does not take this one any more. */
  forget(token: string): void {
    if (this.current?.token === token) this.current = null;
  }

  private async fetch(): Promise<string> {
    const asked = this.clock.now().getTime();
    const response = await fetch(this.account.tokenUri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion: await this.assertion() }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429)
      throw new AccountIsRefused(`${response.status} ${codeOf(body)}`);
    if (!response.ok) throw new Error(`The token service answers ${response.status}`);
    const { access_token: token, expires_in: seconds } = body;
    if (typeof token !== 'string' || typeof seconds !== 'number') throw new Error('The token service gives no token');
    this.current = { token, until: asked + Math.max(0, seconds * 1000 - MARGIN_MS) };
    return token;
  }

  private async assertion(): Promise<string> {
    const { clientEmail, privateKey, privateKeyId, tokenUri } = this.account;
    const issued = this.clock.seconds();
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(privateKeyId && { kid: privateKeyId }) })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(issued)
      .setExpirationTime(issued + ASSERTION_SECONDS)
      .sign(await importPKCS8(privateKey, 'RS256'));
  }
}

/** A word such as invalid_grant; descriptions are not told on, they may hold anything. */
const codeOf = ({ error }: Record<string, unknown>): string =>
  typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : '';
