import { browserOf, LoginAnswers, OneTimePad, Organizations, PageErrors, sameSitePath } from '@app/identity';
import { Actor, ActorOrSpectator, cookieOf, Cookies, hostOf, Page, Parameters, Public } from '@app/platform';
import { Controller, Get, Header, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OptionIsInvalid } from '../providers/provider.errors';
import { BeginLoginRequest, LogoutTokenRequest } from './oidc.dto';
import { OidcLogins } from './oidc-logins.service';

/** Binds a login at a provider to the browser that began it. */
const BROWSER_COOKIE = 'login_browser';
const BROWSER_SECONDS = 600;

@ApiExcludeController()
@Controller()
export class OidcController {
  constructor(
    private readonly logins: OidcLogins,
    private readonly organizations: Organizations,
    private readonly answers: LoginAnswers,
    private readonly cookies: Cookies,
  ) {}

  @Page()
  @UseFilters(PageErrors)
  @Get('accounts/login/social/oidc/:slug')
  async begin(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
    @Parameters() { next, mobile_flow_otp: pad, desktop_flow_otp: desktopPad }: BeginLoginRequest,
  ): Promise<void> {
    if (desktopPad !== null) throw new OptionIsInvalid('desktop_flow_otp', 'is not supported by this server');
    if (pad !== null && !OneTimePad.from(pad))
      throw new OptionIsInvalid('mobile_flow_otp', 'must consist of 64 hexadecimal digits');
    const organization = await this.organizations.atHost(hostOf(request));
    const browser = cookieOf(request, BROWSER_COOKIE) ?? randomBytes(32).toString('base64url');
    const url = await this.logins.begin(organization, slug, { browser, next: sameSitePath(next), pad });
    this.cookies.set(reply, BROWSER_COOKIE, browser, { seconds: BROWSER_SECONDS, isHidden: true });
    void reply.header('cache-control', 'no-store').redirect(url, 302);
  }

  @Page()
  @UseFilters(PageErrors)
  @Get('complete/oidc/:slug')
  async finish(
    @ActorOrSpectator() former: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const query = request.originalUrl.split('?')[1] ?? '';
    const answer = { query, browser: cookieOf(request, BROWSER_COOKIE) };
    const visitor = { browser: browserOf(request), former };
    const { entered, next } = await this.logins.finish(organization, slug, answer, visitor);
    this.answers.redirect(reply, entered, next);
  }

  @Public()
  @Post('oidc/backchannel/:slug')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async logOut(
    @Req() request: FastifyRequest,
    @Param('slug') slug: string,
    @Parameters() { logout_token: token }: LogoutTokenRequest,
  ): Promise<object> {
    await this.logins.logOut(await this.organizations.atHost(hostOf(request)), slug, token);
    return {};
  }
}
