import { DomainError } from '@app/kernel';
import { CanActivate, ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { withReservedConnections } from '../../database/connections/reserved-connections';
import { Actor, Authenticator, hostOf } from './actor';
import { basicCredentialsIn } from './basic-credentials';
import { clientOf } from './client-name';
import { MAX_FORM_BYTES, MAX_LONG_FORM_BYTES, MAX_STRANGER_FORM_BYTES } from '../bodies/body-limits';
import { cookieOf, Cookies, SESSION_COOKIE } from './cookies';
import { Csrf } from './csrf';
import { hasJsonPrefix, isWriting } from '../api-prefixes';
import { readForm } from '../bodies/forms';
import { HeavyRequests } from '../admission/heavy-requests';
import { takesFile } from '../bodies/incoming-file';
import { RateLimits } from '../admission/rate-limits';

/**
 * Who may make the request. `account`: a user, with credentials at /api/v1 or a session at /json. `spectators`: users and
 * spectators. `browsers`: what pages show and links open, with a key, a session, or neither. `page`: with a session or
 * without. `public`: all, without a look at credentials. `unguarded`: the route checks by itself.
 */
type Audience = 'account' | 'spectators' | 'browsers' | 'page' | 'public' | 'unguarded';

const AUDIENCE = 'parley:audience';
const openTo = (audience: Audience) => SetMetadata(AUDIENCE, audience);

/** The route needs no credentials, and ignores those that are sent. */
export const Public = () => openTo('public');

/** The route serves spectators, too: requests without credentials. */
export const OpenToSpectators = () => openTo('spectators');

/**
 * A path outside /api/v1 that a page or a link may name, such as a picture or a download: an API key, a browser session,
 * or neither (`@ActorOrSpectator()` tells which). Wrong Basic credentials are refused; an expired session counts as none.
 */
export const OpenToBrowsers = () => openTo('browsers');

/**
 * A page, with or without a session (`@ActorOrSpectator()`). Requests that write must contain the token of its form.
 */
export const Page = () => openTo('page');

/** The route calls `AuthenticationGuard.authenticate` itself, when it must. */
export const Unguarded = () => openTo('unguarded');

const HUMANS_ONLY = 'parley:humans only';

/** For operations that bots cannot use, such as presence (docs/protocol/conventions.md). */
export const HumansOnly = () => SetMetadata(HUMANS_ONLY, true);

const OPEN_TO_WEBHOOKS = 'parley:open to webhooks';

/** What incoming webhooks may do, to which every other operation is closed. */
export const OpenToWebhooks = () => SetMetadata(OPEN_TO_WEBHOOKS, true);

const LONG_FORMS = 'parley:long forms';

/** For forms that are long by their nature and come without credentials, such as signed statements of a provider. */
export const TakesLongForms = () => SetMetadata(LONG_FORMS, true);

/** The request has no credentials, and its operation needs an account. */
export class CredentialsAreMissing extends DomainError {
  constructor() {
    super('Not logged in: API authentication or user session required', 'UNAUTHORIZED');
  }
}

/** The key or session does not exist, or has ended. */
export class CredentialsAreInvalid extends DomainError {
  constructor() {
    super('Invalid API key', 'UNAUTHORIZED');
  }
}

/** In the interface's numbers of bot types. */
const INCOMING_WEBHOOK = 2;

export class BotIsNotAdmitted extends DomainError {
  constructor() {
    super('This is not for bots');
  }
}

export class WebhookIsNotAdmitted extends DomainError {
  constructor() {
    super('This is not for incoming webhooks');
  }
}

/**
 * Credentials first, then the limit of the caller that they name, or of the address of an anonymous client; then the form is read.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly cookies: Cookies,
    private readonly csrf: Csrf,
    private readonly limits: RateLimits,
    private readonly heavy: HeavyRequests,
  ) {}

  canActivate(context: ExecutionContext): Promise<boolean> {
    return withReservedConnections(() => this.admit(context));
  }

  private async admit(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const audience = this.marked<Audience>(AUDIENCE, context) ?? 'account';
    if (audience === 'account') await this.recogniseAccount(request, reply);
    else if (audience !== 'unguarded' && (audience === 'public' || !(await this.recognise(audience, request, reply))))
      await this.limits.countAddress(request, reply);
    await this.readForm(
      request,
      reply,
      this.marked(LONG_FORMS, context) ? MAX_LONG_FORM_BYTES : MAX_STRANGER_FORM_BYTES,
    );
    if (audience === 'unguarded') return true;
    // Without a session there is nothing in what anonymous clients may do that another page could misuse.
    const isSpectator = audience === 'spectators' && !request.actor;
    if (isWriting(request) && !isSpectator && (audience === 'page' || hasJsonPrefix(request)))
      this.csrf.assert(request);
    if (request.actor?.isBot) this.assertOpenToBots(request.actor, context);
    return true;
  }

  /** The form is read when it is known whose it is: forms of anonymous clients are short. */
  private async readForm(request: FastifyRequest, reply: FastifyReply, mostAnonymousBytes: number): Promise<void> {
    await this.heavy.enter(request, reply);
    if (!takesFile(request)) await readForm(request, reply, request.actor ? MAX_FORM_BYTES : mostAnonymousBytes);
  }

  /** @throws CredentialsAreMissing, and whatever the `Authenticator` throws */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    return withReservedConnections(() => this.recogniseAccount(request, reply));
  }

  private async recogniseAccount(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    try {
      request.actor = hasJsonPrefix(request) ? await this.bySession(request, reply) : await this.byKey(request);
    } catch (error) {
      if (error instanceof DomainError) await this.limits.countAddress(request, reply);
      throw error;
    }
    await this.limits.countUser(request.actor, reply);
    return request.actor;
  }

  /** For routes that need no credentials: whether valid credentials came along. */
  private async recognise(audience: Audience, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const takesKeys = audience !== 'page' && !hasJsonPrefix(request);
    if (takesKeys && request.headers.authorization !== undefined) {
      await this.authenticate(request, reply);
      return true;
    }
    if (audience === 'spectators' && takesKeys) return false;
    const actor = await this.sessionOf(request, reply).catch(nobodyIfRefused);
    if (!actor) return false;
    request.actor = actor;
    await this.limits.countUser(actor, reply);
    return true;
  }

  private byKey(request: FastifyRequest): Promise<Actor> {
    const given = basicCredentialsIn(request.headers.authorization);
    if (!given) throw new CredentialsAreMissing();
    const { name: email, password: key } = given;
    return this.authenticator.authenticate({ email, key, host: hostOf(request), client: clientOf(request) });
  }

  private async bySession(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const actor = await this.sessionOf(request, reply);
    if (!actor) throw new CredentialsAreMissing();
    return actor;
  }

  private async sessionOf(request: FastifyRequest, reply: FastifyReply): Promise<Actor | null> {
    const token = cookieOf(request, SESSION_COOKIE);
    if (!token) return null;
    const [host, client] = [hostOf(request), clientOf(request)];
    const found = await this.authenticator.authenticateSession({ token, host, client, isUse: !isBackground(request) });
    if (found?.isRenewed) this.cookies.setSession(reply, token);
    return found?.actor ?? null;
  }

  private assertOpenToBots({ botType }: Actor, context: ExecutionContext): void {
    if (botType === INCOMING_WEBHOOK && !this.marked(OPEN_TO_WEBHOOKS, context)) throw new WebhookIsNotAdmitted();
    if (this.marked(HUMANS_ONLY, context)) throw new BotIsNotAdmitted();
  }

  private marked<T>(mark: string, context: ExecutionContext): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(mark, [context.getHandler(), context.getClass()]);
  }
}

