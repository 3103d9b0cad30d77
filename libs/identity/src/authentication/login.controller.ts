import { DomainError } from '@app/kernel';
import { Actor, ActorOrSpectator, Csrf, hostOf, Page, Parameters, sendPage } from '@app/platform';
import { Controller, Get, Post, Query, Redirect, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admissions } from './admissions.service';
import { LoginResponses } from './login-responses.http';
import { LoginPlaces } from './login-places.http';
import { LoginMethods } from './login-methods.service';
import { Logins } from './logins.service';
import { Organizations } from '../organizations/organizations.service';
import { padAmong } from './given-pads';
import type { OneTimePad } from '../credentials/one-time-pad';
import { ExternalLogins } from '../credentials/external-logins.service';
import { browserOf } from '../login-devices/browser.http';
import { appPage, loginPage } from './login.page';
import { LoginFormRequest, LoginPageRequest } from './login.dto';
import { PageErrors } from '../page-errors.filter';
import { sameSitePath } from '../records/same-site-path';

/** The codes of errors that the form shows. All other errors have pages of their own. */
const IS_SAID_BY_THE_FORM = new Set(['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'BAD_REQUEST', 'RATE_LIMIT_HIT']);

/** Login in a browser, for the browser itself or for an app on the same device. It works without scripts. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller()
export class LoginController {
  constructor(
    private readonly logins: Logins,
    private readonly admissions: Admissions,
    private readonly responses: LoginResponses,
    private readonly places: LoginPlaces,
    private readonly externalLogins: ExternalLogins,
    private readonly methods: LoginMethods,
    private readonly organizations: Organizations,
    private readonly csrf: Csrf,
  ) {}

  /** Other paths of the login page, used by apps and older links. */
  @Page()
  @Get(['accounts/login', 'accounts/login/browser'])
  @Redirect()
  elsewhere(@Query() query: Record<string, string>): { url: string } {
    const search = new URLSearchParams(query).toString();
    return { url: search === '' ? '/login/' : `/login/?${search}` };
  }

  /** For the pages that say that a login has failed: back to the login page, with the same goal. */
  @Page()
  @Get('login/again')
  again(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    void reply.header('cache-control', 'no-store').redirect(this.places.loginPath(request), 302);
  }

  @Page()
  @Get('login')
  async show(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() { next, again: isAgain, ...pads }: LoginPageRequest,
  ): Promise<void> {
    const pad = padAmong(pads);
    if (!actor || isAgain) return this.answerWithForm(request, reply, { next, pad, isAgain, status: 200 });
    if (pad === null) return void reply.redirect(sameSitePath(next), 302);
    const { name } = await this.organizations.current(actor.organizationId);
    const csrfToken = this.csrf.tokenFor(request, reply);
    const { fullName, deliveryEmail: email } = actor;
    sendPage(reply, 200, appPage({ organizationName: name, csrfToken, fullName, email, pad }));
  }

  @Page()
  @Post('login')
  async logIn(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() form: LoginFormRequest,
  ): Promise<void> {
    const { next, again: isAgain, username, password } = form;
    const pad = padAmong(form);
    const goal = { next: sameSitePath(next), pad, browser: browserOf(request), former: actor };
    if (actor && pad && username === null) {
      const user = await this.logins.accountOf(actor);
      const origin = await this.externalLogins.originOf(actor);
      return this.responses.redirect(
        reply,
        await this.admissions.enter({ ...goal, user, method: 'browser', origin }),
        '/',
      );
    }
    const credentials = {
      username: username ?? '',
      password: password ?? '',
      host: hostOf(request),
      address: request.ip,
    };
    try {
      const entered = await this.admissions.enter({ ...goal, ...(await this.logins.check(credentials)) });
      this.responses.redirect(reply, entered, goal.next);
    } catch (error) {
      if (!(error instanceof DomainError) || !IS_SAID_BY_THE_FORM.has(error.code)) throw error;
      const { message: alert, status, extra } = error;
      if ('retry-after' in extra) void reply.header('retry-after', String(extra['retry-after']));
      return this.answerWithForm(request, reply, { next, pad, isAgain, alert, status, username: username ?? '' });
    }
  }

  private async answerWithForm(
    request: FastifyRequest,
    reply: FastifyReply,
    given: {
      next: string | null;
      pad: OneTimePad | null;
      isAgain: boolean;
      status: number;
      alert?: string;
      username?: string;
    },
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const { alert = null, username = '', next, pad, isAgain, status } = given;
    const asksDirectories = await this.methods.askDirectories(organization);
    const path = sameSitePath(next);
    this.places.keep(request, reply, path);
    const page = loginPage({
      organizationName: organization.name,
      csrfToken: this.csrf.tokenFor(request, reply),
      next: path,
      pad,
      isAgain,
      alert,
      username,
      takesPasswords: this.methods.takePasswords(organization) || asksDirectories,
      asksDirectories,
      methods: await this.methods.atLoginPage(organization),
      takesNewcomers: !organization.settings.inviteRequired && this.methods.takePasswords(organization),
    });
    sendPage(reply, status, page);
  }
}
