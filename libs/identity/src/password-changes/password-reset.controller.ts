import { Csrf, hostOf, Page, Parameters, sendPage } from '@app/platform';
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Organizations } from '../organizations/organizations.service';
import { PasswordResets } from './password-resets.service';
import { PasswordsDiffer } from '../confirmations/link.errors';
import { AddressFormRequest, AddressPageRequest, PasswordFormRequest } from '../confirmations/account-links.dto';
import { addressPage, mailWasSentPage, newPasswordPage, passwordChangedPage } from '../confirmations/account.page';
import { sameSitePath } from '../records/same-site-path';
import { LinkErrors } from '../confirmations/link-errors.filter';
import { formAlert } from '../confirmations/form-alert.http';
import { said } from '../page-words';

const PATH = 'accounts/password/reset';
const SAYS = said('We send a link to your address, with which you can choose a new password.');

/** Pages for users who have forgotten their password. */
@ApiExcludeController()
@UseFilters(LinkErrors)
@Controller()
export class PasswordResetController {
  constructor(
    private readonly organizations: Organizations,
    private readonly resets: PasswordResets,
    private readonly csrf: Csrf,
  ) {}

  @Page()
  @Get(PATH)
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Parameters() { next }: AddressPageRequest): void {
    this.answerWithAddressForm(request, reply, { next: sameSitePath(next) });
  }

  @Page()
  @Post(PATH)
  async begin(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() { email, next: wanted }: AddressFormRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const next = sameSitePath(wanted);
    try {
      await this.resets.begin(organization, email, request.ip, next);
    } catch (error) {
      return this.answerWithAddressForm(request, reply, { next, email, ...formAlert(error) });
    }
    sendPage(reply, 200, mailWasSentPage(email.trim()));
  }

  @Page()
  @Get(`${PATH}/:token`)
  async showPasswordForm(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const { user } = await this.resets.look(organization, token);
    const csrfToken = this.csrf.tokenFor(request, reply);
    sendPage(reply, 200, newPasswordPage(user.deliveryEmail, { action: pathOf(token), csrfToken, alert: null }));
  }

  @Page()
  @Post(`${PATH}/:token`)
  async finish(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
    @Parameters() { password, password_again }: PasswordFormRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const { user, next } = await this.resets.look(organization, token);
    try {
      if (password !== password_again) throw new PasswordsDiffer();
      await this.resets.finish(organization, token, password);
    } catch (error) {
      const { alert, status } = formAlert(error);
      const csrfToken = this.csrf.tokenFor(request, reply);
      return sendPage(reply, status, newPasswordPage(user.deliveryEmail, { action: pathOf(token), csrfToken, alert }));
    }
    sendPage(reply, 200, passwordChangedPage(next));
  }

  private answerWithAddressForm(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      next,
      email = '',
      alert = null,
      status = 200,
    }: { next: string; email?: string; alert?: string | null; status?: number },
  ): void {
    const csrfToken = this.csrf.tokenFor(request, reply);
    const page = { action: `/${PATH}/`, csrfToken, alert, email, next };
    sendPage(reply, status, addressPage(said('A new password'), SAYS, page));
  }
}

const pathOf = (token: string): string => `/${PATH}/${encodeURIComponent(token)}`;
