import { browserOf, LoginResponses, Organizations, PageErrors } from '@app/identity';
import { Actor, ActorOrSpectator, hostOf, Page, Parameters, Public, TakesLongForms } from '@app/platform';
import { Controller, Get, Header, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BeginLoginRequest } from '../providers/begin-login.dto';
import { LoginPages } from '../providers/login-pages.http';
import { FinishSamlRequest, SamlResponseRequest } from './saml.dto';
import { SamlLogins } from './saml-logins.service';
import { SamlServices } from './saml-services.service';

@ApiExcludeController()
@UseFilters(PageErrors)
@Controller()
export class SamlController {
  constructor(
    private readonly logins: SamlLogins,
    private readonly services: SamlServices,
    private readonly organizations: Organizations,
    private readonly responses: LoginResponses,
    private readonly pages: LoginPages,
  ) {}

  @Page()
  @Get('accounts/login/social/saml/:slug')
  async begin(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
    @Parameters() wanted: BeginLoginRequest,
  ): Promise<void> {
    await this.pages.begin(request, reply, wanted, (organization, goal) => this.logins.begin(organization, slug, goal));
  }

  /** The form comes from the page of the provider, so it has no token of ours: the signature in it is looked at. */
  @Public()
  @TakesLongForms()
  @Post('complete/saml/:slug')
  async receive(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
    @Parameters() { SAMLResponse: response, RelayState: relayState }: SamlResponseRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const given = { response, relayState: relayState ?? '' };
    const visitor = { browser: browserOf(request), former: null };
    const received = await this.logins.receive(organization, slug, given, visitor);
    if ('entered' in received) return this.responses.redirect(reply, received.entered, received.next, 303);
    const query = new URLSearchParams({ state: received.state });
    void reply.header('cache-control', 'no-store').redirect(`/complete/saml/${slug}?${query}`, 303);
  }

  /** The browser comes with its cookies. */
  @Page()
  @Get('complete/saml/:slug')
  async finish(
    @ActorOrSpectator() former: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
    @Parameters() { state }: FinishSamlRequest,
  ): Promise<void> {
    await this.pages.finish(request, reply, former, (organization, browser, visitor) =>
      this.logins.finish(organization, slug, { state, browser }, visitor),
    );
  }

  @Public()
  @Get('saml/metadata/:file')
  @Header('content-type', 'application/samlmetadata+xml')
  async metadata(@Req() request: FastifyRequest, @Param('file') file: string): Promise<string> {
    const slug = file.replace(/\.xml$/, '');
    return this.services.metadataOf(await this.organizations.atHost(hostOf(request)), slug);
  }
}