/** A deactivated account's cookie opens as much as none. */
function nobodyIfRefused(error: unknown): null {
  if (error instanceof DomainError && error.status === 401) return null;
  throw error;
}

/** What clients request without their users: it does not keep a session from ending. */
const BACKGROUND = /^\/json\/(events|users\/me\/presence)\/?(\?|$)/;

const isBackground = ({ originalUrl }: FastifyRequest): boolean => BACKGROUND.test(originalUrl);

/** A session that only waits for events is checked at this interval, as it may have ended by its age. */
const CHECKED_EVERY_MS = 600_000;

/** Names the credentials of a request without being them; null when there are none. */
export function credentialsOf(request: FastifyRequest): string | null {
  const shown = hasJsonPrefix(request) ? sessionForNow(request) : request.headers.authorization;
  if (!shown) return null;
  return nameOf(request.host, shown);
}

/** As `credentialsOf`, for a plain request by API key that the framework has not seen. */
export function credentialsShown({ host = '', authorization }: IncomingHttpHeaders): string | null {
  return authorization ? nameOf(host, authorization) : null;
}

const nameOf = (host: string, shown: string): string =>
  createHash('sha256').update(`${host} ${shown}`).digest('base64');

function sessionForNow(request: FastifyRequest): string | null {
  const token = cookieOf(request, SESSION_COOKIE);
  return token === null ? null : `session ${token} ${Math.floor(Date.now() / CHECKED_EVERY_MS)}`;
}
