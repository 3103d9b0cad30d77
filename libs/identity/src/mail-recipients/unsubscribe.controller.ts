import { Csrf, hostOf, Page, Public, sendPage } from '@app/platform';
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MailRecipients } from './mail-recipients.service';
import { Organizations } from '../organizations/organizations.service';
import { unsubscribedPage, unsubscribePage } from '../confirmations/account.page';
import { LinkErrors } from '../confirmations/link-errors.filter';

const PATH = 'accounts/unsubscribe/missed_messages/:token';

/** The unsubscribe link in mails about missed messages, and the one-click request of mail programs (RFC 8058). */
@ApiExcludeController()
@UseFilters(LinkErrors)
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly organizations: Organizations,
    private readonly recipients: MailRecipients,
    private readonly csrf: Csrf,
  ) {}

  @Page()
  @Get(PATH)
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('token') token: string): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const { deliveryEmail } = await this.recipients.byUnsubscribePath(organization, token);
    const action = `/accounts/unsubscribe/missed_messages/${encodeURIComponent(token)}`;
    const csrfToken = this.csrf.tokenFor(request, reply);
    sendPage(reply, 200, unsubscribePage(deliveryEmail, { action, csrfToken, alert: null }));
  }

  /** The path is the permission: mail programs send no cookie and no form token. */
  @Public()
  @Post(PATH)
  async finish(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    await this.recipients.unsubscribe(await this.recipients.byUnsubscribePath(organization, token), organization);
    sendPage(reply, 200, unsubscribedPage);
  }
}
