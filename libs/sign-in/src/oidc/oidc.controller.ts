import { Organizations, PageErrors } from '@app/identity';
import { Actor, ActorOrSpectator, hostOf, Page, Parameters, Public } from '@app/platform';
import { Controller, Get, Header, HttpCode, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BeginLoginRequest } from '../providers/begin-login.dto';
import { LoginPages } from '../providers/login-pages.http';
import { LogoutTokenRequest } from './oidc.dto';
import { OidcLogins } from './oidc-logins.service';

@ApiExcludeController()
@Controller()
export class OidcController {
  constructor(
    private readonly logins: OidcLogins,
    private readonly organizations: Organizations,
    private readonly pages: LoginPages,
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
    await this.pages.begin(request, reply, wanted, (organization, goal) => this.logins.begin(organization, slug, goal));
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
    const query = request.originalUrl.split('?')[1] ?? '';
    await this.pages.finish(request, reply, former, (organization, browser, visitor) =>
      this.logins.finish(organization, slug, { query, browser }, visitor),
    );
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
