import { Actor, ActorOrSpectator, Csrf, hostOf, Page, Parameters, sendPage } from '@app/platform';
import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InvitationTickets } from './invitation-tickets.service';
import { AccountActivation } from './account-activation.service';
import { Admissions } from '../authentication/admissions.service';
import { LoginResponses } from '../authentication/login-responses.http';
import { Organizations } from '../organizations/organizations.service';
import { SignUps } from './sign-ups.service';
import type { Invitation } from './invitation';
import { PasswordsDiffer } from '../confirmations/link.errors';
import type { Organization } from '../records/organization';
import { browserOf } from '../login-devices/browser.http';
import { AccountFormRequest, AddressFormRequest, AddressPageRequest } from '../confirmations/account-links.dto';
import { addressPage, mailWasSentPage, newAccountPage } from '../confirmations/account.page';
import { sameSitePath } from '../records/same-site-path';
import { LinkErrors } from '../confirmations/link-errors.filter';
import { formAlert } from '../confirmations/form-alert.http';
import { said } from '../page-words';

/** Pages for users without an account: with an invitation, with a reusable link, or with neither. */
@ApiExcludeController()
@UseFilters(LinkErrors)
@Controller()
export class JoiningController {
  constructor(
    private readonly organizations: Organizations,
    private readonly signUps: SignUps,
    private readonly accountActivation: AccountActivation,
    private readonly tickets: InvitationTickets,
    private readonly admissions: Admissions,
    private readonly responses: LoginResponses,
    private readonly csrf: Csrf,
  ) {}

  @Page()
  @Get(['register', 'accounts/register'])
  async showRegistration(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() { next }: AddressPageRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    this.signUps.assertIsPossible(organization);
    this.answerWithAddressForm(request, reply, organization, { action: '/register/', next: sameSitePath(next) });
  }

  @Page()
  @Post(['register', 'accounts/register'])
  async register(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Parameters() { email, next }: AddressFormRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    this.signUps.assertIsPossible(organization);
    await this.begin(request, reply, organization, { action: '/register/', email, next, invitation: null });
  }

  @Page()
  @Get('join/:token')
  async showLink(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    await this.signUps.look(organization, token);
    this.answerWithAddressForm(request, reply, organization, { action: joinPath(token), next: '/' });
  }

  @Page()
  @Post('join/:token')
  async join(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
    @Parameters() { email, next }: AddressFormRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const invitation = await this.signUps.look(organization, token);
    await this.begin(request, reply, organization, { action: joinPath(token), email, next, invitation });
  }

  @Page()
  @Get('accounts/do_confirm/:token')
  async showAccountForm(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const { email } = await this.tickets.look(organization, token);
    const csrfToken = this.csrf.tokenFor(request, reply);
    const page = { organizationName: organization.name, email, fullName: '' };
    sendPage(reply, 200, newAccountPage(page, { action: confirmPath(token), csrfToken, alert: null }));
  }

  @Page()
  @Post('accounts/do_confirm/:token')
  async openAccount(
    @ActorOrSpectator() actor: Actor | null,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('token') token: string,
    @Parameters() form: AccountFormRequest,
  ): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const { email, next } = await this.tickets.look(organization, token);
    try {
      if (form.password !== form.password_again) throw new PasswordsDiffer();
      const newcomer = { fullName: form.full_name, password: form.password };
      const user = await this.accountActivation.accept(organization, token, newcomer);
      const goal = { next, pad: null, browser: browserOf(request), former: actor };
      const entered = await this.admissions.enter({ ...goal, user, method: 'password', origin: null });
      this.responses.redirect(reply, entered, next, 303);
    } catch (error) {
      const { alert, status } = formAlert(error);
      const csrfToken = this.csrf.tokenFor(request, reply);
      const page = { organizationName: organization.name, email, fullName: form.full_name };
      return sendPage(reply, status, newAccountPage(page, { action: confirmPath(token), csrfToken, alert }));
    }
  }

  private async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    organization: Organization,
    given: { action: string; email: string; next: string | null; invitation: Invitation | null },
  ): Promise<void> {
    const { action, email, invitation } = given;
    const next = sameSitePath(given.next);
    try {
      await this.signUps.begin(organization, { email, next }, invitation, request.ip);
    } catch (error) {
      return this.answerWithAddressForm(request, reply, organization, { action, email, next, ...formAlert(error) });
    }
    sendPage(reply, 200, mailWasSentPage(email.trim()));
  }

  private answerWithAddressForm(
    request: FastifyRequest,
    reply: FastifyReply,
    { name }: Organization,
    {
      action,
      next,
      email = '',
      alert = null,
      status = 200,
    }: { action: string; next: string; email?: string; alert?: string | null; status?: number },
  ): void {
    const csrfToken = this.csrf.tokenFor(request, reply);
    const says = said('We send a mail to your address, to see that it is yours.');
    sendPage(reply, status, addressPage(said('Join {0}', name), says, { action, csrfToken, alert, email, next }));
  }
}

const joinPath = (token: string): string => `/join/${encodeURIComponent(token)}/`;
const confirmPath = (token: string): string => `/accounts/do_confirm/${encodeURIComponent(token)}`;
