import { field, form, html, Markup, PageContent } from '@app/platform';
import { said, translated } from '../page-words';
import type { OneTimePad } from '../credentials/one-time-pad';
import type { BrowserLogin } from './browser-logins.port';

/** Begins a login without a password. */
const PASSKEY_PATH = '/login/passkey';

/** The address scheme of the apps that get their keys through a browser. */
const APP_SCHEME = 'zulip:';

interface LoginPage {
  organizationName: string;
  csrfToken: string;
  /** The name that the user typed before. */
  username: string;
  next: string;
  /** The one-time pad of a waiting app; `null`: the login is for the browser. */
  pad: OneTimePad | null;
  /** The browser has a session, and a method must not answer from memory. */
  isAgain: boolean;
  /** The error of the previous attempt. */
  alert: string | null;
  takesPasswords: boolean;
  /** A directory checks passwords, so a user name need not be an address. */
  asksDirectories: boolean;
  /** Other methods, a button for each. */
  methods: readonly BrowserLogin[];
  /** Users may sign up without an invitation. */
  takesNewcomers: boolean;
}

const hidden = (next: string, pad: OneTimePad | null): Markup[] => [
  field('next', '', { type: 'hidden', value: next }),
  ...(pad === null ? [] : [field(pad.parameter, '', { type: 'hidden', value: pad.hex })]),
];

const leadsTo = (pad: OneTimePad | null): string[] => (pad?.kind === 'mobile' ? [APP_SCHEME] : []);

/**
 * Where a login that begins on another page leads back to.
 * @param isAgain a provider must ask the person, although it knows the browser
 */
const given = (next: string, pad: OneTimePad | null, isAgain = false): string =>
  new URLSearchParams({
    next,
    ...(pad === null ? {} : { [pad.parameter]: pad.hex }),
    ...(isAgain ? { reauthenticate: 'true' } : {}),
  }).toString();

/** A link, as browsers let no form lead to the site of a provider. The method leads back to `next`, or to the app. */
function methodButton({ login_url: url, display_name: name }: BrowserLogin, query: string): Markup {
  return html`<p><a class="button" href="${url}?${query}">${said('Log in with {0}', name)}</a></p>`;
}

export function loginPage(page: LoginPage): PageContent {
  const { organizationName, csrfToken, username, next, pad, alert, takesPasswords, asksDirectories } = page;
  const { methods, takesNewcomers, isAgain } = page;
  const query = given(next, pad, isAgain);
  const place = next === '/' ? '' : `?${given(next, null)}`;
  const named = { value: username, autocomplete: 'username', isFirst: username === '' };
  const fields = [
    ...hidden(next, pad),
    ...(isAgain ? [field('again', '', { type: 'hidden', value: 'true' })] : []),
    asksDirectories
      ? field('username', said('Email or user name'), { type: 'text', ...named })
      : field('username', said('Email'), { type: 'email', ...named }),
    field('password', said('Password'), {
      type: 'password',
      autocomplete: 'current-password',
      isFirst: username !== '',
    }),
  ];
  return {
    title: said('Log in to {0}', organizationName),
    alert: takesPasswords
      ? alert && translated(alert)
      : said('Logging in by password is switched off in this organization.'),
    formsLeadTo: leadsTo(pad),
    body: html` ${pad === null ? null : html`<p>${said('An app on this device asks to be logged in.')}</p>`}
      ${takesPasswords ? form('/login/', csrfToken, said('Log in'), fields) : null}
      ${methods.map((method) => methodButton(method, query))}
      <p><a href="${PASSKEY_PATH}?${given(next, pad)}">${said('Log in with a passkey')}</a></p>
      ${takesPasswords ? html`<p><a href="/accounts/password/reset/${place}">${said('Forgot your password?')}</a></p>` : null}
      ${
        takesNewcomers
          ? html`<p>${said('New here?')} <a href="/register/${place}">${said('Sign up')}</a></p>`
          : html`<p>${said('New here? Open the link of an invitation, or ask a member of the team for one.')}</p>`
      }`,
  };
}

/** A user with a session must confirm: no page may send a key to an app without the user's consent. */
export function appPage(page: {
  organizationName: string;
  csrfToken: string;
  fullName: string;
  email: string;
  pad: OneTimePad;
}): PageContent {
  const { organizationName, csrfToken, fullName, email, pad } = page;
  return {
    title: said('Log in to {0}', organizationName),
    formsLeadTo: leadsTo(pad),
    body: html` <p>
        ${said(
          'An app on this device asks to be logged in as {0} ({1}). Go on only if you have just started this in the app yourself.',
          html`<strong>${fullName}</strong>`,
          email,
        )}
      </p>
      ${form('/login/', csrfToken, said('Log in to the app'), hidden('/', pad))}
      <p>${said('Not you?')} <a href="/accounts/logout/">${said('Log out first')}</a>.</p>`,
  };
}

/** @param leads the scheme of the provider's page where the logout may go on; `null`: it ends here */
export const logoutPage = (csrfToken: string, leads: string | null): PageContent => ({
  title: said('Log out'),
  formsLeadTo: leads === null ? [] : [leads],
  body: form('/accounts/logout/', csrfToken, said('Log out'), []),
});
