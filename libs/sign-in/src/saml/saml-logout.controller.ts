import { Organizations, PageErrors } from '@app/identity';
import { hostOf, Parameters, Public, TakesLongForms } from '@app/platform';
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SamlLogoutMessage } from './saml.dto';
import { LogoutRequestIsInvalid } from './saml.errors';
import { SamlLogouts } from './saml-logouts.service';

const LOGIN_PAGE = '/login/';

/** Where a provider sends browsers to end what came from it, and where its answers to our requests arrive. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('saml/slo')
export class SamlLogoutController {
  constructor(
    private readonly logouts: SamlLogouts,
    private readonly organizations: Organizations,
  ) {}

  @Public()
  @Get(':slug')
  byQuery(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
    @Parameters() message: SamlLogoutMessage,
  ): Promise<void> {
    const query = request.originalUrl.split('?')[1] ?? '';
    return this.answer(request, reply, { slug, message, given: { query } });
  }

  @Public()
  @TakesLongForms()
  @Post(':slug')
  byForm(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('slug') slug: string,
    @Parameters() message: SamlLogoutMessage,
  ): Promise<void> {
    return this.answer(request, reply, { slug, message, given: { form: message.SAMLRequest ?? '' } });
  }

  /** An answer to our request changes nothing: what it is about has ended before the request was made. */
  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      slug,
      message: { SAMLRequest: asked, SAMLResponse: answered, RelayState: relayState },
      given,
    }: { slug: string; message: SamlLogoutMessage; given: { query: string } | { form: string } },
  ): Promise<void> {
    void reply.header('cache-control', 'no-store');
    if (asked === null) {
      if (answered === null) throw new LogoutRequestIsInvalid();
      return void reply.redirect(LOGIN_PAGE, 303);
    }
    const organization = await this.organizations.atHost(hostOf(request));
    const url = await this.logouts.logOut(organization, slug, { ...given, relayState: relayState ?? '' });
    void reply.redirect(url ?? LOGIN_PAGE, 303);
  }
}
