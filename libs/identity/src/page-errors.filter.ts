import { DomainError } from '@app/kernel';
import { html, sendPage } from '@app/platform';
import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { said, translated } from './page-words';

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
      title: said('This did not work'),
      alert: translated(error.message),
      body:
        error.code === 'AUTHENTICATION_FAILED'
          ? html`<p><a class="button" href="${LOGIN_AGAIN_PATH}">${said('Log in again')}</a></p>`
          : html`<p>${said('Please go back and try again.')}</p>`,
    });
  }
}
