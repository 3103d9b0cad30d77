import { Organizations } from '@app/identity';
import { BodyIsTooLarge, hostOf, MAX_FORM_BYTES, RateLimits, readBody } from '@app/platform';
import { CanActivate, createParamDecorator, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityProvider } from '../providers/identity-provider';
import { ScimTokens } from './scim-tokens.service';
import { invalidSyntax, ScimError } from './protocol/scim.errors';

/** The provider whose token a request shows. */
export interface ScimCaller {
  readonly provider: IdentityProvider;
  /** The address of the server, for the places of resources. */
  readonly base: string;
}

const BEARER = /^Bearer +([\x21-\x7e]{1,200})$/i;
export const SCIM_TYPE = 'application/scim+json; charset=utf-8';
const JSON_TYPE = /^application\/(scim\+)?json\b/i;

/** Admits requests with the token of a provider of this organization. Others count against their address. */
@Injectable()
export class ScimAccess implements CanActivate {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly organizations: Organizations,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    void reply.header('content-type', SCIM_TYPE).header('cache-control', 'no-store');
    const organization = await this.organizations.atHost(hostOf(request));
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const provider = token === undefined ? null : await this.tokens.providerOf(organization.id, token);
    if (!provider) {
      await this.limits.countAddress(request, reply);
      throw new ScimError(401, null, 'The token is missing, unknown or ended');
    }
    request.scimCaller = { provider, base: organization.url };
    return true;
  }
}

export const CurrentScimCaller = createParamDecorator((_: unknown, context: ExecutionContext): ScimCaller => {
  const { scimCaller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!scimCaller) throw new Error('This route has no SCIM client.');
  return scimCaller;
});

/** The JSON body of a request whose caller is known. @throws ScimError */
export async function readResource(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
    throw new ScimError(415, null, 'The body must be application/scim+json');
  const body = await readBody(request, reply, MAX_FORM_BYTES).catch((error: unknown) => {
    throw error instanceof BodyIsTooLarge
      ? new ScimError(413, null, `The body is over ${MAX_FORM_BYTES} bytes`)
      : error;
  });
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw invalidSyntax('The body is no JSON');
  }
}

export const conditionOf = ({ headers }: FastifyRequest): string | null => headers['if-match'] ?? null;

declare module 'fastify' {
  interface FastifyRequest {
    scimCaller?: ScimCaller;
  }
}
