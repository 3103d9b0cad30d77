import { Actor, ActorOrSpectator, hostOf, Page, sendPage } from '@app/platform';
import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LoginMethods } from './login-methods.service';
import { Organizations } from '../organizations/organizations.service';
import { homePage } from './home.page';
import { PageErrors } from '../page-errors.filter';

/** The start page of an organization in a browser. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller()
export class HomeController {
  constructor(
    private readonly organizations: Organizations,
    private readonly methods: LoginMethods,
  ) {}

  @Page()
  @Get()
  async show(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const page = homePage({
      organizationName: organization.name,
      address: organization.url,
      loggedIn: actor && { fullName: actor.fullName, email: actor.deliveryEmail },
      takesNewcomers: !organization.settings.inviteRequired && this.methods.takePasswords(organization),
    });
    sendPage(reply, 200, page);
  }
}
