import { Actor, ActorOrSpectator, hostOf, Page, sendPage } from '@app/platform';
import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserOf } from '../login-devices/browser.http';
import { Organizations } from '../organizations/organizations.service';
import { PageErrors } from '../page-errors.filter';
import { LoginResponses } from '../authentication/login-responses.http';
import { desktopPageOf, sealedIn } from '../desktop-logins/desktop-address';
import { DesktopLoginIsOver } from '../desktop-logins/desktop-login.errors';
import { desktopPage } from '../desktop-logins/desktop-login.page';
import { DesktopEntrances } from './desktop-entrances.service';

/** The end of a login of a desktop app: in the browser of the device, and then in the app. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('accounts/login')
export class DesktopEntrancesController {
  constructor(
    private readonly entrances: DesktopEntrances,
    private readonly organizations: Organizations,
    private readonly responses: LoginResponses,
  ) {}

  @Page()
  @Get('desktop/:sealed')
  show(@Res() reply: FastifyReply, @Param('sealed') given: string): void {
    const sealed = sealedIn(desktopPageOf(given));
    if (sealed === null) throw new DesktopLoginIsOver();
    sendPage(reply, 200, desktopPage(sealed));
  }

  @Page()
  @Get('subdomain/:token')
  async enter(
    @ActorOrSpectator() former: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<void> {
    const { id } = await this.organizations.atHost(hostOf(request));
    const visitor = { browser: browserOf(request), former };
    const { entered, next } = await this.entrances.enter(id, token, visitor);
    this.responses.redirect(reply, entered, next);
  }
}
