import { DomainError } from '@app/kernel';
import { html, sendPage } from '@app/platform';
import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** The login page, with the goal of the login that has failed. */
export const LOGIN_AGAIN_PATH = '/login/again';

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
      body:
        error.code === 'AUTHENTICATION_FAILED'
          ? html`<p><a class="button" href="${LOGIN_AGAIN_PATH}">Log in again</a></p>`
          : html`<p>Please go back and try again.</p>`,
    });
  }
}
