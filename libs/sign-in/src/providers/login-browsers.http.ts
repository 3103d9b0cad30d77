import { desktopWaitPage, isDesktopApp } from '@app/identity';
import { cookieOf, Cookies, sendPage } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoginGoal } from './login-goal';

const COOKIE = 'login_browser';
/** As long as a login that has begun is good. */
const SECONDS = 600;

/** Binds a login at a provider to the browser that began it. */
@Injectable()
export class LoginBrowsers {
  constructor(private readonly cookies: Cookies) {}

  /** The secret of the browser, which it keeps from now on. */
  bind(request: FastifyRequest, reply: FastifyReply): string {
    const browser = this.of(request) ?? randomBytes(32).toString('base64url');
    this.cookies.set(reply, COOKIE, browser, { seconds: SECONDS, isHidden: true });
    return browser;
  }

  /** Whether the desktop app itself has asked. Its login goes through the browser of the device, and it waits. */
  isSentElsewhere(request: FastifyRequest, reply: FastifyReply, { pad }: LoginGoal): boolean {
    const isWaiting = pad === null && isDesktopApp(request.headers['user-agent']);
    if (isWaiting) sendPage(reply, 200, desktopWaitPage());
    return isWaiting;
  }

  /** `null`: no login has begun in the browser. */
  of(request: FastifyRequest): string | null {
    return cookieOf(request, COOKIE);
  }
}
