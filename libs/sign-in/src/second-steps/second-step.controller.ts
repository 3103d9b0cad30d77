import { DomainError } from '@app/kernel';
import { Actor, ActorOrSpectator, cookieOf, Cookies, Csrf, hostOf, Page, Parameters, sendPage } from '@app/platform';
import {
  browserOf,
  LoginResponses,
  LoginPageRequest,
  LoginPlaces,
  Organization,
  Organizations,
  padAmong,
  PageErrors,
  sameSitePath,
  SECOND_STEP_COOKIE,
} from '@app/identity';
import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recoveryCodesPage } from './second-step.page';
import { SecondStepRequest } from './second-step.dto';
import { SecondStepIsOver, TooManyWrongCodes } from './second-step.errors';
import { Finished, SecondStepLogins } from './second-step-logins.service';
import { SecondStepPages } from './second-step-pages.http';
import { WaitingLogin, WaitingLogins } from './waiting-logins.service';

/** The codes of errors that the form shows. All other errors have pages of their own. */
const IS_SAID_BY_THE_FORM = new Set(['BAD_REQUEST', 'RATE_LIMIT_HIT']);

/** The second step of a login in a browser. With codes it works without scripts. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('login')
export class SecondStepController {
  constructor(
    private readonly waiting: WaitingLogins,
    private readonly logins: SecondStepLogins,
    private readonly organizations: Organizations,
    private readonly responses: LoginResponses,
    private readonly places: LoginPlaces,
    private readonly pages: SecondStepPages,
    private readonly cookies: Cookies,
    private readonly csrf: Csrf,
  ) {}

  /** Begins a login without a password. */
  @Page()
  @Get('passkey')
  async begin(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() { next, ...pads }: LoginPageRequest,
  ): Promise<void> {
    const pad = padAmong(pads);
    const { id } = await this.organizations.atHost(hostOf(request));
    const secondStep = this.waiting.beginWithPasskey(id, { next: sameSitePath(next), pad });
    this.responses.redirect(reply, { secondStep, session: null, app: null, device: null }, '/');
  }

  @Page()
  @Get('second-step')
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    try {
      const login = await this.waiting.find(organization.id, cookieOf(request, SECOND_STEP_COOKIE));
      await this.answerWithForm(request, reply, organization, login, { alert: null, status: 200 });
    } catch (error) {
      if (!(error instanceof SecondStepIsOver)) throw error;
      void reply.redirect(this.places.loginPath(request), 302);
    }
  }

  @Page()
  @Post('second-step')
  async finish(
    @ActorOrSpectator() former: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() { code, passkey }: SecondStepRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const login = await this.waiting.find(organization.id, cookieOf(request, SECOND_STEP_COOKIE));
    const at = { browser: browserOf(request), former };
    try {
      const finished = passkey
        ? await this.logins.withPasskey(organization, login, passkey, at)
        : await this.logins.withCode(login, code ?? '', at);
      this.goOn(reply, login, finished);
    } catch (error) {
      if (error instanceof TooManyWrongCodes) this.cookies.remove(reply, SECOND_STEP_COOKIE);
      if (!(error instanceof DomainError) || !IS_SAID_BY_THE_FORM.has(error.code)) throw error;
      const { message: alert, status, extra } = error;
      if ('retry-after' in extra) void reply.header('retry-after', String(extra['retry-after']));
      await this.answerWithForm(request, reply, organization, login, { alert, status });
    }
  }

  private goOn(reply: FastifyReply, { login }: WaitingLogin, { entered, recoveryCodes }: Finished): void {
    this.cookies.remove(reply, SECOND_STEP_COOKIE);
    if (recoveryCodes.length === 0) return this.responses.redirect(reply, entered, login.next);
    sendPage(reply, 200, recoveryCodesPage(recoveryCodes, this.responses.give(reply, entered) ?? login.next));
  }

  private async answerWithForm(
    request: FastifyRequest,
    reply: FastifyReply,
    organization: Organization,
    login: WaitingLogin,
    { alert, status }: { alert: string | null; status: number },
  ): Promise<void> {
    const step = { csrfToken: this.csrf.tokenFor(request, reply), alert, isForApp: login.pad?.kind === 'mobile' };
    sendPage(reply, status, await this.pages.of(organization, login, step));
  }
}
