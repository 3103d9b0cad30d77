import { Actor, ActorOrSpectator, Cookies, Csrf, CSRF_COOKIE, Page, sendPage, SESSION_COOKIE } from '@app/platform';
import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '../credentials/sessions.service';
import { logoutPage } from './login.page';
import { PageErrors } from '../page-errors.filter';

/** Clients use both paths. */
const PATHS = ['accounts/logout', 'logout'];

/** What the browser client and its service worker have kept, also of other tabs, and pictures that may be kept. */
const KEPT_BY_BROWSERS = '"cache", "storage"';

@ApiExcludeController()
@UseFilters(PageErrors)
@Controller()
export class LogoutController {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: Cookies,
    private readonly csrf: Csrf,
  ) {}

  /** Asks for confirmation, so that an image on another site with this address cannot log the user out. */
  @Page()
  @Get(PATHS)
  ask(@ActorOrSpectator() actor: Actor | null, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    if (!actor) return void reply.redirect('/login/', 302);
    sendPage(reply, 200, logoutPage(this.csrf.tokenFor(request, reply)));
  }

  @Page()
  @Post(PATHS)
  async logOut(@ActorOrSpectator() actor: Actor | null, @Res() reply: FastifyReply): Promise<void> {
    if (actor?.sessionId) await this.sessions.end(actor, actor.sessionId);
    for (const name of [SESSION_COOKIE, CSRF_COOKIE]) this.cookies.remove(reply, name);
    void reply.header('clear-site-data', KEPT_BY_BROWSERS).redirect('/login/', 302);
  }
}
