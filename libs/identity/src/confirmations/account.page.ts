import { field, form, html, Markup, PageContent } from '@app/platform';
import { said, translated } from '../page-words';

interface Form {
  /** The target path of the form. */
  action: string;
  csrfToken: string;
  /** The error of the previous attempt; `null`: there was none. */
  alert: string | null;
}

interface AddressForm extends Form {
  /** What was typed before. */
  email: string;
  /** A path of this server to go to in the end. */
  next: string;
}

const passwordFields = [
  field('password', said('New password'), { type: 'password', autocomplete: 'new-password' }),
  field('password_again', said('The same again'), { type: 'password', autocomplete: 'new-password' }),
];

/** A form for an address, to which a mail is sent. */
export const addressPage = (
  title: Markup,
  says: Markup,
  { action, csrfToken, alert, email, next }: AddressForm,
): PageContent => ({
  title,
  alert: alert && translated(alert),
  body: html`<p>${says}</p>
    ${form(action, csrfToken, said('Go on'), [
      field('next', '', { type: 'hidden', value: next }),
      field('email', said('E-mail address'), { type: 'email', value: email, autocomplete: 'email' }),
    ])}`,
});

/** The page is the same for known and unknown addresses. Only the mail contains more. */
export const mailWasSentPage = (email: string): PageContent => ({
  title: said('Look into your mailbox'),
  body: html`<p>
      ${said(
        'We have sent a mail to {0}. It says how to go on; the link in it is good for one day.',
        html`<strong>${email}</strong>`,
      )}
    </p>
    <p>${said('If it does not come within some minutes, look among the unwanted mails, or ask an administrator.')}</p>`,
});

export const newAccountPage = (
  account: { organizationName: string; email: string; fullName: string },
  { action, csrfToken, alert }: Form,
): PageContent => ({
  title: said('Join {0}', account.organizationName),
  alert: alert && translated(alert),
  body: html`<p>${said('Your account will have the address {0}.', html`<strong>${account.email}</strong>`)}</p>
    ${form(action, csrfToken, said('Join'), [
      field('full_name', said('Your name'), { value: account.fullName, autocomplete: 'name' }),
      ...passwordFields,
    ])}`,
});

export const newPasswordPage = (email: string, { action, csrfToken, alert }: Form): PageContent => ({
  title: said('Choose a new password'),
  alert: alert && translated(alert),
  body: html`<p>
      ${said(
        'For the account {0}. Wherever you are logged in now, you will be logged out.',
        html`<strong>${email}</strong>`,
      )}
    </p>
    ${form(action, csrfToken, said('Change the password'), passwordFields)}`,
});

/** @param next a path of this server to go to after the login */
export const passwordChangedPage = (next: string): PageContent => ({
  title: said('Your password was changed'),
  body: html`<p>
    <a href="/login/?${new URLSearchParams({ next }).toString()}">${said('Log in with the new password')}</a>
  </p>`,
});

/** Mail scanners open links. So the link itself confirms nothing, and the user presses a button. */
export const newAddressPage = (
  addresses: { from: string; to: string },
  { action, csrfToken, alert }: Form,
): PageContent => ({
  title: said('Confirm your new address'),
  alert: alert && translated(alert),
  body: html`<p>
      ${said(
        'The account {0} will have the address {1} from now on.',
        html`<strong>${addresses.from}</strong>`,
        html`<strong>${addresses.to}</strong>`,
      )}
    </p>
    ${form(action, csrfToken, said('Confirm'), [])}`,
});

export const addressChangedPage: PageContent = {
  title: said('Your address was changed'),
  body: html`<p>${said('Log in with the new address from now on.')} <a href="/">${said('Go on')}</a></p>`,
};

export const unsubscribePage = (email: string, { action, csrfToken, alert }: Form): PageContent => ({
  title: said('No more mails about messages'),
  alert: alert && translated(alert),
  body: html`<p>
      ${said(
        '{0} will get no more mails about messages that came meanwhile. You can change that in your settings at any time.',
        html`<strong>${email}</strong>`,
      )}
    </p>
    ${form(action, csrfToken, said('No more mails'), [])}`,
});

export const unsubscribedPage: PageContent = {
  title: said('No more mails about messages'),
  body: html`<p>${said('You will get none any more. Your settings say so, too: there you can change it.')}</p>`,
};

/** For a link that is unknown, used, expired or revoked. */
export const deadLinkPage: PageContent = {
  title: said('This link is not valid any more'),
  body: html`<p>${said('It was used already, is too old, or was taken back. Ask for another one.')}</p>`,
};
