import { cookieOf, Cookies } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sameSitePath } from '../records/same-site-path';

const COOKIE = 'login_place';
/** Longer than a login that has begun is good. */
const SECONDS = 3_600;

/** Remembers where a login leads, so that a login that fails on the way can begin again with the same goal. */
@Injectable()
export class LoginPlaces {
  constructor(private readonly cookies: Cookies) {}

  /** @param next a path of this server */
  keep(request: FastifyRequest, reply: FastifyReply, next: string): void {
    const kept = cookieOf(request, COOKIE);
    if (next !== '/') this.cookies.set(reply, COOKIE, next, { seconds: SECONDS, isHidden: true });
    else if (kept !== null) this.cookies.remove(reply, COOKIE);
  }

  /** The path of the login page, with the goal of the login that began last in this browser. */
  loginPath(request: FastifyRequest): string {
    const next = sameSitePath(cookieOf(request, COOKIE));
    return next === '/' ? '/login/' : `/login/?${new URLSearchParams({ next }).toString()}`;
  }
}
