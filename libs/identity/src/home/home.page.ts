import { html, Markup, PageContent } from '@app/platform';
import { said } from '../page-words';

interface HomePage {
  organizationName: string;
  /** The address that a user types into an app. */
  address: string;
  /** `null`: there is no session. */
  session: Markup | null;
  /** Users may sign up without an invitation. */
  takesNewcomers: boolean;
}

/**
 * The server is not told what stands behind `#`, where links to messages have their place. The ways in lead to it. The server takes 2,000
 * characters.
 */
const LEAD_TO_PLACE = `
const links = [...document.links].filter(({ pathname }) => ['/login/', '/register/'].includes(pathname));
function lead() {
  const place = '/' + location.hash.replace(/\\\\/g, '%5C');
  const query = place.length > 2 && place.length <= 2000 ? '?next=' + encodeURIComponent(place) : '';
  for (const link of links) link.search = query;
}
addEventListener('hashchange', lead);
lead();
`;

/** Links for users come first, links for operators and developers last. */
export const homePage = (page: HomePage): PageContent => ({
  title: page.organizationName,
  script: page.session === null ? LEAD_TO_PLACE : null,
  body: html`${page.session ?? entrance(page.takesNewcomers)}
    <h2>${said('Use an app')}</h2>
    <p>
      ${said(
        'Install a Zulip app on your phone or in your terminal. When the app asks for the address of your organization or server, enter:',
      )}
    </p>
    <p><code>${page.address}</code></p>
    <p>${said('Then log in with your e-mail address and your password.')}</p>
    <footer>
      <p>
        ${said(
          'For developers: {0}, {1}, {2}. For operators: {3}.',
          html`<a href="/api/docs">${said('API reference')}</a>`,
          html`<a href="/api/openapi.json">${said('OpenAPI document')}</a>`,
          html`<a href="/api/v1/server_settings">${said('server settings')}</a>`,
          html`<a href="/health/ready">${said('server status')}</a>`,
        )}
      </p>
      <p>${said('This server runs Parley.')}</p>
    </footer>`,
});

const entrance = (takesNewcomers: boolean): Markup =>
  html`<p>${said('This is a team-chat server.')} ${said('Log in to manage your account.')}</p>
    <p><a class="button" href="/login/">${said('Log in')}</a></p>
    ${
      takesNewcomers
        ? html`<p>${said('New here?')} <a href="/register/">${said('Sign up')}</a></p>`
        : html`<p>${said('New here? Ask a member of the team for an invitation.')}</p>`
    }`;

interface Session {
  organizationId: number;
  userId: number;
  fullName: string;
  email: string;
}

/** Shows who is logged in. The browser client shows it until its script runs, and reads from it whose data it has kept. */
export const session = ({ organizationId, userId, fullName, email }: Session): Markup =>
  html`<div data-owner="${organizationId}:${userId}">
    <p>${said('You are logged in as {0} ({1}).', html`<strong>${fullName}</strong>`, email)}</p>
    <p><a href="/accounts/logout/">${said('Log out')}</a></p>
  </div>`;
