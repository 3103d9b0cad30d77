import { Actor, ActorOrSpectator, BrowserClient, hostOf, Page, sendPage } from '@app/platform';
import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LoginMethods } from '../authentication/login-methods.service';
import { Organizations } from '../organizations/organizations.service';
import { SpectatorAccess } from '../organizations/spectator-access.service';
import { homePage, session } from './home.page';
import { PageErrors } from '../page-errors.filter';

/** The start page of an organization in a browser: the browser client for users who are logged in, and for spectators. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller()
export class HomeController {
  constructor(
    private readonly organizations: Organizations,
    private readonly methods: LoginMethods,
    private readonly client: BrowserClient,
    private readonly spectators: SpectatorAccess,
  ) {}

  @Page()
  @Get()
  async show(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (actor && this.client.isBuilt) return this.client.sendPage(reply, sessionOf(actor));
    const organization = await this.organizations.atHost(hostOf(request));
    const page = homePage({
      organizationName: organization.name,
      address: organization.url,
      session: actor && sessionOf(actor),
      takesNewcomers: !organization.settings.inviteRequired && this.methods.takePasswords(organization),
    });
    if (this.client.isBuilt && this.spectators.isOpen(organization)) return this.client.sendPage(reply, page.body);
    sendPage(reply, 200, page);
  }
}

const sessionOf = ({ organizationId, userId, fullName, deliveryEmail: email }: Actor) =>
  session({ organizationId, userId, fullName, email });
