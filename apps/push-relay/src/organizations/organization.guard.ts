import { CanActivate, createParamDecorator, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OrganizationIsUnknown } from '../http/errors';
import { AddressLimits } from '../http/address-limits';
import { readJsonOrForm } from '../http/json-body';
import type { Organization } from './organization';
import { Credentials, Organizations } from './organizations.service';

const CHALLENGE = 'Basic realm="push relay"';

/** Basic credentials: the organization's id and its key. Requests without them are counted by address first. */
@Injectable()
export class OrganizationGuard implements CanActivate {
  constructor(
    private readonly organizations: Organizations,
    private readonly limits: AddressLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const visit = await this.limits.enter(request.ip);
    try {
      request.organization = await this.organizations.authenticate(credentialsOf(request));
    } catch (error) {
      if (error instanceof OrganizationIsUnknown) void reply.header('www-authenticate', CHALLENGE);
      else await visit.forgive();
      throw error;
    }
    await visit.forgive();
    await readJsonOrForm(request, reply);
    return true;
  }
}

export const CurrentOrganization = createParamDecorator((_: unknown, context: ExecutionContext): Organization => {
  const { organization } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!organization) throw new Error('This route has no guard: it knows no organization.');
  return organization;
});

/** @throws OrganizationIsUnknown when there are none */
function credentialsOf({ headers: { authorization = '' } }: FastifyRequest): Credentials {
  const [, encoded] = /^basic +([a-z0-9+/=_-]{1,600})$/i.exec(authorization.trim()) ?? [];
  const [, id, key] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (id === undefined || key === undefined) throw new OrganizationIsUnknown();
  return { id, key };
}

declare module 'fastify' {
  interface FastifyRequest {
    organization?: Organization;
  }
}
