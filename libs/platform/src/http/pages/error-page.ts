import type { FastifyRequest } from 'fastify';
import { html, PageContent } from './page';

/** Paths for programs. Their answers stay JSON, whatever the client accepts. */
const IS_FOR_PROGRAMS = /^\/(api|json|health|metrics)(\/|\?|$)/;

/** Whether a browser asks for a page to show: its own requests for pictures, styles and data do not accept HTML. */
export function wantsPage({ method, headers, originalUrl }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return /\btext\/html\b/i.test(headers.accept ?? '') && !IS_FOR_PROGRAMS.test(originalUrl);
}

const TITLES: Readonly<Record<number, string>> = {
  401: 'Log in first',
  403: 'You may not see this',
  404: 'Page not found',
  429: 'Too many requests',
  503: 'The server is busy',
};

/** An error as a page: the same words for every address. `message` is the one that a program gets. */
export function errorPage(status: number, message: string): PageContent {
  return {
    title: TITLES[status] ?? (status < 500 ? 'This did not work' : 'Something went wrong'),
    body: html`<p>${status === 404 ? 'There is nothing at this address, or you may not see it.' : message}</p>
      ${status === 401 || status === 403 ? html`<p><a class="button" href="/login/">Log in</a></p>` : null}
      ${status === 429 || status === 503 ? html`<p>Please try again in a moment.</p>` : null}
      <p><a href="/">Go to the start page</a></p>`,
  };
}

/** For browsers while the server cannot reach its database, such as during maintenance. */
export const maintenancePage = (): PageContent => ({
  title: 'Maintenance',
  body: html`<p>The server is being maintained or cannot reach its database. Nothing that was sent is lost.</p>
    <p>Please try again in a moment.</p>
    <p><a class="button" href="">Try again</a></p>`,
});
