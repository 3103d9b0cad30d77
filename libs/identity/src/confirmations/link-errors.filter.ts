import { DomainError } from '@app/kernel';
import { sendPage } from '@app/platform';
import { ArgumentsHost, Catch } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ConfirmationIsInvalid } from './link.errors';
import { deadLinkPage } from './account.page';
import { PageErrors } from '../page-errors.filter';

/** As `PageErrors`, with a page for invalid links. */
@Catch(DomainError)
export class LinkErrors extends PageErrors {
  override catch(error: DomainError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (error instanceof ConfirmationIsInvalid && !reply.sent) return sendPage(reply, 404, deadLinkPage);
    super.catch(error, host);
  }
}
