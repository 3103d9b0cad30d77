import type { FastifyRequest } from 'fastify';
import { html, Markup, wordsIn } from './markup';
import type { PageContent } from './page';

/** Paths for programs. Their answers stay JSON, whatever the client accepts. */
const IS_FOR_PROGRAMS = /^\/(api|json|health|metrics)(\/|\?|$)/;

/** Whether a browser asks for a page to show: its own requests for pictures, styles and data do not accept HTML. */
export function wantsPage({ method, headers, originalUrl }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return /\btext\/html\b/i.test(headers.accept ?? '') && !IS_FOR_PROGRAMS.test(originalUrl);
}

const { said, translated } = wordsIn({
  'API usage exceeded rate limit': 'Es waren zu viele Anfragen',
  'Go to the start page': 'Zur Startseite',
  'Internal server error': 'Interner Fehler des Servers',
  'Log in': 'Anmelden',
  'Log in first': 'Melde dich zuerst an',
  Maintenance: 'Wartung',
  'Page not found': 'Seite nicht gefunden',
  'Please try again in a moment.': 'Bitte versuche es gleich noch einmal.',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'The server is being maintained or cannot reach its database. Nothing that was sent is lost.':
    'Der Server wird gewartet oder erreicht seine Datenbank nicht. Nichts, was gesendet wurde, ist verloren.',
  'The server is busy': 'Der Server ist ausgelastet',
  'There is no organization at this address': 'An dieser Adresse gibt es keine Organisation',
  'There is nothing at this address, or you may not see it.':
    'An dieser Adresse ist nichts, oder du darfst es nicht sehen.',
  'This did not work': 'Das hat nicht geklappt',
  'This organization has been deactivated': 'Diese Organisation wurde deaktiviert',
  'Too many requests': 'Zu viele Anfragen',
  'Try again': 'Noch einmal versuchen',
  'You may not see this': 'Das darfst du nicht sehen',
});

const TITLES: Readonly<Record<number, Markup>> = {
  401: said('Log in first'),
  403: said('You may not see this'),
  404: said('Page not found'),
  429: said('Too many requests'),
  503: said('The server is busy'),
};
const NOTHING_THERE = said('There is nothing at this address, or you may not see it.');
const AGAIN_SOON = html`<p>${said('Please try again in a moment.')}</p>`;

/** An error as a page: the same words for every address. `message` is the one that a program gets. */
export function errorPage(status: number, message: string): PageContent {
  return {
    title: TITLES[status] ?? said(status < 500 ? 'This did not work' : 'Something went wrong'),
    body: html`<p>${status === 404 ? NOTHING_THERE : translated(message)}</p>
      ${status === 401 || status === 403 ? html`<p><a class="button" href="/login/">${said('Log in')}</a></p>` : null}
      ${status === 429 || status === 503 ? AGAIN_SOON : null}
      <p><a href="/">${said('Go to the start page')}</a></p>`,
  };
}

/** For browsers while the server cannot reach its database, such as during maintenance. */
export const maintenancePage = (): PageContent => ({
  title: said('Maintenance'),
  body: html`<p>
      ${said('The server is being maintained or cannot reach its database. Nothing that was sent is lost.')}
    </p>
    ${AGAIN_SOON}
    <p><a class="button" href="">${said('Try again')}</a></p>`,
});
