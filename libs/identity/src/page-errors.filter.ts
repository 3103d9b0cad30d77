import { DomainError } from '@app/kernel';
import { html, sendPage } from '@app/platform';
import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Shows a `DomainError` as a page: `@UseFilters(PageErrors)` on the controller. */
@Catch(DomainError)
export class PageErrors implements ExceptionFilter<DomainError> {
  catch(error: DomainError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent) return;
    if (error.code === 'RATE_LIMIT_HIT') void reply.header('retry-after', String(error.extra['retry-after']));
    sendPage(reply, error.status, {
      title: 'This did not work',
      alert: error.message,
      body: html`<p>Please go back and try again.</p>`,
    });
  }
}
