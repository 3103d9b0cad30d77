import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config';

/** The names that clients of this family know. */
export const SESSION_COOKIE = 'sessionid';
export const CSRF_COOKIE = 'csrftoken';

/** A session ends this long after its last use. */
export const SESSION_SECONDS = 14 * 86_400;

export const cookieOf = (request: FastifyRequest, name: string): string | null => {
  const { cookie } = request.headers;
  return cookie === undefined ? null : (request.server.parseCookie(cookie)[name] ?? null);
};

interface CookieOptions {
  /** null: as long as the browser runs. */
  seconds: number | null;
  /** Scripts of pages may not read it. */
  isHidden: boolean;
}

/** Cookies belong to one host and all of its paths; a page of another site sends them along with plain links only. */
@Injectable()
export class Cookies {
  private readonly isSecure: boolean;

  constructor(config: Config) {
    this.isSecure = new URL(config.baseUrl).protocol === 'https:';
  }

  /** Written at once: an answer that is sent past Fastify has it, too. */
  set(reply: FastifyReply, name: string, value: string, { seconds, isHidden }: CookieOptions): void {
    const age = seconds === null ? {} : { maxAge: seconds };
    const options = { path: '/', httpOnly: isHidden, secure: this.isSecure, sameSite: 'lax' as const, ...age };
    void reply.header('set-cookie', reply.server.serializeCookie(name, value, options));
  }

  setSession(reply: FastifyReply, token: string): void {
    this.set(reply, SESSION_COOKIE, token, { seconds: SESSION_SECONDS, isHidden: true });
  }

  remove(reply: FastifyReply, name: string): void {
    this.set(reply, name, '', { seconds: 0, isHidden: true });
  }
}
