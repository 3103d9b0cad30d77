import {
  Admission,
  browserOf,
  LoginResult,
  LoginResponses,
  LoginPlaces,
  Organization,
  Organizations,
} from '@app/identity';
import { Actor, hostOf, RateLimits } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BeginLoginRequest, goalOf } from './begin-login.dto';
import { LoginBrowsers } from './login-browsers.http';
import type { LoginGoal } from './login-goal';

/** Where the browser goes to log in at the provider. */
type Begin = (organization: Organization, goal: LoginGoal & { browser: string }) => Promise<string>;

/** What comes of the browser's return. @param browser the secret of the browser that began; `null`: it has none */
type Finish = (
  organization: Organization,
  browser: string | null,
  visitor: Pick<Admission, 'browser' | 'former'>,
) => Promise<{ entered: LoginResult; next: string }>;

/** The two requests of a browser that logs in at a provider, whichever protocol the provider speaks. */
@Injectable()
export class LoginPages {
  constructor(
    private readonly organizations: Organizations,
    private readonly responses: LoginResponses,
    private readonly places: LoginPlaces,
    private readonly browsers: LoginBrowsers,
    private readonly limits: RateLimits,
  ) {}

  /** Sends the browser to the provider, and binds the login to it. @throws RateLimitIsHit */
  async begin(request: FastifyRequest, reply: FastifyReply, wanted: BeginLoginRequest, begin: Begin): Promise<void> {
    const goal = goalOf(wanted);
    if (this.browsers.isSentElsewhere(request, reply, goal)) return;
    const organization = await this.organizations.atHost(hostOf(request));
    await this.limits.countBegunLogin(request.ip);
    const browser = this.browsers.bind(request, reply);
    this.places.keep(request, reply, goal.next);
    const url = await begin(organization, { browser, ...goal });
    void reply.header('cache-control', 'no-store').redirect(url, 302);
  }

  /** Lets in the user whom the provider has named. */
  async finish(request: FastifyRequest, reply: FastifyReply, former: Actor | null, finish: Finish): Promise<void> {
    const organization = await this.organizations.atHost(hostOf(request));
    const visitor = { browser: browserOf(request), former };
    const { entered, next } = await finish(organization, this.browsers.of(request), visitor);
    this.responses.redirect(reply, entered, next);
  }
}
