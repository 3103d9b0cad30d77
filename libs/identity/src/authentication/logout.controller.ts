import { Actor, ActorOrSpectator, Cookies, Csrf, CSRF_COOKIE, Page, sendPage, SESSION_COOKIE } from '@app/platform';
import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ExternalLogins } from '../credentials/external-logins.service';
import type { LoginOrigin } from '../credentials/login-origin';
import { Sessions } from '../credentials/sessions.service';
import { Organizations } from '../organizations/organizations.service';
import { PageErrors } from '../page-errors.filter';
import { logoutPage } from './login.page';
import { ProviderLogouts } from './provider-logouts.port';

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
    private readonly externalLogins: ExternalLogins,
    private readonly providerLogouts: ProviderLogouts,
    private readonly organizations: Organizations,
    private readonly cookies: Cookies,
    private readonly csrf: Csrf,
  ) {}

  /** Asks for confirmation, so that an image on another site with this address cannot log the user out. */
  @Page()
  @Get(PATHS)
  async ask(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!actor) return void reply.redirect('/login/', 302);
    const address = await this.addressElsewhere(actor, await this.externalLogins.originOf(actor));
    const scheme = address === null ? null : new URL(address).protocol;
    sendPage(reply, 200, logoutPage(this.csrf.tokenFor(request, reply), scheme));
  }

  /** Ends the session here, and leads on to the provider that the login came from. Scripts are told where that is. */
  @Page()
  @Post(PATHS)
  async logOut(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const origin = actor && (await this.externalLogins.originOf(actor));
    if (actor?.sessionId) await this.sessions.end(actor, actor.sessionId);
    const address = (actor && (await this.addressElsewhere(actor, origin))) ?? '/login/';
    for (const name of [SESSION_COOKIE, CSRF_COOKIE]) this.cookies.remove(reply, name);
    void reply.header('clear-site-data', KEPT_BY_BROWSERS).header('cache-control', 'no-store');
    if (request.headers.accept === 'application/json') void reply.status(200).send({ go_to: address });
    else void reply.redirect(address, 302);
  }

  private async addressElsewhere(actor: Actor, origin: LoginOrigin | null): Promise<string | null> {
    if (origin === null) return null;
    return this.providerLogouts.addressOf(await this.organizations.current(actor.organizationId), origin);
  }
}
