import { browserOf, LoginAnswers, Organizations, PageErrors } from '@app/identity';
import { Actor, ActorOrSpectator, hostOf, Page, Parameters, Public } from '@app/platform';
import { Controller, Get, Header, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BeginLoginRequest, goalOf } from '../providers/begin-login.dto';
import { LoginBrowsers } from '../providers/login-browsers.http';
import { LogoutTokenRequest } from './oidc.dto';
import { OidcLogins } from './oidc-logins.service';

@ApiExcludeController()
@Controller()
export class OidcController {
  constructor(
    private readonly logins: OidcLogins,
    private readonly organizations: Organizations,
    private readonly answers: LoginAnswers,
    private readonly browsers: LoginBrowsers,
  ) {}

  @Page()
  @UseFilters(PageErrors)
  @Get('accounts/login/social/oidc/:slug')
  async begin(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
    @Parameters() wanted: BeginLoginRequest,
  ): Promise<void> {
    const goal = goalOf(wanted);
    if (this.browsers.isSentElsewhere(request, reply, goal)) return;
    const organization = await this.organizations.atHost(hostOf(request));
    const browser = this.browsers.bind(request, reply);
    const url = await this.logins.begin(organization, slug, { browser, ...goal });
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
    const answer = { query, browser: this.browsers.of(request) };
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
