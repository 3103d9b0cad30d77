import { Csrf, hostOf, Page, sendPage } from '@app/platform';
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EmailChanges } from './email-changes.service';
import { Organizations } from '../organizations/organizations.service';
import { addressChangedPage, newAddressPage } from '../confirmations/account.page';
import { LinkErrors } from '../confirmations/link-errors.filter';

const PATH = 'accounts/confirm_new_email/:token';

/** The target of the link in a mail to a new address. */
@ApiExcludeController()
@UseFilters(LinkErrors)
@Controller()
export class EmailChangeController {
  constructor(
    private readonly organizations: Organizations,
    private readonly changes: EmailChanges,
    private readonly csrf: Csrf,
  ) {}

  @Page()
  @Get(PATH)
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('token') token: string): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const { user, email } = await this.changes.look(organization, token);
    const action = `/accounts/confirm_new_email/${encodeURIComponent(token)}`;
    const csrfToken = this.csrf.tokenFor(request, reply);
    sendPage(reply, 200, newAddressPage({ from: user.deliveryEmail, to: email }, { action, csrfToken, alert: null }));
  }

  @Page()
  @Post(PATH)
  async finish(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<void> {
    await this.changes.finish(await this.organizations.atHost(hostOf(request)), token);
    sendPage(reply, 200, addressChangedPage);
  }
}
