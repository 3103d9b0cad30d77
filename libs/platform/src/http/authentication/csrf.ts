import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config';
import { Secrets } from '../../config/secrets';
import { cookieOf, Cookies, CSRF_COOKIE, SESSION_COOKIE } from './cookies';

/** The field of a form, and the header of a script's request, that carry the token. */
export const CSRF_FIELD = 'csrfmiddlewaretoken';
const CSRF_HEADER = 'x-csrftoken';

const SHAPE = /^[0-9a-f]{32}$/;
const A_YEAR = 365 * 86_400;

export class CsrfCheckFailed extends DomainError {
  constructor() {
    super('CSRF check failed: the request did not come from a page of this server', 'CSRF_FAILED');
  }
}

/**
 * Protects against requests that another site's page makes with a visitor's cookies. Within a session the token is
 * derived from the session and ends with it. Before a login it equals a cookie, which other sites cannot read.
 */
@Injectable()
export class Csrf {
  private readonly ownOrigin: string;

  constructor(
    private readonly secrets: Secrets,
    private readonly cookies: Cookies,
    config: Config,
  ) {
    this.ownOrigin = new URL(config.baseUrl).origin;
  }

  /** The token of a session, which scripts find in its cookie. */
  tokenOfSession(sessionToken: string): string {
    return this.secrets.token('csrf', sessionToken);
  }

  /** The token for a form on the page. If the cookie is missing, the answer sets it. */
  tokenFor(request: FastifyRequest, reply: FastifyReply): string {
    const expected = this.expected(request);
    const token = expected ?? randomBytes(16).toString('hex');
    if (cookieOf(request, CSRF_COOKIE) !== token) this.setCookie(reply, token);
    return token;
  }

  setCookie(reply: FastifyReply, token: string): void {
    this.cookies.set(reply, CSRF_COOKIE, token, { seconds: A_YEAR, isHidden: false });
  }

  /**
   * To be called after the session was looked up.
   * @throws CsrfCheckFailed
   */
  assert(request: FastifyRequest): void {
    const fields = request.body as Record<string, unknown> | null | undefined;
    const given = request.headers[CSRF_HEADER] ?? fields?.[CSRF_FIELD];
    if (fields) delete fields[CSRF_FIELD]; // no parameter of the operation
    const expected = this.expected(request);
    if (!this.isOwnOrigin(request)) throw new CsrfCheckFailed();
    if (expected === null || typeof given !== 'string' || !isEqual(given, expected)) throw new CsrfCheckFailed();
  }

  private expected(request: FastifyRequest): string | null {
    if (request.actor?.sessionId) return this.tokenOfSession(cookieOf(request, SESSION_COOKIE)!);
    const token = cookieOf(request, CSRF_COOKIE);
    return token !== null && SHAPE.test(token) ? token : null;
  }

  /** Browsers name the page that a writing request comes from. */
  private isOwnOrigin(request: FastifyRequest): boolean {
    const { origin } = request.headers;
    if (origin === undefined || origin === this.ownOrigin) return true;
    const host = URL.canParse(origin) ? new URL(origin).host : '';
    return host === request.host.toLowerCase();
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
