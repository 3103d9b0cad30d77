import { field, form, html, PageContent } from '@app/platform';

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
  field('password', 'New password', { type: 'password', autocomplete: 'new-password' }),
  field('password_again', 'The same again', { type: 'password', autocomplete: 'new-password' }),
];

/** A form for an address, to which a mail is sent. */
export const addressPage = (
  title: string,
  says: string,
  { action, csrfToken, alert, email, next }: AddressForm,
): PageContent => ({
  title,
  alert,
  body: html`<p>${says}</p>
    ${form(action, csrfToken, 'Go on', [
      field('next', '', { type: 'hidden', value: next }),
      field('email', 'E-mail address', { type: 'email', value: email, autocomplete: 'email' }),
    ])}`,
});

/** The page is the same for known and unknown addresses. Only the mail contains more. */
export const mailWasSentPage = (email: string): PageContent => ({
  title: 'Look into your mailbox',
  body: html`<p>
      We have sent a mail to <strong>${email}</strong>. It says how to go on; the link in it is good for one day.
    </p>
    <p>If it does not come within some minutes, look among the unwanted mails, or ask an administrator.</p>`,
});

export const newAccountPage = (
  account: { organizationName: string; email: string; fullName: string },
  { action, csrfToken, alert }: Form,
): PageContent => ({
  title: `Join ${account.organizationName}`,
  alert,
  body: html`<p>Your account will have the address <strong>${account.email}</strong>.</p>
    ${form(action, csrfToken, 'Join', [
      field('full_name', 'Your name', { value: account.fullName, autocomplete: 'name' }),
      ...passwordFields,
    ])}`,
});

export const newPasswordPage = (email: string, { action, csrfToken, alert }: Form): PageContent => ({
  title: 'Choose a new password',
  alert,
  body: html`<p>For the account <strong>${email}</strong>. Wherever you are logged in now, you will be logged out.</p>
    ${form(action, csrfToken, 'Change the password', passwordFields)}`,
});

/** @param next a path of this server to go to after the login */
export const passwordChangedPage = (next: string): PageContent => ({
  title: 'Your password was changed',
  body: html`<p><a href="/login/?${new URLSearchParams({ next }).toString()}">Log in with the new password</a></p>`,
});

/** Mail scanners open links. So the link itself confirms nothing, and the user presses a button. */
export const newAddressPage = (
  addresses: { from: string; to: string },
  { action, csrfToken, alert }: Form,
): PageContent => ({
  title: 'Confirm your new address',
  alert,
  body: html`<p>
      The account <strong>${addresses.from}</strong> will have the address <strong>${addresses.to}</strong> from now on.
    </p>
    ${form(action, csrfToken, 'Confirm', [])}`,
});

export const addressChangedPage: PageContent = {
  title: 'Your address was changed',
  body: html`<p>Log in with the new address from now on. <a href="/">Go on</a></p>`,
};

export const unsubscribePage = (email: string, { action, csrfToken, alert }: Form): PageContent => ({
  title: 'No more mails about messages',
  alert,
  body: html`<p>
      <strong>${email}</strong> will get no more mails about messages that came meanwhile. You can change that in your
      settings at any time.
    </p>
    ${form(action, csrfToken, 'No more mails', [])}`,
});

export const unsubscribedPage: PageContent = {
  title: 'No more mails about messages',
  body: html`<p>You will get none any more. Your settings say so, too: there you can change it.</p>`,
};

/** For a link that is unknown, used, expired or revoked. */
export const deadLinkPage: PageContent = {
  title: 'This link is not valid any more',
  body: html`<p>It was used already, is too old, or was taken back. Ask for another one.</p>`,
};
