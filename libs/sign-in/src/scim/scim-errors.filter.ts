import { EmailIsTaken, FullNameIsTaken, UserGroupNameIsTaken } from '@app/identity';
import { DomainError } from '@app/kernel';
import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SCIM_TYPE } from './scim-requests.http';
import { ScimError } from './protocol/scim.errors';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Answers refusals as RFC 7644 section 3.12 describes them. */
@Catch(ScimError, DomainError)
export class ScimErrors implements ExceptionFilter<ScimError | DomainError> {
  catch(error: ScimError | DomainError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    const { status, scimType } = error instanceof ScimError ? error : ofRule(error);
    if (status === 401) void reply.header('www-authenticate', 'Bearer realm="scim"');
    if (error instanceof DomainError && error.code === 'RATE_LIMIT_HIT')
      void reply.header('retry-after', String(Math.ceil(Number(error.extra['retry-after']))));
    void reply
      .status(status)
      .header('content-type', SCIM_TYPE)
      .send({
        schemas: [ERROR_SCHEMA],
        status: String(status),
        ...(scimType && { scimType }),
        detail: error.message,
      });
  }
}

const TAKEN = [EmailIsTaken, FullNameIsTaken, UserGroupNameIsTaken];

function ofRule(error: DomainError): Pick<ScimError, 'scimType'> & { status: number } {
  if (TAKEN.some((kind) => error instanceof kind)) return { status: 409, scimType: 'uniqueness' };
  return { status: error.status, scimType: error.status === 400 ? 'invalidValue' : null };
}
