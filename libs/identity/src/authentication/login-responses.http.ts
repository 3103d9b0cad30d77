import { Cookies, Csrf, sendPage } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DEVICE_COOKIE } from '../login-devices/browser.http';
import type { LoginResult } from './admissions.service';
import { sealedIn } from '../desktop-logins/desktop-address';
import { desktopPage } from '../desktop-logins/desktop-login.page';

/** Names the login that waits for its second step, in the browser that took the first one. */
export const SECOND_STEP_COOKIE = 'second_step';
export const SECOND_STEP_PATH = '/login/second-step';
export const SECOND_STEP_SECONDS = 600;
/** Browsers keep no cookie longer. */
const DEVICE_SECONDS = 400 * 86_400;

/** Answers a browser that has logged in: with its session, with the way to the app, or with the second step. */
@Injectable()
export class LoginResponses {
  constructor(
    private readonly cookies: Cookies,
    private readonly csrf: Csrf,
  ) {}

  /** @param next a path of this server */
  redirect(reply: FastifyReply, entered: LoginResult, next: string, status: 302 | 303 = 302): void {
    const address = this.give(reply, entered) ?? next;
    const sealed = entered.app === null ? null : sealedIn(entered.app);
    if (sealed !== null) return sendPage(reply, 200, desktopPage(sealed));
    void reply.header('cache-control', 'no-store').redirect(address, status);
  }

  /** Sets the cookies. Returns where the login goes on; `null`: where the browser wants to go. */
  give(reply: FastifyReply, { session, app, secondStep, device }: LoginResult): string | null {
    if (device !== null) this.cookies.set(reply, DEVICE_COOKIE, device, { seconds: DEVICE_SECONDS, isHidden: true });
    if (secondStep !== null) {
      this.cookies.set(reply, SECOND_STEP_COOKIE, secondStep, { seconds: SECOND_STEP_SECONDS, isHidden: true });
      return SECOND_STEP_PATH;
    }
    if (session !== null) {
      this.cookies.setSession(reply, session);
      this.csrf.setCookie(reply, this.csrf.tokenOfSession(session));
    }
    return app;
  }
}
