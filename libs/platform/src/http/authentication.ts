import { DomainError } from '@app/kernel';
import { CanActivate, ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BasicStrategy } from 'passport-http';
import { Actor, Authenticator, clientOf, hostOf } from './actor';
import { RateLimits } from './rate-limits';

const PUBLIC = 'parley:public';

/** The route needs no credentials, and ignores those that are sent. */
export const Public = () => SetMetadata(PUBLIC, true);

const OPEN = 'parley:open';

/** The route serves people without an account, too: whoever sends no credentials is one of them. */
export const OpenToStrangers = () => SetMetadata(OPEN, true);

const UNGUARDED = 'parley:unguarded';

/** The route calls `AuthenticationGuard.authenticate` itself, when it must. */
export const Unguarded = () => SetMetadata(UNGUARDED, true);

export class CredentialsAreMissing extends DomainError {
  constructor() {
    super('Not logged in: API authentication or user session required', 'UNAUTHORIZED');
  }
}

export class CredentialsAreInvalid extends DomainError {
  constructor() {
    super('Invalid API key', 'UNAUTHORIZED');
  }
}

@Injectable()
export class BasicAuthentication extends PassportStrategy(BasicStrategy, 'basic') {
  constructor(private readonly authenticator: Authenticator) {
    super({ passReqToCallback: true });
  }

  /** Called by passport with what the header holds. */
  validate(request: FastifyRequest, email: string, key: string): Promise<Actor> {
    return this.authenticator.authenticate({ email, key, host: hostOf(request), client: clientOf(request) });
  }
}

@Injectable()
class PassportGuard extends AuthGuard('basic') {
  /** Passport's own refusals: nothing that could be read as Basic credentials. */
  override handleRequest<T>(error: unknown, actor: T | false): T {
    if (error) throw error;
    if (!actor) throw new CredentialsAreMissing();
    return actor;
  }
}

/** Credentials first, then the limit of whoever they name; strangers are limited by address. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  private readonly passport = new PassportGuard();

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (this.isMarked(UNGUARDED, context)) return true;
    const isStranger = this.isMarked(OPEN, context) && !request.headers.authorization;
    if (isStranger || this.isMarked(PUBLIC, context)) await this.limits.countAddress(request, reply);
    else await this.authenticate(request, reply);
    return true;
  }

  /** @throws CredentialsAreMissing, and whatever the `Authenticator` throws */
  async authenticate(request: FastifyRequest & { user?: Actor }, reply: FastifyReply): Promise<Actor> {
    try {
      await this.passport.canActivate(new ExecutionContextHost([request, reply]));
    } catch (error) {
      if (error instanceof DomainError) await this.limits.countAddress(request, reply);
      throw error;
    }
    request.actor = request.user!;
    await this.limits.countUser(request, reply);
    return request.actor;
  }

  private isMarked(mark: string, context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(mark, [context.getHandler(), context.getClass()]);
  }
}

/** Names the credentials of a request without being them; null when there are none. */
export function credentialsOf({ headers, host }: FastifyRequest): string | null {
  if (!headers.authorization) return null;
  return createHash('sha256').update(`${host} ${headers.authorization}`).digest('base64');
}
